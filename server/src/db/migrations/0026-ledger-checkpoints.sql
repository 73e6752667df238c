-- The proven sums of each account's entries before an id. The next night proves the entries from there on.

create table ledger_checkpoint (
  account_id uuid primary key references account,
  -- the first id of the day after the last proven one
  before uuid not null,
  entries bigint not null,
  paid_micros bigint not null,
  gift_micros bigint not null,
  cashback_micros bigint not null,
  credit_micros bigint not null,
  billed_micros bigint not null,
  held_micros bigint not null
) with (fillfactor = 50);
