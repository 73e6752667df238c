import type { InvoiceDetail } from '@hongyan/contract/endpoints/finance/invoices'
import type { AccountId, InvoiceId } from '@hongyan/contract/ids'
import { Locale } from '@hongyan/contract/vocabulary/account'
import { InvoiceStatus, isDisputable } from '@hongyan/contract/vocabulary/payment'
import { exactly } from '../../../kit/format.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { readCustomer } from './customer.ts'
import type { InvoicesDeps, NewTicket } from './deps.ts'
import { describeLine, type NamedLine } from './invoice-pdf.ts'
import { pdfTexts } from './pdf-texts.ts'
import { getInvoice, lockOwnInvoice } from './reading.ts'
import { type InvoiceRow, readLines } from './store.ts'

/** The dispute of a line, in the words of its customer. */
interface Dispute {
  readonly line: string
  readonly reason: string
}

/**
 * Disputes a line, once, paid or not, and opens a ticket about it in the same transaction. The outstanding amount stays
 * until staff decide. Throws `too_many_tickets`.
 */
export async function disputeLine(
  deps: InvoicesDeps,
  account: AccountId,
  id: InvoiceId,
  { line: disputed, reason }: Dispute,
  locale: Locale,
): Promise<InvoiceDetail> {
  const at = deps.clock.now()
  await readCustomer(deps.db, account, at)
  await deps.db.transaction().execute(async (tx) => {
    const invoice = await lockOwnInvoice(tx, account, id)
    if (invoice.status === InvoiceStatus.Void) throw new Refusal('invoice_not_open')
    const line = (await readLines(tx, invoice)).find((each) => each.id === disputed)
    if (line === undefined || line.disputed_at !== null || !isDisputable(line.kind)) {
      throw new Refusal('invalid_request', { field: 'line' })
    }
    const countryName = line.country === null ? null : deps.countryName(line.country, locale)
    const ticket = ticketOf(invoice, { ...line, countryName }, reason, locale)
    await tx
      .updateTable('invoice_line')
      .set({ disputed_at: at, dispute_reason: reason, ticket_id: await deps.openTicket(tx, account, ticket) })
      .where('account_id', '=', account)
      .where('id', '=', line.id)
      .execute()
  })
  return getInvoice(deps, account, id)
}

const texts = {
  [Locale.English]: {
    subject: (invoice: string) => `Dispute on invoice ${invoice}`,
    body: (line: string, amount: string, reason: string) => `Line: ${line}, ${amount}\nReason: ${reason}`,
  },
  [Locale.SimplifiedChinese]: {
    subject: (invoice: string) => `对账单 ${invoice} 的异议`,
    body: (line: string, amount: string, reason: string) => `明细：${line}，${amount}\n原因：${reason}`,
  },
}

function ticketOf(invoice: InvoiceRow, line: NamedLine, reason: string, locale: Locale): NewTicket {
  const { subject, body } = texts[locale]
  return {
    category: 'billing',
    subject: subject(invoice.number ?? `${invoice.from_day} – ${invoice.to_day}`),
    body: body(describeLine(pdfTexts(locale), line), exactly(invoice.currency, line.amount_micros), reason),
    about: { kind: 'invoice', id: invoice.id },
  }
}
