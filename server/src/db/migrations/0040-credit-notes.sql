-- A void invoice has a credit note of its unpaid part, with a number without gaps in its partition.
alter table invoice add column credit_note text unique;
alter table invoice_counter add column last_credit_note bigint not null default 0;

update invoice i
   set credit_note = 'HYC-' || upper(v.partition) || '-' || v.year || '-' || lpad(v.nr::text, 6, '0')
  from (
    select i.account_id, i.id, i.partition, to_char(i.ended_at at time zone a.time_zone, 'YYYY') as year,
      row_number() over (partition by i.partition order by i.ended_at, i.id) as nr
      from invoice i join account a on a.id = i.account_id where i.status = 2
  ) v
 where i.account_id = v.account_id and i.id = v.id;
update invoice_counter c
   set last_credit_note = (select count(*) from invoice i where i.partition = c.partition and i.status = 2);

alter table invoice add constraint invoice_credit_note check ((status = 2) = (credit_note is not null));
