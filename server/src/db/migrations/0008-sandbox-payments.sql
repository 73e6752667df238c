-- What the sandbox's own payment services know: their keys, the payments they were asked for, and what they still owe.

create table sandbox_key (
  name text primary key,
  -- as the secret box writes it
  sealed text not null
);

create table sandbox_payment (
  -- the service's own name of the order, such as a checkout session's id; also the pay page's address
  id text primary key,
  service text not null check (service in ('alipay', 'wxpay', 'stripe')),
  -- the merchant's name of the order
  reference text not null,
  currency text not null,
  -- in hundredths, as these services count
  amount bigint not null check (amount > 0),
  subject text not null,
  -- declined: the last try was, and there may be another
  status text not null default 'open' check (status in ('open', 'declined', 'paid', 'closed')),
  dispute text check (dispute in ('open', 'won', 'lost')),
  -- on our own server, wherever that listens when it is posted to
  notify_path text not null,
  return_url text,
  cancel_url text,
  -- the service's name of the payment
  payment_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  unique (service, reference)
);

create table sandbox_notify (
  id uuid primary key,
  sandbox_payment_id text not null references sandbox_payment,
  event text not null,
  -- what to claim was paid, in hundredths
  amount bigint not null,
  attempt integer not null default 0,
  due_at timestamptz not null
);
create index sandbox_notify_due on sandbox_notify (due_at);
