-- The tax that an invoice's total contains, as it was when the invoice was issued. The rate is in millionths of the net
-- amount.
alter table invoice
  add column tax_name text,
  add column tax_ppm integer check (tax_ppm between 0 and 1000000),
  add column tax_micros bigint,
  add constraint invoice_tax check (
    (tax_name is null) = (tax_ppm is null) and (tax_name is null) = (tax_micros is null)
    and (tax_micros is null or status <> 0 and tax_micros between 0 and total_micros));

-- Tax is no line: lines explain the total, which contains it.
alter table invoice_line
  drop constraint invoice_line_kind_check,
  add constraint invoice_line_kind_check check (
    kind in ('usage', 'funds', 'repaid', 'dispute', 'carried', 'adjustment'));

-- The house's book of tax: what it owes to the tax office.
alter table ledger_entry
  add column tax_micros bigint not null default 0,
  drop constraint ledger_entry_zero,
  add constraint ledger_entry_zero check (
    paid_micros + gift_micros + cashback_micros + credit_micros + billed_micros
      + held_micros + expected_micros + revenue_micros + tax_micros + clearing_micros = 0);
