-- The list of invoices is sorted by due date and total; its periods have an index, as they are unique.
create index invoice_due_on on invoice (account_id, due_on, id);
create index invoice_total on invoice (account_id, total_micros, id);
