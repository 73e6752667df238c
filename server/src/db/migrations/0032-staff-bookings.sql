-- Money that staff booked by command line, each transfer once.

create table staff_booking (
  account_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('credit', 'debit', 'gift', 'invoice', 'assigned', 'returned')),
  -- the bank's or the provider's own name of the transfer
  reference text not null,
  amount_micros bigint not null check (amount_micros > 0),
  reason text not null,
  operator text not null,
  -- the ledger's entry; null for money that went back without being booked
  entry uuid,
  at timestamptz not null,
  primary key (account_id, id),
  check (entry is null or kind <> 'returned')
);
-- Incoming and outgoing transfers have references of their own.
create unique index staff_booking_reference on staff_booking ((kind in ('debit', 'returned')), upper(reference));
create index staff_booking_entry on staff_booking (account_id, entry) where entry is not null;

-- The provider's payment that an alarm is about: its webhook and its poll raise one alarm each.
alter table payment_alarm add column payment_id text;
