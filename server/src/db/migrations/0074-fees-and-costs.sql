-- The fee of a message over a customer's own channel may hold for every country without a row of its own.
alter table price drop constraint price_country_check;
alter table price
  add constraint price_country_check check (country ~ '^[A-Z]{2}$' or (country = '*' and product = 'managed_sms'));

-- What an upstream charges the house for a part, from a moment on. Channels on customers' own accounts cost it nothing.
create table upstream_cost (
  -- the code of the upstream's link
  upstream text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- 0: every scene without a cost of its own
  scene smallint not null check (scene between 0 and 3),
  currency text not null check (currency in ('USD', 'CNY')),
  unit_cost_micros bigint not null check (unit_cost_micros >= 0),
  effective_from timestamptz not null,
  primary key (upstream, country, scene, currency, effective_from)
);
