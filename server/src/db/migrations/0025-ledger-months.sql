-- The ledger's entries by the month of their ids, kept for ever. An entry is written once, so a month that has ended is
-- never written again. Entries of months far ahead, by a clock that jumped, stay in the default partition.

create table ledger_entry_by_month (like ledger_entry including defaults including constraints) partition by range (id);
create table ledger_entry_default partition of ledger_entry_by_month default;

do $$
declare
  month timestamp;
begin
  for month in
    select distinct date_trunc('month', m.made) from ledger_entry
      cross join lateral (
        select to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) at time zone 'UTC' as made
      ) m
     where m.made < now() at time zone 'UTC' + interval '40 days'
  loop
    execute format('create table ledger_entry_p%s partition of ledger_entry_by_month for values from (%L) to (%L)',
      to_char(month, 'YYYYMM'),
      rpad(lpad(to_hex((extract(epoch from month) * 1000)::bigint), 12, '0'), 32, '0'),
      rpad(lpad(to_hex((extract(epoch from month + interval '1 month') * 1000)::bigint), 12, '0'), 32, '0'));
  end loop;
end $$;

insert into ledger_entry_by_month select * from ledger_entry;
drop table ledger_entry;
alter table ledger_entry_by_month rename to ledger_entry;

alter table ledger_entry add primary key (account_id, id);
create index ledger_entry_credit on ledger_entry (account_id) where kind = 'credit';
create index ledger_entry_line on ledger_entry (account_id, id) where kind not in ('hold', 'post', 'void');
create index ledger_entry_charge on ledger_entry (account_id, charge) where charge is not null;
