-- What an account's money did, by day, so that nobody has to read months of entries to show it. All of it can be made
-- again from ledger_entry and message.

-- How far an account's entries are counted in ledger_day.
create table ledger_roll (
  account_id uuid not null,
  through uuid not null,
  primary key (account_id)
);

-- A day is one of the account's zone. What came in and went out by entries that are lines of their own, and what was used.
create table ledger_day (
  account_id uuid not null,
  day date not null,
  in_micros bigint not null default 0 check (in_micros >= 0),
  out_micros bigint not null default 0 check (out_micros >= 0),
  used_micros bigint not null default 0 check (used_micros >= 0),
  -- messages that were posted
  used_count bigint not null default 0 check (used_count >= 0),
  -- whether ledger_day_use has the day
  detailed boolean not null default false,
  primary key (account_id, day)
) with (fillfactor = 50);
create index ledger_day_plain on ledger_day (day) where not detailed and used_count > 0;

-- What a closed day's usage consists of.
create table ledger_day_use (
  account_id uuid not null,
  day date not null,
  scene smallint not null,
  country text not null,
  unit_price_micros bigint not null,
  messages bigint not null,
  parts bigint not null,
  amount_micros bigint not null,
  primary key (account_id, day, scene, country, unit_price_micros)
);

-- Entries that are lines of their own: few, among many of use.
create index ledger_entry_line on ledger_entry (account_id, id) where kind not in ('hold', 'post', 'void');
create index ledger_entry_charge on ledger_entry (account_id, charge) where charge is not null;
create index top_up_entry on top_up (account_id, entry) where entry is not null;

-- Receipts are numbered without gaps in their partition. The counter's row is locked until its receipt is written.
create table charge_receipt_counter (
  partition text primary key check (partition in ('us', 'cn')),
  last bigint not null
);
insert into charge_receipt_counter (partition, last) values ('us', 0), ('cn', 0);
create table charge_receipt (
  account_id uuid not null,
  -- the ledger's entry of the charge
  entry uuid not null,
  partition text not null check (partition in ('us', 'cn')),
  number bigint not null,
  issued_at timestamptz not null,
  -- to whom, as it was called when the receipt was issued
  name text not null,
  primary key (account_id, entry)
);
