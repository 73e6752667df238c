-- What codes by phone may cost and have cost the house on a day (UTC), by the currency of its account.

create table code_spending (
  day date not null,
  currency text not null,
  spent_micros bigint not null default 0,
  -- of the server that spent last
  budget_micros bigint not null,
  -- requests that the budget or a cap of the day refused
  refused integer not null default 0,
  primary key (day, currency)
);
