import { fullName, shortId } from '@hongyan/contract/account'
import type { AccountId, InvoiceId } from '@hongyan/contract/ids'
import { decimalOf } from '@hongyan/contract/money'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { momentIn } from '../../../kit/format.ts'
import type { NamedJob, PdfFile } from '../../../kit/pdf/draw-in-worker.ts'
import { csvOf } from '../../../kit/csv.ts'
import { readBilledTo } from './billed-to.ts'
import { readCustomer } from './customer.ts'
import { aboutLine, drawInvoice, type InvoiceJob, type NamedLine } from './invoice-paper.ts'
import { type PaperWords, paperWords } from './paper-words.ts'
import type { InvoicesDeps } from './deps.ts'
import { ownInvoice } from './reading.ts'
import { readLines, readPayments } from './store.ts'

/** In the language of whom it is made out to; in the caller's where nobody has said. */
export const invoicePdf = (deps: InvoicesDeps, account: AccountId, id: InvoiceId, locale: Locale): Promise<PdfFile> =>
  deps.papers(() => jobOf(deps, account, id, locale), drawInvoice)

/** The lines as a table, which sum to its last row. */
export async function invoiceCsv(
  deps: InvoicesDeps,
  account: AccountId,
  id: InvoiceId,
  locale: Locale,
): Promise<{ readonly name: string; readonly content: string }> {
  const { name, job } = await jobOf(deps, account, id, locale)
  const words = paperWords(job.locale)
  const row = rowOf(words, job)
  const total = [
    words.total,
    ...Array<string>(6).fill(''),
    decimalOf(job.invoice.total_micros),
    job.invoice.currency,
    '',
  ]
  return { name: name.replace(/pdf$/, 'csv'), content: csvOf([headings(words), ...job.lines.map(row), total]) }
}

async function jobOf(
  deps: InvoicesDeps,
  account: AccountId,
  id: InvoiceId,
  locale: Locale,
): Promise<NamedJob<InvoiceJob>> {
  const { db, clock, countryName, sandbox } = deps
  const { zone } = await readCustomer(db, account, clock.now())
  const invoice = await ownInvoice(db, account, id)
  // An issued one keeps the name that it was issued to.
  const billedTo = invoice.number === null ? await readBilledTo(db, account) : invoice.billed_to
  const language = billedTo?.language ?? locale
  const named = (country: string | null): string | null => (country === null ? null : countryName(country, language))
  const lines = await readLines(db, invoice)
  const job: InvoiceJob = {
    document: 'invoice',
    locale: language,
    account,
    owner: await readOwner(db, account),
    zone,
    invoice,
    billedTo,
    billedCountry: billedTo === null || billedTo.country === '' ? '' : countryName(billedTo.country, language),
    lines: lines.map((line) => ({ ...line, countryName: named(line.country) })),
    payments: await readPayments(db, invoice),
    sandbox,
  }
  const called = invoice.number?.toLowerCase() ?? `preview-${invoice.from_day}`
  return { name: `invoice-${called}-${shortId(account).toLowerCase()}.pdf`, job }
}

/** Papers name who was verified before who only says so. */
async function readOwner(db: Kysely<Schema>, account: AccountId): Promise<string> {
  const { realname_name, firstname, lastname, nickname, email, phone } = await db
    .selectFrom('account')
    .select(['realname_name', 'firstname', 'lastname', 'nickname', 'email', 'phone'])
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
  const names = [realname_name, fullName(firstname, lastname), nickname, email, phone]
  return names.find((name) => name !== null && name !== '') ?? ''
}

const headings = (words: PaperWords): string[] => [
  words.kind,
  words.description,
  words.country,
  words.scene,
  words.messages,
  words.parts,
  words.unitPrice,
  words.amount,
  words.currency,
  words.disputed,
]

const rowOf = (words: PaperWords, { zone, invoice }: InvoiceJob) => {
  const moment = momentIn(zone)
  return (line: NamedLine): string[] => [
    words.lines[line.kind],
    aboutLine(words, line),
    line.country ?? '',
    line.scene === null ? '' : words.scenes[line.scene],
    line.messages === null ? '' : String(line.messages),
    line.parts === null ? '' : String(line.parts),
    line.unit_price_micros === null ? '' : decimalOf(line.unit_price_micros),
    decimalOf(line.amount_micros),
    invoice.currency,
    line.disputed_at === null ? '' : moment(line.disputed_at),
  ]
}
