-- The seller's name, address and tax id as they were when the invoice was issued.
alter table invoice add column issued_by jsonb;
