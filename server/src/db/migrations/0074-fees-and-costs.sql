-- The fee of a message over a customer's own channel may hold for every country without a row of its own.
alter table price drop constraint price_country_check;
alter table price
  add constraint price_country_check check (country ~ '^[A-Z]{2}$' or (country = '*' and product = 'managed_sms'));
