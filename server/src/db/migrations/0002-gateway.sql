-- The life of a message and what it costs. A message row is the ledger's detail: it names its hold and its settle entry.

create table balance (
  account_id uuid primary key references account,
  paid_micros bigint not null default 0,
  held_micros bigint not null default 0 check (held_micros >= 0)
) with (fillfactor = 50);

-- One entry per account, kind and batch; entries are never changed.
create table ledger_entry (
  account_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('credit', 'hold', 'post', 'void')),
  amount_micros bigint not null,
  count integer not null,
  at timestamptz not null,
  primary key (account_id, id)
);

create table message (
  account_id uuid not null,
  id uuid not null,
  credential_id uuid,
  request_id text not null,
  client_ref text,
  accepted_at timestamptz not null,
  valid_until timestamptz not null,
  country text not null,
  to_hash bytea not null,
  to_last4 text not null,
  sender text,
  scene smallint not null,
  unicode boolean not null,
  parts smallint not null,
  unit_price_micros bigint not null,
  price_micros bigint not null,
  -- 0 until a later fact; 1 and 2 are told by the outbox row that then still stands
  status smallint not null,
  parts_sent smallint not null default 0,
  parts_delivered smallint not null default 0,
  -- facts appended so far; the fiftieth is the last that is kept
  events smallint not null default 0,
  error_code text,
  upstream_code text,
  upstream text,
  pay_for_delivered boolean not null default false,
  sent_at timestamptz,
  done_at timestamptz,
  hold_entry uuid,
  settle_entry uuid,
  -- where the body is kept, and for how long
  retention_days smallint not null,
  primary key (account_id, id)
) partition by range (id);
create table message_default partition of message default;

create table message_body (
  account_id uuid not null,
  id uuid not null,
  retention_days smallint not null check (retention_days in (0, 7, 30, 90)),
  recipient text not null,
  text text not null,
  primary key (account_id, id, retention_days)
) partition by list (retention_days);
create table message_body_0 partition of message_body for values in (0) partition by range (id);
create table message_body_0_default partition of message_body_0 default;
create table message_body_7 partition of message_body for values in (7) partition by range (id);
create table message_body_7_default partition of message_body_7 default;
create table message_body_30 partition of message_body for values in (30) partition by range (id);
create table message_body_30_default partition of message_body_30 default;
create table message_body_90 partition of message_body for values in (90) partition by range (id);
create table message_body_90_default partition of message_body_90 default;

-- Every fact, applied or not. The key makes a repeated fact one.
create table message_event (
  account_id uuid not null,
  message_id uuid not null,
  upstream text not null,
  remote_id text not null,
  -- 0 speaks of the whole message
  part smallint not null,
  state smallint not null,
  applied boolean not null,
  at timestamptz not null,
  error_code text,
  upstream_code text,
  detail text,
  primary key (account_id, message_id, upstream, remote_id, part, state)
) partition by range (message_id);
create table message_event_default partition of message_event default;

create table outbox (
  account_id uuid not null,
  id uuid not null,
  lane smallint not null,
  upstream text not null,
  not_before timestamptz not null,
  attempt smallint not null default 1,
  -- the dispatch batch in which the message may be on its way; null: certainly not handed over
  mark uuid,
  primary key (account_id, id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index outbox_waiting on outbox (upstream, lane, account_id, id) where mark is null;
create index outbox_marked on outbox (upstream, not_before) where mark is not null;

-- Where receipts look for their message; no tenant table. Kept ten days.
create table handover (
  upstream text not null,
  remote_id text not null,
  part smallint not null,
  account_id uuid not null,
  message_id uuid not null,
  to_last4 text not null,
  at timestamptz not null
) partition by range (at);
create table handover_default partition of handover default;
create index handover_remote on handover (upstream, remote_id);

create table link_owner (
  upstream text primary key,
  process uuid not null,
  until timestamptz not null
);

-- What came in once and may not come again: nonces, and idempotency keys with their answers.
create table request_key (
  account_id uuid not null,
  credential_id uuid not null,
  kind text not null check (kind in ('nonce', 'key')),
  key text not null,
  body_hash bytea not null,
  -- how the request that came first was answered; null while it runs
  answer jsonb,
  at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, credential_id, kind, key)
);
create index request_key_expiry on request_key (expires_at);

-- A rule that counts: how much of a window's limit is used.
create table limit_use (
  account_id uuid not null,
  key text not null,
  window_start timestamptz not null,
  used bigint not null,
  primary key (account_id, key, window_start)
) with (fillfactor = 50);

create table daily (
  account_id uuid not null,
  day date not null,
  msg_cnt bigint not null default 0,
  to_cnt bigint not null default 0,
  succ_msg_cnt bigint not null default 0,
  primary key (account_id, day)
) with (fillfactor = 50);

create table daily_recipient (
  account_id uuid not null,
  day date not null,
  to_hash bytea not null,
  primary key (account_id, day, to_hash)
) partition by range (day);
create table daily_recipient_default partition of daily_recipient default;
