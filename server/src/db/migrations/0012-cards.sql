-- Cards that a provider keeps for an account. Of a number nothing is here but its last four digits and a hash of the
-- provider's own mark of it.

-- The provider's name of an account that keeps cards.
create table payment_customer (
  account_id uuid not null references account,
  channel text not null check (channel in ('alipay', 'wxpay', 'stripe')),
  -- known to the sandbox alone: no real provider is ever asked for it
  test boolean not null,
  remote_id text not null,
  created_at timestamptz not null,
  primary key (account_id, channel, test)
);

create table payment_method (
  account_id uuid not null references account,
  id uuid not null,
  channel text not null check (channel in ('alipay', 'wxpay', 'stripe')),
  test boolean not null,
  -- the provider's names of its holder and of itself
  customer text not null,
  remote_id text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  exp_month smallint not null check (exp_month between 1 and 12),
  exp_year smallint not null check (exp_year between 2000 and 2099),
  brand text not null,
  -- SHA-256 of the provider's mark; equal for the same number
  fingerprint bytea check (length(fingerprint) = 32),
  -- 0 pending: its holder has to authenticate, 1 active
  status smallint not null check (status in (0, 1)),
  -- where the provider is asked what became of the authentication
  setup_id text,
  asked_at timestamptz,
  is_default boolean not null default false,
  created_at timestamptz not null,
  removed_at timestamptz,
  -- the last word about its end: so many days before it
  expiry_told smallint check (expiry_told in (30, 7, 0)),
  expiry_told_at timestamptz,
  -- the owner's agreement that it is charged while nobody is there: when, from where, to which wording
  consent_at timestamptz,
  consent_address text,
  consent_text text,
  primary key (account_id, id),
  check (not is_default or (status = 1 and removed_at is null)),
  check (num_nulls(consent_at, consent_address, consent_text) in (0, 3))
);
-- The same card is one.
create unique index payment_method_card on payment_method (account_id, channel, test, fingerprint, status)
  where removed_at is null and fingerprint is not null;
create unique index payment_method_default on payment_method (account_id, channel, test) where is_default;
create index payment_method_setup on payment_method (setup_id) where status = 0 and removed_at is null;
create index payment_method_pending on payment_method (created_at) where status = 0 and removed_at is null;
create index payment_method_expiry on payment_method (exp_year, exp_month) where status = 1 and removed_at is null;

-- What its provider is still to forget: a card that was removed, or that another entry of the same card replaced.
create table card_to_forget (
  account_id uuid not null,
  channel text not null,
  test boolean not null,
  remote_id text not null,
  due_at timestamptz not null,
  primary key (account_id, channel, test, remote_id)
);
create index card_to_forget_due on card_to_forget (due_at);

-- What the sandbox's own provider of cards knows. Of a number it keeps what the number stands for.

create table sandbox_customer (
  id text primary key,
  email text,
  created_at timestamptz not null
);

create table sandbox_card (
  id text primary key,
  customer text references sandbox_customer,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  brand text not null,
  exp_month smallint not null,
  exp_year smallint not null,
  -- keyed, so that nobody who reads it can try numbers against it
  fingerprint text not null,
  -- which line of the table of cards it is
  outcome text not null,
  created_at timestamptz not null
);

create table sandbox_setup (
  id text primary key,
  customer text not null references sandbox_customer,
  card text not null references sandbox_card,
  status text not null check (status in ('requires_action', 'succeeded', 'requires_payment_method')),
  -- what it failed by
  code text,
  decline_code text,
  return_url text,
  created_at timestamptz not null
);

create table sandbox_charge (
  id text primary key,
  customer text not null references sandbox_customer,
  card text not null references sandbox_card,
  -- in hundredths
  amount bigint not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('processing', 'succeeded', 'requires_payment_method')),
  -- what it failed by
  code text,
  decline_code text,
  -- when what is processing has succeeded
  settles_at timestamptz,
  metadata jsonb not null,
  created_at timestamptz not null
);

-- A key asked again is answered as it was the first time; asked about something else it is refused.
create table sandbox_answer (
  key text primary key,
  request bytea not null,
  status smallint not null,
  body text not null,
  created_at timestamptz not null
);

create table sandbox_card_event (
  id uuid primary key,
  type text not null,
  -- what it speaks of, as it was then
  object jsonb not null,
  attempt integer not null default 0,
  created_at timestamptz not null,
  due_at timestamptz not null
);
create index sandbox_card_event_due on sandbox_card_event (due_at);
