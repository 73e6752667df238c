-- An Idempotency-Key of the console names the row that its call created, for all of them in one place.

-- committed with that row; null until then
alter table console_answer add column subject_id uuid;

update console_answer a set subject_id = coalesce(k.top_up_id, k.invoice_id)
  from invoice_pay_key k
 where a.account_id = k.account_id and a.key = k.key and a.path = 'POST /api/invoices/' || k.invoice_id || '/pay';
drop table invoice_pay_key;
