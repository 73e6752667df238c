-- The price book: whole versions, each holding from a moment on, never changed afterwards.

create table price_book (
  version integer primary key,
  -- nobody's offer: shipped so that there is something to see
  sample boolean not null,
  effective_from timestamptz not null,
  created_at timestamptz not null
);

create table price (
  version integer not null references price_book,
  currency text not null check (currency in ('USD', 'CNY')),
  country text not null check (country ~ '^[A-Z]{2}$'),
  product text not null,
  -- 0: every scene without a row of its own
  scene smallint not null check (scene between 0 and 3),
  unit_price_micros bigint not null check (unit_price_micros >= 0),
  primary key (version, currency, country, product, scene)
);
