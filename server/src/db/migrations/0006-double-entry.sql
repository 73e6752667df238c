-- Double entry: an entry's legs are its columns, one for each book, and sum to zero. What a customer has (paid, gift,
-- cashback, the credit drawn as a number below zero) and what is held rise with a positive leg; the house's books
-- (expected, revenue, clearing) stand against them. A balance is the sum of its account's legs.

alter table balance
  add column gift_micros bigint not null default 0,
  add column cashback_micros bigint not null default 0,
  add column credit_micros bigint not null default 0;

-- What was spent beyond the paid funds has been credit all along.
update balance set credit_micros = least(paid_micros, 0), paid_micros = greatest(paid_micros, 0) where paid_micros < 0;

alter table balance
  add constraint balance_paid check (paid_micros >= 0),
  add constraint balance_gift check (gift_micros >= 0),
  add constraint balance_cashback check (cashback_micros >= 0),
  add constraint balance_credit check (credit_micros <= 0),
  add column balance_micros bigint not null
    generated always as (paid_micros + gift_micros + cashback_micros + credit_micros - held_micros) stored;

alter table ledger_entry
  -- whose clearing book: the channel that money came by
  add column channel text,
  add column paid_micros bigint not null default 0,
  add column gift_micros bigint not null default 0,
  add column cashback_micros bigint not null default 0,
  add column credit_micros bigint not null default 0,
  add column held_micros bigint not null default 0,
  add column expected_micros bigint not null default 0,
  add column revenue_micros bigint not null default 0,
  add column clearing_micros bigint not null default 0;

-- The legs of entries from before: funds as they ran, split at zero into paid funds and credit.
with run as (
  select account_id, id, kind, amount_micros as amount,
    sum(case kind when 'credit' then amount_micros when 'post' then -amount_micros else 0 end)
      over (partition by account_id order by id) as after,
    case kind when 'credit' then amount_micros when 'post' then -amount_micros else 0 end as change
  from ledger_entry
), legs as (
  select account_id, id, kind, amount,
    greatest(after, 0) - greatest(after - change, 0) as paid,
    least(after, 0) - least(after - change, 0) as credit,
    case kind when 'hold' then amount when 'credit' then 0 else -amount end as held
  from run
)
update ledger_entry e set
  channel = case l.kind when 'credit' then 'house' end,
  paid_micros = l.paid,
  credit_micros = l.credit,
  held_micros = l.held,
  expected_micros = -l.held,
  revenue_micros = case l.kind when 'post' then l.amount else 0 end,
  clearing_micros = case l.kind when 'credit' then -l.amount else 0 end
from legs l where e.account_id = l.account_id and e.id = l.id;

alter table ledger_entry
  drop constraint ledger_entry_kind_check,
  add constraint ledger_entry_kind check (kind in ('credit', 'gift', 'cashback', 'hold', 'post', 'void', 'transfer')),
  add constraint ledger_entry_zero check (
    paid_micros + gift_micros + cashback_micros + credit_micros
      + held_micros + expected_micros + revenue_micros + clearing_micros = 0),
  add constraint ledger_entry_channel check (clearing_micros = 0 or channel is not null);

-- What the nightly proof of a day found; any process tells it at /metrics.
create table ledger_verification (
  day date primary key,
  at timestamptz not null,
  entries bigint not null,
  proof1 boolean not null,
  proof2 boolean not null
);
