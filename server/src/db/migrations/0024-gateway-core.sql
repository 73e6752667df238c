-- The outbox carries all that a hand-over needs; bodies are written once, as they may be kept. What cannot go on has a table.

-- Fails the transaction where a conditional write of a flight did not reach all of its rows.
create function expect_rows(reached bigint, expected bigint, subject text) returns void language plpgsql as $$
begin
  if reached <> expected then
    raise exception using errcode = 'HY001', message = subject || ': ' || reached || ' of ' || expected;
  end if;
end
$$;

alter table outbox
  add column channel text not null default 'sms',
  add column recipient text not null default '',
  add column sender text,
  add column text text not null default '',
  add column valid_until timestamptz not null default 'infinity',
  -- when the upstream is queried for a message of unknown outcome, and how often it was
  add column ask_at timestamptz,
  add column queries smallint not null default 0;
update outbox o set channel = m.channel, recipient = b.recipient, sender = m.sender, text = b.text,
    valid_until = m.valid_until, ask_at = case when o.mark is not null then o.not_before end
  from message m join message_body b on b.account_id = m.account_id and b.id = m.id and b.retention_days = m.retention_days
 where m.account_id = o.account_id and m.id = o.id;
alter table outbox
  alter column channel drop default,
  alter column recipient drop default,
  alter column text drop default,
  alter column valid_until drop default;
drop index outbox_waiting;
drop index outbox_marked;
alter table outbox drop column not_before;
-- A message waits while it has no mark. The mark names the process that may be handing it over.
create index outbox_waiting on outbox (upstream, lane, account_id, id) where mark is null;
create index outbox_marked on outbox (upstream, ask_at) where mark is not null;

-- Messages that are not due yet, in the order in which they will be.
create table deferred (
  account_id uuid not null,
  id uuid not null,
  lane smallint not null,
  upstream text not null,
  attempt smallint not null,
  parts smallint not null,
  channel text not null,
  recipient text not null,
  sender text,
  text text not null,
  valid_until timestamptz not null,
  due_at timestamptz not null,
  primary key (account_id, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index deferred_due on deferred (upstream, due_at);

-- Parts that wait in the outbox or are deferred, per account.
create table backlog (
  account_id uuid primary key,
  parts bigint not null check (parts >= 0)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
insert into backlog select account_id, sum(parts) from outbox where mark is null group by account_id;

-- Receipts that came before their hand-over was written; no tenant table. Kept a minute.
create table parked_receipt (
  upstream text not null,
  remote_id text not null,
  part smallint not null,
  status smallint not null,
  upstream_code text not null,
  error_code text,
  recipient text,
  received_at timestamptz not null default now(),
  -- when its hand-over is looked for again
  due_at timestamptz not null default now(),
  primary key (upstream, remote_id, part, status)
);
create index parked_receipt_due on parked_receipt (upstream, due_at);

-- Messages whose outcome could not be written, with the reason. An operator decides.
create table set_aside (
  account_id uuid not null,
  message_id uuid not null,
  upstream text not null,
  reason text not null,
  facts jsonb not null,
  at timestamptz not null,
  primary key (account_id, message_id)
);

alter table link_owner
  add column state text not null default 'up' check (state in ('up', 'failing', 'down')),
  add column changed_at timestamptz not null default now();

-- Each attempt is an event with its latency; a repeated event is counted.
alter table message_event
  -- 0 for an event that is no attempt of ours, such as a receipt
  add column attempt smallint not null default 0,
  add column latency_ms integer,
  add column repeats integer not null default 0,
  drop constraint message_event_pkey,
  add primary key (account_id, message_id, upstream, remote_id, part, state, attempt);

-- Upstreams that routing passed over, with the reason; null where the first candidate took the message.
alter table message add column passed_over jsonb;

-- A stored answer is text, so that a replay is the same bytes. A key belongs to a credential and an action.
alter table request_key
  add column action text not null default '',
  alter column answer type text using answer::text;
update request_key set action = 'sms.message.send' where kind = 'key';
alter table request_key
  alter column action drop default,
  drop constraint request_key_pkey,
  add primary key (account_id, credential_id, kind, action, key);

-- Bodies that are not kept are not written.
drop table message_body_0;
alter table message_body drop constraint message_body_retention_days_check;
alter table message_body add check (retention_days in (7, 30, 90));
