import { fullName, shortId } from '@hongyan/contract/account'
import type { AccountId, InvoiceId } from '@hongyan/contract/ids'
import { decimalOf } from '@hongyan/contract/money'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { momentIn } from '../../../kit/format.ts'
import type { NamedJob, PdfFile } from '../../../kit/pdf/draw-in-worker.ts'
import { csvOf } from '../../../kit/csv.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { readBilledTo, readTax } from './billed-to.ts'
import { creditNoteOf } from './credit-note.ts'
import { type CreditNoteJob, drawCreditNote } from './credit-note-pdf.ts'
import { readCustomer } from './customer.ts'
import { describeLine, drawInvoice, type InvoiceHead, type InvoiceJob, type NamedLine, sumsOf } from './invoice-pdf.ts'
import { type PdfTexts, pdfTexts } from './pdf-texts.ts'
import type { InvoicesDeps } from './deps.ts'
import { ownInvoice } from './reading.ts'
import { readLines, readPayments } from './store.ts'

/** Draws the PDF in the language of the billing profile, or in the caller's without one. */
export const invoicePdf = (deps: InvoicesDeps, account: AccountId, id: InvoiceId, locale: Locale): Promise<PdfFile> =>
  deps.renderPdf(() => jobOf(deps, account, id, locale), drawInvoice)

/** Draws the credit note of a void invoice in the language of the invoice. */
export const creditNotePdf = (
  deps: InvoicesDeps,
  account: AccountId,
  id: InvoiceId,
  locale: Locale,
): Promise<PdfFile> =>
  deps.renderPdf(async () => {
    const head = await headOf(deps, account, id, locale)
    const note = creditNoteOf(head.invoice)
    if (note === null) throw new Refusal('not_found')
    const name = `credit-note-${note.number.toLowerCase()}-${shortId(account).toLowerCase()}.pdf`
    const job: CreditNoteJob = { ...head, document: 'credit_note', note }
    return { name, job }
  }, drawCreditNote)

/** Lists the lines as CSV. The last row is their total, after the net amount and the tax in it. */
export async function invoiceCsv(
  deps: InvoicesDeps,
  account: AccountId,
  id: InvoiceId,
  locale: Locale,
): Promise<{ readonly name: string; readonly content: string }> {
  const { name, job } = await jobOf(deps, account, id, locale)
  const texts = pdfTexts(job.locale)
  const row = rowOf(texts, job)
  const sums = sumsOf(texts, job).map(([title, amount]) => [
    title,
    ...Array<string>(6).fill(''),
    decimalOf(amount),
    job.invoice.currency,
    '',
  ])
  return { name: name.replace(/pdf$/, 'csv'), content: csvOf([headings(texts), ...job.lines.map(row), ...sums]) }
}

async function headOf(deps: InvoicesDeps, account: AccountId, id: InvoiceId, locale: Locale): Promise<InvoiceHead> {
  const { db, clock, countryName, sandbox, sellers } = deps
  const { zone } = await readCustomer(db, account, clock.now())
  const invoice = await ownInvoice(db, account, id)
  // An issued invoice keeps the billing profile that it was issued with.
  const billedTo = invoice.number === null ? await readBilledTo(db, account) : invoice.billed_to
  const language = billedTo?.language ?? locale
  return {
    locale: language,
    account,
    owner: await readOwner(db, account),
    zone,
    invoice,
    billedTo,
    billedCountry: billedTo === null || billedTo.country === '' ? '' : countryName(billedTo.country, language),
    seller: invoice.number === null ? sellers[invoice.partition] : invoice.issued_by,
    sandbox,
  }
}

async function jobOf(
  deps: InvoicesDeps,
  account: AccountId,
  id: InvoiceId,
  locale: Locale,
): Promise<NamedJob<InvoiceJob>> {
  const { db, countryName, sellers } = deps
  const head = await headOf(deps, account, id, locale)
  const { invoice } = head
  const named = (country: string | null): string | null => (country === null ? null : countryName(country, head.locale))
  const lines = await readLines(db, invoice)
  const job: InvoiceJob = {
    ...head,
    document: 'invoice',
    lines: lines.map((line) => ({ ...line, countryName: named(line.country) })),
    tax: await readTax(db, invoice, sellers),
    payments: await readPayments(db, invoice),
    bankAccount: sellers[invoice.partition]?.bank_account ?? [],
  }
  const called = invoice.number?.toLowerCase() ?? `preview-${invoice.from_day}`
  return { name: `invoice-${called}-${shortId(account).toLowerCase()}.pdf`, job }
}

/** Prefers the verified name to the names that the owner entered. */
async function readOwner(db: Kysely<Schema>, account: AccountId): Promise<string> {
  const { realname_name, firstname, lastname, nickname, email, phone } = await db
    .selectFrom('account')
    .select(['realname_name', 'firstname', 'lastname', 'nickname', 'email', 'phone'])
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
  const names = [realname_name, fullName(firstname, lastname), nickname, email, phone]
  return names.find((name) => name !== null && name !== '') ?? ''
}

const headings = (texts: PdfTexts): string[] => [
  texts.kind,
  texts.description,
  texts.country,
  texts.scene,
  texts.messages,
  texts.parts,
  texts.unitPrice,
  texts.amount,
  texts.currency,
  texts.disputed,
]

const rowOf = (texts: PdfTexts, { zone, invoice }: InvoiceJob) => {
  const moment = momentIn(zone)
  return (line: NamedLine): string[] => [
    texts.lines[line.kind],
    describeLine(texts, line),
    line.country ?? '',
    line.scene === null ? '' : texts.scenes[line.scene],
    line.messages === null ? '' : String(line.messages),
    line.parts === null ? '' : String(line.parts),
    line.unit_price_micros === null ? '' : decimalOf(line.unit_price_micros),
    decimalOf(line.amount_micros),
    invoice.currency,
    line.disputed_at === null ? '' : moment(line.disputed_at),
  ]
}
