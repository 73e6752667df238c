-- The state of every loop in every server process, which the process writes every few seconds and deletes when it stops.
create table loop_run (
  -- host:pid
  process text not null,
  name text not null,
  last_started_at timestamptz,
  last_succeeded_at timestamptz,
  failures_in_a_row integer not null,
  last_error text,
  last_error_at timestamptz,
  -- rows that wait for the loop; null: it counts none
  backlog bigint,
  overdue boolean not null,
  reported_at timestamptz not null,
  primary key (process, name)
  -- Room on each page, so that an update stays on it and no index grows.
) with (fillfactor = 50);

-- The wait for the next post of a notify grows with the notify's age.
alter table sandbox_notify add column created_at timestamptz not null default now();
