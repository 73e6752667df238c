-- Addresses that may call the send API with the credentials of an account. An account without a row restricts none.
create table ip_restriction (
  account_id uuid primary key,
  -- Grows with every change.
  version integer not null,
  enabled boolean not null,
  mode text not null check (mode in ('allow', 'deny')),
  report_only boolean not null,
  -- A change that may cut callers off: its end, and the settings and entries that return then.
  revert_at timestamptz,
  before jsonb,
  reverted_at timestamptz,
  check ((revert_at is null) = (before is null))
);
create index ip_restriction_due on ip_restriction (revert_at) where revert_at is not null;

create table ip_restriction_entry (
  account_id uuid not null,
  id uuid not null,
  nr smallint not null,
  effect text not null check (effect in ('allow', 'deny')),
  -- An address or a network in its canonical form.
  network text not null,
  note text not null,
  -- The credential it is for; null: all.
  credential_id uuid,
  created_at timestamptz not null,
  primary key (account_id, id)
);

-- Calls that an entry decided, by day.
create table ip_restriction_hit (
  account_id uuid not null,
  entry_id uuid not null,
  day date not null,
  hits bigint not null,
  last_at timestamptz not null,
  primary key (account_id, entry_id, day)
);
create index ip_restriction_hit_day on ip_restriction_hit (day);

-- Calls that were refused, or would have been.
create table ip_restriction_call (
  account_id uuid not null,
  id uuid not null,
  credential_id uuid not null,
  at timestamptz not null,
  address text not null,
  action text not null,
  refused boolean not null,
  calls integer not null,
  primary key (account_id, id)
);
create index ip_restriction_call_id on ip_restriction_call (id);
