-- Auto-recharge: what an owner decided, when it is due, every try to charge, and what the owner is told.

create table auto_recharge (
  account_id uuid primary key references account,
  enabled boolean not null,
  below_micros bigint not null check (below_micros > 0),
  topup_micros bigint not null check (topup_micros > 0),
  pm_id uuid not null,
  -- tries in a row that the bank put off
  put_off smallint not null default 0,
  -- since when the bank wants to see the owner; nothing is charged until money has come or the owner has saved again
  paused_at timestamptz,
  saved_at timestamptz not null,
  foreign key (account_id, pm_id) references payment_method,
  check (enabled or paused_at is null)
);
create index auto_recharge_paused on auto_recharge (paused_at) where paused_at is not null;

-- Accounts whose balance has fallen below what they decided, each once until somebody has looked.
create table recharge_due (
  account_id uuid primary key references account,
  -- null: at once
  look_at timestamptz
);
create index recharge_due_look on recharge_due (look_at nulls first);

-- The crossing is seen where the balance moves, whatever moves it. An account that watches nothing pays a comparison
-- with null for it, which calls no function.
alter table balance add column recharge_below bigint;
create function call_for_recharge() returns trigger language plpgsql as $$
begin
  insert into recharge_due (account_id) values (new.account_id) on conflict do nothing;
  return null;
end $$;
create trigger call_for_recharge after update on balance for each row
  when (old.balance_micros >= new.recharge_below and new.balance_micros < new.recharge_below)
  execute function call_for_recharge();

alter table top_up
  -- begun by auto-recharge: nobody is given a way to pay it
  add column auto boolean not null default false;

-- A try to charge a card. Its id is its top-up's, and the key by which its provider knows it again.
create table recharge (
  account_id uuid not null,
  id uuid not null,
  pm_id uuid not null,
  -- the provider's names, as they were when it was first asked: a try is repeated in the same words
  customer text not null,
  card text not null,
  begun_at timestamptz not null,
  -- the provider's name of the payment, where it has told one
  payment_id text,
  ask_at timestamptz not null,
  asked_times integer not null default 0,
  ended_at timestamptz,
  outcome text check (outcome in ('succeeded', 'declined', 'authentication_required', 'refused', 'unknown')),
  -- of the bank or the provider: some speak of fraud, and nobody is shown them
  code text,
  primary key (account_id, id),
  foreign key (account_id, id) references top_up,
  check ((ended_at is null) = (outcome is null))
);
create index recharge_id on recharge (id);
create unique index recharge_in_flight on recharge (account_id) where ended_at is null;
create index recharge_ask on recharge (ask_at) where ended_at is null;
create index recharge_begun on recharge (account_id, begun_at);

-- What the owner is told, each thing once.
create table recharge_notice (
  account_id uuid not null references account,
  -- the try's, where it is about one
  id uuid not null,
  kind text not null check (kind in ('again', 'off', 'confirm', 'authenticate', 'capped', 'card_gone')),
  amount_micros bigint not null,
  -- where the owner can pay it
  link text,
  at timestamptz not null,
  -- null: still to do
  told_at timestamptz,
  primary key (account_id, id)
);
create index recharge_notice_untold on recharge_notice (at) where told_at is null;
