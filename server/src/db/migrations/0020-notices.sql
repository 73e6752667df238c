-- What an owner is told: the bell's notices, and the letters and texts about them that still have to go out.

create table notice (
  account_id uuid not null references account,
  id uuid not null,
  kind text not null,
  -- what its words are filled with
  details jsonb not null,
  at timestamptz not null,
  read_at timestamptz,
  primary key (account_id, id)
);
create index notice_newest on notice (account_id, at desc, id desc);
create index notice_unread on notice (account_id) where read_at is null;
create index notice_at on notice (at);

-- A row stands until somebody took it, or until it is no news any more.
create table notice_letter (
  account_id uuid not null,
  notice_id uuid not null,
  channel text not null check (channel in ('email', 'sms')),
  address text not null,
  at timestamptz not null,
  -- null: nobody has tried yet
  try_at timestamptz,
  primary key (account_id, notice_id, channel, address),
  foreign key (account_id, notice_id) references notice on delete cascade
);
create index notice_letter_try on notice_letter (try_at nulls first, at);
create index notice_letter_at on notice_letter (at);

create table notice_preference (
  account_id uuid primary key references account,
  -- what was chosen, by kind: {"dispute": {"email": true, "sms": false}}
  kinds jsonb not null default '{}',
  -- what it may still spend falls below it: the owner is told; null: never
  balance_low_micros bigint check (balance_low_micros > 0),
  -- when that was told last
  balance_low_at timestamptz
);

-- Accounts whose balance has fallen below what they watch, each once until somebody has looked. The crossing is seen
-- where the balance moves, and counts what may still be spent; an account that watches nothing pays a comparison with null for it.
create table balance_low_due (
  account_id uuid primary key references account,
  -- null: at once
  look_at timestamptz
);
create index balance_low_due_look on balance_low_due (look_at nulls first);

alter table balance add column low_below bigint;
create function call_for_low_balance() returns trigger language plpgsql as $$
begin
  insert into balance_low_due (account_id) values (new.account_id) on conflict do nothing;
  return null;
end $$;
create trigger call_for_low_balance after update on balance for each row
  when (old.balance_micros + old.billed_micros >= new.low_below
    and new.balance_micros + new.billed_micros < new.low_below)
  execute function call_for_low_balance();
