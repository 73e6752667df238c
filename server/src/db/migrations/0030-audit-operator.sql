-- The name of the staff member who acted, as typed with --by.
alter table audit_entry
  add column operator text,
  add constraint audit_entry_operator check (operator is null or actor = 'staff');
