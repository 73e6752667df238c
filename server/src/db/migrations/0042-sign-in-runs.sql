-- Wrong passwords of an account in a row, from all networks, until somebody signs in to it.

create table sign_in_run (
  account_id uuid primary key references account,
  failures integer not null
);
