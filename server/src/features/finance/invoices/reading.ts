import type { Invoice, InvoiceDetail, invoices } from '@hongyan/contract/endpoints/finance/invoices'
import type { AccountId, InvoiceId } from '@hongyan/contract/ids'
import { invoice as limits } from '@hongyan/contract/limits/finance'
import { decimalOf, type Micros, micros } from '@hongyan/contract/money'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { type InvoiceChannel, InvoiceStatus } from '@hongyan/contract/vocabulary/payment'
import { sortParts } from '@hongyan/contract/vocabulary/sorting'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import { countReachable } from '../../../db/reachable-count.ts'
import type { Schema } from '../../../db/schema.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { channelsFor } from '../../../payments/channels.ts'
import { readTax } from './billed-to.ts'
import { creditNoteOf } from './credit-note.ts'
import { type Customer, readCustomer } from './customer.ts'
import type { InvoicesDeps } from './deps.ts'
import { payableFromBalance } from './payments.ts'
import { presentCreditNote, presentInvoice, presentLine, presentPayment, presentTax } from './present.ts'
import { creditIn, drawnIn } from './period.ts'
import { isPayable } from './states.ts'
import { findDraft, findInvoice, type InvoiceRow, lockInvoice, readLines, readPayments } from './store.ts'

type InvoiceQuery = z.output<typeof invoices.list.query>

/** The column of each sort. Each has an index that begins with the account and ends with the id. */
const sortedBy = { from: 'from_day', due_on: 'due_on', total: 'total_micros' } as const

/** Reads a page of the account's invoices, and their total number as far as the list can page. */
export async function listInvoices(
  { db, clock }: InvoicesDeps,
  account: AccountId,
  { limit, offset, sort, ...filter }: InvoiceQuery,
): Promise<{ readonly rows: Invoice[]; readonly total: number }> {
  const { today } = await readCustomer(db, account, clock.now())
  const found = matching(db, account, today, filter)
  const { column, direction } = sortParts(sort)
  const rows = await found
    .selectAll()
    .orderBy(sortedBy[column], direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows: rows.map((row) => presentInvoice(row, today)), total: await countReachable(db, found) }
}

/** A period matches where any day of it lies in the months of the query, both included. */
function matching(
  db: Kysely<Schema>,
  account: AccountId,
  today: string,
  { status, from, to, overdue }: Omit<InvoiceQuery, 'limit' | 'offset' | 'sort'>,
) {
  let query = db.selectFrom('invoice').where('account_id', '=', account)
  if (status !== undefined) query = query.where('status', '=', status)
  if (from !== undefined) query = query.where('to_day', '>=', `${from}-01`)
  if (to !== undefined) query = query.where(sql<boolean>`from_day < (${`${to}-01`}::date + interval '1 month')`)
  const isOverdue = sql<boolean>`(status in (${InvoiceStatus.Open}, ${InvoiceStatus.Uncollectible}) and due_on < ${today}::date)`
  if (overdue !== undefined) query = query.where(overdue === 'true' ? isOverdue : sql<boolean>`not ${isOverdue}`)
  return query
}

/**
 * The day on which the running month's invoice is issued, in the account's zone, and the drawn credit that neither an
 * invoice nor a draft has. A draft begins on the first day of the next month.
 */
export async function nextInvoice({ db, clock }: Pick<InvoicesDeps, 'db' | 'clock'>, account: AccountId) {
  const { today } = await readCustomer(db, account, clock.now())
  const drawn = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => drawnSinceDraft(tx, account))
  const [year = 0, month = 0] = today.split('-').map(Number)
  const on = new Date(Date.UTC(year, month, 1 + limits.draftDays)).toISOString().slice(0, 10)
  return { on, drawn: decimalOf(drawn) }
}

async function drawnSinceDraft(tx: Transaction<Schema>, account: AccountId): Promise<Micros> {
  const { credit } = await tx
    .selectFrom('balance')
    .select('credit_micros as credit')
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow()
  const draft = await findDraft(tx, account)
  if (draft === null) return micros(-credit)
  const { left } = await drawnIn(tx, draft, creditIn(await readLines(tx, draft)))
  return micros(-credit - left)
}

/** Reads an invoice of the account; throws for any other id. */
export async function ownInvoice(db: Kysely<Schema>, account: AccountId, id: InvoiceId): Promise<InvoiceRow> {
  const invoice = await findInvoice(db, { account_id: account, id })
  if (invoice === null) throw new Refusal('not_found')
  return invoice
}

/** Reads an invoice of the account and locks it until the transaction ends; throws for any other id. */
export async function lockOwnInvoice(tx: Transaction<Schema>, account: AccountId, id: InvoiceId): Promise<InvoiceRow> {
  const invoice = await lockInvoice(tx, { account_id: account, id })
  if (invoice === null) throw new Refusal('not_found')
  return invoice
}

export async function getInvoice(deps: InvoicesDeps, account: AccountId, id: InvoiceId): Promise<InvoiceDetail> {
  const { db, clock, fapiao, sellers } = deps
  const customer = await readCustomer(db, account, clock.now())
  const invoice = await ownInvoice(db, account, id)
  const note = creditNoteOf(invoice)
  const [lines, tax, payments, payable] = [
    await readLines(db, invoice),
    await readTax(db, invoice, sellers),
    await readPayments(db, invoice),
    await payableFromBalance(db, account, invoice),
  ]
  return {
    ...presentInvoice(invoice, customer.today),
    lines: lines.map(presentLine),
    tax: tax && presentTax(tax),
    credit_note: note && presentCreditNote(note),
    payments: payments.map(presentPayment),
    fapiao: await fapiao.read(account, id),
    bank_reference: isPayable(invoice) ? invoice.number : null,
    channels: isPayable(invoice) ? channelsNow(deps, customer, payable > 0n) : [],
    payable_from_balance: decimalOf(payable),
  }
}

/** The channels that are offered and not blocked. Staff book a bank transfer whatever the account's status. */
function channelsNow({ channels }: InvoicesDeps, customer: Customer, hasFunds: boolean): InvoiceChannel[] {
  const byBalance = hasFunds && !customer.blocks.includes(AccountStatus.AllPaymentBlocked)
  return [...(byBalance ? (['balance'] as const) : []), ...channelsFor(customer, channels), 'cash']
}
