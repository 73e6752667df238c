-- Top-ups: the order that exists before anybody is asked to pay, what its channel told of it, and disputes about it.

create table top_up (
  account_id uuid not null references account,
  -- also what the channel calls the order by, as 32 hex digits
  id uuid not null,
  channel text not null check (channel in ('alipay', 'wxpay', 'stripe')),
  currency text not null check (currency in ('USD', 'CNY')),
  amount_micros bigint not null check (amount_micros > 0),
  -- 0 open, 1 paid, 2 cancelled, 3 expired, 4 failed
  status smallint not null default 0 check (status between 0 and 4),
  action text check (action in ('open', 'qrcode')),
  payload text,
  -- the channel's own names of the order and of the payment
  remote_id text,
  payment_id text,
  -- made in sandbox mode: nobody's money moved
  test boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- when the channel is asked next, in case its notify was lost; null: it need not be
  ask_at timestamptz,
  asked_at timestamptz,
  asked_times integer not null default 0,
  paid_at timestamptz,
  -- the ledger's entry that brought the money in
  entry uuid,
  -- drawn once, with the charge; posted by its own entry when it is due
  cashback_micros bigint check (cashback_micros > 0),
  cashback_due_at timestamptz,
  cashback_entry uuid,
  primary key (account_id, id),
  check ((status = 1) = (entry is not null))
);
create index top_up_id on top_up (id);
create index top_up_payment on top_up (channel, payment_id) where payment_id is not null;
create index top_up_ask on top_up (ask_at) where ask_at is not null;
create index top_up_cashback on top_up (cashback_due_at) where cashback_due_at is not null and cashback_entry is null;

-- What a channel told about an order, each thing once, and what came of it.
create table payment_event (
  account_id uuid not null,
  top_up_id uuid not null,
  event_id text not null,
  kind text not null,
  amount_micros bigint,
  currency text,
  outcome text not null,
  at timestamptz not null,
  primary key (account_id, top_up_id, event_id)
);

create table dispute (
  account_id uuid not null,
  channel text not null,
  remote_id text not null,
  top_up_id uuid not null,
  amount_micros bigint not null check (amount_micros > 0),
  status text not null check (status in ('open', 'won', 'lost')),
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- what took the money; null where it was won before it was heard of, and nothing was taken
  entry uuid,
  won_entry uuid,
  -- when the owner was told; null: still to do
  told_at timestamptz,
  primary key (account_id, channel, remote_id)
);
create index dispute_untold on dispute (opened_at) where told_at is null;

alter table ledger_entry
  -- the charge that an entry speaks of: its cashback, its dispute
  add column charge uuid,
  drop constraint ledger_entry_kind,
  add constraint ledger_entry_kind check (
    kind in ('credit', 'gift', 'cashback', 'hold', 'post', 'void', 'transfer', 'dispute', 'dispute_won'));
