-- Partitions grow by rows like those that they have: they are analyzed again when as many rows have changed, not with
-- each tenth. New ones are made so.
do $$
declare name text;
begin
  for name in
    select i.inhrelid::regclass::text from pg_inherits i join pg_class c on c.oid = i.inhrelid where c.relkind = 'r'
  loop
    execute 'alter table ' || name || ' set (autovacuum_analyze_scale_factor = 1)';
  end loop;
end $$;
