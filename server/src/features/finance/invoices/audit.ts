import { decimal, subjectState } from '../../../audit/state.ts'

export const invoiceAuditState = subjectState(
  'invoices',
  `select i.number, i.status, i.po, ${decimal('i.paid_micros')} as paid, f.title as fapiao,
      (select count(*) from invoice_line l where l.account_id = i.account_id and l.invoice_id = i.id
        and l.disputed_at is not null) as disputed_lines
    from invoice i left join fapiao f on f.account_id = i.account_id and f.subject_id = i.id
    where i.account_id = $1 and i.id::text = $2`,
)
