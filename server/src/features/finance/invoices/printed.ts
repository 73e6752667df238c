import { decimalOf } from '@hongyan/contract/money'
import { creditNoteOf } from './credit-note.ts'
import { presentCreditNote, presentPayment, presentTax } from './present.ts'
import { percentOf, taxOf } from './tax.ts'
import { outstandingOf, type InvoiceLineRow, type InvoicePaymentRow, type InvoiceRow } from './store.ts'

/** The names of the states for operators. */
export const stateNames = ['draft', 'open', 'void', 'paid', 'overdue'] as const

/** An invoice as one line for an operator. */
export const lineOf = (invoice: InvoiceRow): string =>
  [
    `Invoice ${invoice.number ?? invoice.id}`,
    stateNames[invoice.status],
    `${invoice.from_day} to ${invoice.to_day}`,
    `${decimalOf(invoice.total_micros)} ${invoice.currency}, ${decimalOf(outstandingOf(invoice))} outstanding`,
    ...(invoice.due_on === null ? [] : [`due ${invoice.due_on}`]),
    `account ${invoice.account_id}`,
  ].join(' | ')

export const objectOf = (invoice: InvoiceRow) => ({
  id: invoice.id,
  account: invoice.account_id,
  number: invoice.number,
  status: stateNames[invoice.status],
  currency: invoice.currency,
  from: invoice.from_day,
  to: invoice.to_day,
  issued_at: invoice.issued_at?.toISOString() ?? null,
  due_on: invoice.due_on,
  total: decimalOf(invoice.total_micros),
  paid: decimalOf(invoice.paid_micros),
  outstanding: decimalOf(outstandingOf(invoice)),
})

const lineObject = ({
  kind,
  amount_micros,
  product,
  scene,
  country,
  unit_price_micros,
  messages,
  parts,
  text,
  disputed_at,
  dispute_reason,
}: InvoiceLineRow) => ({
  kind,
  amount: decimalOf(amount_micros),
  product,
  scene,
  iso2: country,
  unit_price: unit_price_micros === null ? null : decimalOf(unit_price_micros),
  messages: messages === null ? null : Number(messages),
  parts: parts === null ? null : Number(parts),
  text,
  disputed_at: disputed_at?.toISOString() ?? null,
  dispute_reason,
})

export const wholeOf = (
  invoice: InvoiceRow,
  lines: readonly InvoiceLineRow[],
  payments: readonly InvoicePaymentRow[],
) => {
  const [tax, note] = [taxOf(invoice, null), creditNoteOf(invoice)]
  return {
    ...objectOf(invoice),
    tax: tax && presentTax(tax),
    credit_note: note && presentCreditNote(note),
    lines: lines.map(lineObject),
    payments: payments.map(presentPayment),
  }
}

export const linesOf = (
  invoice: InvoiceRow,
  lines: readonly InvoiceLineRow[],
  payments: readonly InvoicePaymentRow[],
): readonly string[] => [
  lineOf(invoice),
  ...lines.map(
    (line) => `${decimalOf(line.amount_micros)} ${[line.kind, ...aboutLine(line), ...disputeOf(line)].join(', ')}`,
  ),
  ...taxLines(invoice),
  ...creditLines(invoice),
  ...payments.map(
    ({ at, channel, amount_micros }) => `${decimalOf(amount_micros)} paid by ${channel} at ${at.toISOString()}`,
  ),
]

function taxLines(invoice: InvoiceRow): string[] {
  const tax = taxOf(invoice, null)
  return tax === null ? [] : [`${decimalOf(tax.amount)} of the total is ${tax.name} at ${percentOf(tax)}%`]
}

function creditLines(invoice: InvoiceRow): string[] {
  const note = creditNoteOf(invoice)
  return note === null ? [] : [`${decimalOf(note.amount)} credited by credit note ${note.number}`]
}

const disputeOf = ({ disputed_at: at, dispute_reason: reason }: InvoiceLineRow): string[] =>
  at === null ? [] : [`disputed at ${at.toISOString()}: ${reason ?? ''}`]

function aboutLine({
  product,
  scene,
  country,
  unit_price_micros: unit,
  messages,
  parts,
  text,
}: InvoiceLineRow): string[] {
  if (text !== null) return [text]
  if (unit === null) return []
  return [`${product} scene ${scene} to ${country}`, `${messages} messages in ${parts} parts at ${decimalOf(unit)}`]
}
