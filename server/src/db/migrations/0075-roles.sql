-- The part of the work that the reporting process takes on.
alter table loop_run add column role text not null default 'all' check (role in ('all', 'api', 'worker'));
