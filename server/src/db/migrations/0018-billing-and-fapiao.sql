-- Whom invoices are made out to, the tax invoices that mainland accounts ask for, and what is under way to pay an invoice.

create table billing_profile (
  account_id uuid primary key references account,
  legal_name text not null,
  address text not null,
  -- ISO 3166 alpha-2; empty until it is chosen
  country text not null,
  tax_id text not null,
  emails text[] not null,
  po text not null,
  language text not null check (language in ('en', 'zh-CN')),
  saved_at timestamptz not null
);

-- Whom an invoice was made out to when it was issued: a later change of the profile leaves it as it was.
alter table invoice add column billed_to jsonb;

-- A request for a Chinese tax invoice, and what staff issued on it. The request may change until then.
create table fapiao (
  account_id uuid not null references account,
  -- the charge's name as a transaction, or the invoice
  subject_id uuid not null,
  subject text not null check (subject in ('charge', 'invoice')),
  kind text not null check (kind in ('general', 'special')),
  title text not null,
  tax_no text not null,
  bank text,
  bank_account text,
  email text not null,
  requested_at timestamptz not null,
  -- of the paper; what it is about may become less afterwards
  number text unique,
  issued_micros bigint check (issued_micros >= 0),
  issued_at timestamptz,
  primary key (account_id, subject_id),
  check (kind <> 'special' or (bank is not null and bank_account is not null)),
  check ((number is null) = (issued_at is null) and (number is null) = (issued_micros is null))
);
create index fapiao_requested on fapiao (requested_at) where number is null;
create index fapiao_of on fapiao (account_id, requested_at);

-- A charge of a kept card for an invoice. Its id is its top-up's, and the key by which its provider knows it again.
create table invoice_charge (
  account_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  pm_id uuid not null,
  -- the provider's names, as they were when it was first asked: a charge is repeated in the same words
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
  advice text,
  primary key (account_id, id),
  foreign key (account_id, id) references top_up,
  check ((ended_at is null) = (outcome is null))
);
create index invoice_charge_id on invoice_charge (id);
-- one at a time: whoever asks again is told of the one that is under way
create unique index invoice_charge_in_flight on invoice_charge (account_id, invoice_id) where ended_at is null;
create index invoice_charge_ask on invoice_charge (ask_at) where ended_at is null;

alter table top_up
  -- its owner had it charged to a kept card: nobody is given a way to pay it
  add column by_card boolean not null default false;

-- What a call with an Idempotency-Key has begun, written together with that: asked again after its process died, it
-- moves no money a second time.
create table invoice_pay_key (
  account_id uuid not null references account,
  invoice_id uuid not null,
  key text not null,
  -- the charge of a card; null where the balance paid
  top_up_id uuid,
  primary key (account_id, invoice_id, key)
);
