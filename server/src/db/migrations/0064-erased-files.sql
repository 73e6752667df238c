-- Files of exports that an erasure withdrew. Null for one that was requested before erasures did.
alter table erasure add column files integer;
