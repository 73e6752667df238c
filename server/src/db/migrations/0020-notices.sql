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

-- What its bank wants to see the owner for: the owner is told once there is a link to pay it by. A row stands until then.
create table recharge_link (
  account_id uuid not null,
  -- the try's
  id uuid not null,
  amount_micros bigint not null,
  at timestamptz not null,
  -- null: at once
  try_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, id) references recharge
);
create index recharge_link_try on recharge_link (try_at nulls first, at);

-- What was told by ways of their own goes the same way from now on, and so does what nobody was told yet.
insert into recharge_link
select account_id, id, amount_micros, at, try_at from recharge_notice where kind = 'authenticate' and told_at is null;
insert into notice (account_id, id, kind, details, at)
select n.account_id, n.id, 'recharge_failed', jsonb_build_object(
    'reason', n.kind, 'amount', (n.amount_micros / 1000000.0)::numeric(24, 6)::text, 'currency', a.currency), n.at
  from recharge_notice n join account a on a.id = n.account_id
 where n.kind <> 'authenticate' and n.told_at is null;
insert into notice (account_id, id, kind, details, at)
select r.account_id, r.id, 'refund_ended', jsonb_build_object('status', r.status,
    'amount', (r.amount_micros / 1000000.0)::numeric(24, 6)::text,
    'paid_out', (r.paid_out_micros / 1000000.0)::numeric(24, 6)::text, 'currency', a.currency), r.ended_at
  from refund r join account a on a.id = r.account_id
 where r.status <> 'pending' and r.told is distinct from r.status;
insert into notice (account_id, id, kind, details, at)
select d.account_id, d.entry, 'dispute', jsonb_build_object(
    'amount', (e.amount_micros / 1000000.0)::numeric(24, 6)::text, 'currency', a.currency,
    'paid_at', to_char(coalesce(t.paid_at, d.opened_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')), d.opened_at
  from dispute d
  join account a on a.id = d.account_id
  join ledger_entry e on e.account_id = d.account_id and e.id = d.entry
  join top_up t on t.account_id = d.account_id and t.id = d.top_up_id
 where d.told_at is null and d.status <> 'won';
insert into notice_letter (account_id, notice_id, channel, address, at)
select n.account_id, n.id, case when a.email is null then 'sms' else 'email' end, coalesce(a.email, a.phone), n.at
  from notice n join account a on a.id = n.account_id where coalesce(a.email, a.phone) is not null;

drop table recharge_notice;
drop index dispute_untold;
alter table dispute drop column told_at, drop column try_at;
drop index refund_untold;
alter table refund drop column told, drop column tell_at;
alter table payment_method drop column expiry_told_at, drop column expiry_try_at;
