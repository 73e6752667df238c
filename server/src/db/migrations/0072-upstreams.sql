-- Channels on customers' own accounts at providers (screens S1). Settings are public; secrets are sealed as one JSON
-- object, of which replies show the last characters.
create table upstream (
  account_id uuid not null references account,
  id uuid not null unique,
  name text not null,
  provider text not null check (provider in ('twl', 'vg', 'ali', 'tcc', 'hw', 'cl')),
  state text not null check (state in ('draft', 'testing', 'active', 'paused', 'auth_failed')),
  -- ISO 3166 alpha-2; empty: everywhere
  regions text[] not null,
  tps integer not null,
  daily_cap_micros bigint,
  settings jsonb not null,
  sealed_secrets text not null,
  secret_tails jsonb not null,
  -- the secret part of the address for receipts
  receipt_token text not null unique,
  behaviour text not null default 'normal',
  version integer not null,
  -- how often in a row the provider has rejected the credentials
  rejections smallint not null default 0,
  last_error text,
  last_error_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, name)
);

create trigger refuse_retired_key before insert or update of sealed_secrets on upstream
  for each row execute function refuse_retired_key('sealed_secrets');

-- Our signatures and templates at providers that know them by ids of their own.
create table upstream_mapping (
  account_id uuid not null,
  upstream_id uuid not null,
  kind text not null check (kind in ('signature', 'template')),
  -- the id of the signature or template, or the code of a public one
  local text not null,
  remote text not null,
  -- the template's variables in the provider's order
  variables text[] not null,
  state text not null check (state in ('pending', 'ready', 'rejected')),
  updated_at timestamptz not null,
  primary key (account_id, upstream_id, kind, local),
  foreign key (account_id, upstream_id) references upstream on delete cascade
);

-- The rules in force, and the draft of the next ones. Version 0: the product's own channel carries everything.
create table routing (
  account_id uuid primary key references account,
  version integer not null,
  rules jsonb not null,
  activated_at timestamptz,
  draft jsonb,
  draft_version integer not null,
  draft_at timestamptz,
  simulated_at timestamptz
);

create table routing_version (
  account_id uuid not null,
  version integer not null,
  rules jsonb not null,
  activated_at timestamptz not null,
  reverted_to integer,
  primary key (account_id, version)
);

-- Use of managed channels, by the minute, written behind by the process that owns the link. Kept for eight days.
create table upstream_minute (
  account_id uuid not null,
  upstream_id uuid not null,
  minute timestamptz not null,
  submitted integer not null,
  accepted integer not null,
  parts integer not null,
  receipts integer not null,
  -- submissions answered within 50, 100, 200, 500, 1000, 2000, 5000 ms, and later
  latency integer[] not null,
  primary key (account_id, upstream_id, minute)
);
create index upstream_minute_old on upstream_minute (minute);

-- The errors of a channel by the hour, with the provider's own codes.
create table upstream_error (
  account_id uuid not null,
  upstream_id uuid not null,
  hour timestamptz not null,
  code text not null,
  count integer not null,
  primary key (account_id, upstream_id, hour, code)
);

-- The breaker's state of a link and its next probe are published by its owner.
alter table link_owner drop constraint link_owner_state_check;
alter table link_owner
  add constraint link_owner_state_check check (state in ('up', 'failing', 'degraded', 'down')),
  add column probe_at timestamptz;

-- The facts that the next attempt of a message is routed by, where rules of its account chose its channel; null: the
-- product's own channel carries it.
alter table outbox add column route jsonb;
alter table deferred add column route jsonb;
create index outbox_routed on outbox (upstream, id) where route is not null and mark is null and buffered_by is null;

-- The matched rule: version, id and name.
alter table message add column route_rule jsonb;

-- The sandbox plays several carriers.
alter table sandbox_message add column upstream text not null default 'sandbox';
alter table sandbox_receipt add column upstream text not null default 'sandbox';
alter table sandbox_receipt alter column upstream drop default;
drop index sandbox_message_reference;
create index sandbox_message_reference on sandbox_message (reference, upstream);
drop index sandbox_receipt_due;
create index sandbox_receipt_due on sandbox_receipt (upstream, due_at);
