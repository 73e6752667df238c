-- The countries that an owner enabled. The home country is always enabled and has no row.
create table sending_country (
  account_id uuid not null references account,
  country text not null check (country ~ '^[A-Z]{2}$'),
  enabled_at timestamptz not null,
  primary key (account_id, country)
);

-- Existing accounts keep the countries that they sent to, high-risk ones too, so that no working traffic stops.
insert into sending_country (account_id, country, enabled_at)
select distinct m.account_id, m.country, now()
  from message m join account a on a.id = m.account_id
 where not a.house and m.hold_entry is not null
   and m.country ~ '^[A-Z]{2}$' and m.country <> case a.partition when 'cn' then 'CN' else 'US' end;
