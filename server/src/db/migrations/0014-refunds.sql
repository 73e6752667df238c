-- Refunds: what was paid in goes back by the channel it came by.

alter table ledger_entry
  drop constraint ledger_entry_kind,
  add constraint ledger_entry_kind check (
    kind in ('credit', 'gift', 'cashback', 'hold', 'post', 'void', 'transfer', 'dispute', 'dispute_won',
      'refund', 'refund_failed', 'clawback', 'clawback_failed'));

create table refund (
  account_id uuid not null,
  -- also what the channel calls it by, as 32 hex digits
  id uuid not null,
  top_up_id uuid not null,
  -- what left the paid fund, and what became of it
  amount_micros bigint not null check (amount_micros > 0),
  fee_micros bigint not null check (fee_micros >= 0),
  -- of the charge's cashback: what its fund no longer had
  withheld_micros bigint not null check (withheld_micros >= 0),
  paid_out_micros bigint not null check (paid_out_micros > 0),
  -- of the charge's cashback: what came out of its fund
  clawback_micros bigint not null check (clawback_micros >= 0),
  reason text not null,
  status text not null check (status in ('pending', 'done', 'failed')),
  begun_at timestamptz not null,
  ended_at timestamptz,
  -- the channel's own name of it
  remote_id text,
  -- why it failed, as the channel calls that
  code text,
  -- when its channel is asked next
  ask_at timestamptz,
  -- the ledger's entries: what took the money and the cashback, and what put them back
  entry uuid not null,
  clawback_entry uuid,
  failed_entry uuid,
  clawback_failed_entry uuid,
  -- what its owner was told last; null: nothing yet
  told text check (told in ('done', 'failed')),
  -- a word that nobody took is tried again then, behind those that nobody has tried
  tell_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, top_up_id) references top_up,
  check (amount_micros = fee_micros + withheld_micros + paid_out_micros),
  check ((clawback_micros > 0) = (clawback_entry is not null)),
  check ((status = 'pending') = (ended_at is null)),
  check ((status = 'failed') = (failed_entry is not null))
);
create index refund_id on refund (id);
create unique index refund_open on refund (account_id, top_up_id) where status = 'pending';
create index refund_of on refund (account_id, top_up_id);
create unique index refund_entry on refund (account_id, entry);
create index refund_ask on refund (ask_at) where status = 'pending';
create index refund_untold on refund (tell_at nulls first, ended_at) where status <> 'pending' and told is distinct from status;

-- What the sandbox's services know of refunds, and what they still owe the merchant.
create table sandbox_refund (
  id text primary key,
  service text not null check (service in ('alipay', 'wxpay', 'stripe')),
  -- the merchant's name of it
  reference text not null,
  -- the service's name of what was paid, and the merchant's of its order
  payment_id text not null,
  order_reference text not null,
  -- of the refund and of what was paid, in hundredths
  amount bigint not null check (amount > 0),
  total bigint not null,
  currency text not null,
  metadata jsonb not null,
  -- what it was at once, and what it is from turns_at on
  first_state text not null check (first_state in ('pending', 'succeeded')),
  last_state text not null check (last_state in ('succeeded', 'failed')),
  turns_at timestamptz not null,
  notify_path text not null,
  created_at timestamptz not null,
  -- when the notify is posted next; null: it was heard, or there is none
  tell_at timestamptz,
  attempt integer not null default 0,
  unique (service, reference)
);
create index sandbox_refund_of on sandbox_refund (service, payment_id);
create index sandbox_refund_tell on sandbox_refund (tell_at) where tell_at is not null;
