-- Invoices of credit accounts: what stands on them and is not paid, their lines, payments and numbers.

-- One more book, below zero while invoices wait for their money: issuing one moves drawn credit there, and its payments
-- bring it back to nothing. It is no part of the balance, but of what may still be spent.
alter table balance add column billed_micros bigint not null default 0,
  add constraint balance_billed check (billed_micros <= 0);

alter table ledger_entry
  add column billed_micros bigint not null default 0,
  drop constraint ledger_entry_kind,
  add constraint ledger_entry_kind check (
    kind in ('credit', 'gift', 'cashback', 'hold', 'post', 'void', 'transfer', 'dispute', 'dispute_won',
      'refund', 'refund_failed', 'clawback', 'clawback_failed', 'invoice', 'invoice_void', 'invoice_payment')),
  drop constraint ledger_entry_zero,
  add constraint ledger_entry_zero check (
    paid_micros + gift_micros + cashback_micros + credit_micros + billed_micros
      + held_micros + expected_micros + revenue_micros + clearing_micros = 0);

-- Since when an overdue invoice keeps credit for codes alone.
alter table account add column credit_reduced_at timestamptz;
create index account_credit on account (id) where credit_enabled;

-- Through which day an account's use is closed, and the moment at which that day ended.
create table invoice_closing (
  account_id uuid primary key references account,
  through date not null,
  ended_at timestamptz not null,
  -- what came in since then and was taken off its invoice: the next one does not tell of it again
  repaid_micros bigint not null check (repaid_micros >= 0)
);

create table invoice (
  account_id uuid not null references account,
  id uuid not null,
  partition text not null check (partition in ('us', 'cn')),
  currency text not null check (currency in ('USD', 'CNY')),
  -- drawn when it is issued, without gaps in its partition
  number text unique,
  -- 0 draft, 1 open, 2 void, 3 paid, 4 overdue for good
  status smallint not null default 0 check (status between 0 and 4),
  -- first and last day, of the account's zone as it was then, and the moments at which they begin and end
  from_day date not null,
  to_day date not null,
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  closed_at timestamptz not null,
  -- when a draft is issued unless staff do so before
  issue_at timestamptz not null,
  issued_at timestamptz,
  due_on date,
  -- when it was paid or void
  ended_at timestamptz,
  -- what its lines sum to
  total_micros bigint not null,
  paid_micros bigint not null default 0 check (paid_micros >= 0),
  po text,
  -- the ledger's entries that billed it and took that back
  entry uuid,
  void_entry uuid,
  -- the last reminder, in days over since the due day
  reminded smallint,
  primary key (account_id, id),
  unique (account_id, from_day),
  check (from_day <= to_day and begins_at < ends_at),
  check (status = 0 or (total_micros > 0 and number is not null and issued_at is not null and due_on is not null
    and entry is not null)),
  check (status <> 0 or (number is null and paid_micros = 0)),
  check ((status = 3) = (status <> 0 and paid_micros = total_micros)),
  check (paid_micros <= greatest(total_micros, 0)),
  check ((status = 2) = (void_entry is not null)),
  check ((status in (2, 3)) = (ended_at is not null))
);
create index invoice_id on invoice (id);
create unique index invoice_draft on invoice (account_id) where status = 0;
create index invoice_due_draft on invoice (issue_at) where status = 0;
create index invoice_unpaid on invoice (due_on) where status in (1, 4);

create table invoice_line (
  account_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  kind text not null check (kind in ('usage', 'funds', 'repaid', 'dispute', 'carried', 'adjustment', 'tax')),
  amount_micros bigint not null,
  -- of usage alone
  product text,
  scene smallint,
  country text,
  unit_price_micros bigint,
  messages bigint,
  parts bigint,
  -- what staff wrote on an adjustment, and the ledger's entry of it once it is booked
  text text,
  entry uuid,
  disputed_at timestamptz,
  dispute_reason text,
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoice on delete cascade,
  check ((kind = 'usage') = (product is not null and scene is not null and country is not null
    and unit_price_micros is not null and messages is not null and parts is not null)),
  check ((kind = 'adjustment') = (text is not null)),
  check ((disputed_at is null) = (dispute_reason is null))
);
create index invoice_line_of on invoice_line (account_id, invoice_id, id);

create table invoice_payment (
  account_id uuid not null,
  -- the ledger's entry
  id uuid not null,
  invoice_id uuid not null,
  channel text not null check (channel in ('balance', 'alipay', 'wxpay', 'stripe', 'cash')),
  amount_micros bigint not null check (amount_micros > 0),
  -- what brought the money, where it came by a channel
  top_up_id uuid,
  at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoice
);
create index invoice_payment_of on invoice_payment (account_id, invoice_id, id);

alter table top_up
  -- what its money is for; whatever is too much for that becomes funds
  add column invoice_id uuid;
create index top_up_invoice on top_up (account_id, invoice_id) where invoice_id is not null;

-- The counter's row is locked until its invoice is issued.
create table invoice_counter (
  partition text primary key check (partition in ('us', 'cn')),
  last bigint not null
);
insert into invoice_counter (partition, last) values ('us', 0), ('cn', 0);
