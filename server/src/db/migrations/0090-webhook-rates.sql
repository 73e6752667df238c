-- The requests of the last second to an endpoint with a rate, those of all processes, and the kind of the newest one.
alter table webhook_endpoint
  add column requests timestamptz[] not null default '{}',
  add column last_is_retry boolean not null default false;
