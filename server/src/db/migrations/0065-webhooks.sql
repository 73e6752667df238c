-- Endpoints of an account's webhooks, saved together under one version.
create table webhook_setting (
  account_id uuid primary key,
  version integer not null
);

create table webhook_endpoint (
  account_id uuid not null,
  id uuid not null,
  nr smallint not null,
  name text not null,
  url text not null,
  failover_url text,
  is_on boolean not null,
  format text not null,
  envelope text not null,
  messages text not null,
  groups text[] not null,
  scenes smallint[] not null,
  countries text[] not null,
  batch smallint not null,
  schedule text not null,
  tries smallint not null,
  rate smallint,
  header_names text[] not null,
  sealed_headers text not null,
  signed boolean not null,
  sealed_secret text not null,
  sealed_old_secret text,
  old_secret_until timestamptz,
  -- The event types it wants; none while it is off.
  types text[] not null,
  disabled_reason text,
  disabled_at timestamptz,
  -- The first failure since the last success, and the number of those since.
  failing_since timestamptz,
  failures integer not null default 0,
  -- The owner knows that it fails.
  alerted boolean not null default false,
  succeeded_at timestamptz,
  -- New requests wait until then, after failures.
  paused_until timestamptz,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create trigger refuse_retired_key before insert or update of sealed_headers on webhook_endpoint
  for each row execute function refuse_retired_key('sealed_headers');
create trigger refuse_retired_secret before insert or update of sealed_secret on webhook_endpoint
  for each row execute function refuse_retired_key('sealed_secret');
create trigger refuse_retired_old_secret before insert or update of sealed_old_secret on webhook_endpoint
  for each row execute function refuse_retired_key('sealed_old_secret');

-- Events that wait for their first try: facts of a message as they were at that moment, or the data of another event.
create table webhook_due (
  account_id uuid not null,
  endpoint_id uuid not null,
  id uuid not null,
  type text not null,
  at timestamptz not null,
  message_id uuid,
  previous smallint,
  parts_delivered smallint,
  sequence integer,
  error_code text,
  upstream_code text,
  data jsonb,
  primary key (account_id, endpoint_id, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);

-- Requests: one event or one batch each. `next_at` is the next try, or the end of the running one.
create table webhook_delivery (
  account_id uuid not null,
  endpoint_id uuid not null,
  id uuid not null,
  type text not null,
  message_id uuid,
  messages uuid[] not null,
  events smallint not null,
  state smallint not null,
  tries smallint not null default 0,
  -- Tries since it was created or replayed.
  round smallint not null default 0,
  code smallint,
  failure text,
  latency_ms integer,
  created_at timestamptz not null,
  tried_at timestamptz,
  next_at timestamptz,
  content_type text not null,
  -- Null once nothing needs it any more.
  body text,
  primary key (account_id, endpoint_id, id)
) with (fillfactor = 70);
create index webhook_delivery_next on webhook_delivery (next_at) where next_at is not null;
create index webhook_delivery_message on webhook_delivery using gin (messages);

create table webhook_try (
  account_id uuid not null,
  endpoint_id uuid not null,
  delivery_id uuid not null,
  nr smallint not null,
  at timestamptz not null,
  url text not null,
  code smallint,
  failure text,
  latency_ms integer not null,
  -- Kept of failures and of the newest successes.
  request_headers jsonb,
  request_body text,
  response_headers jsonb,
  response_body text,
  primary key (account_id, endpoint_id, delivery_id, nr)
);

-- A temporary address of ours that shows what arrives.
create table webhook_receiver (
  account_id uuid primary key,
  token_hash bytea not null unique,
  -- The token, sealed: its owner sees the address again.
  sealed_token text not null,
  expires_at timestamptz not null
);
create trigger refuse_retired_key before insert or update of sealed_token on webhook_receiver
  for each row execute function refuse_retired_key('sealed_token');

create table webhook_received (
  account_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  headers jsonb not null,
  body text not null,
  primary key (account_id, id)
);
