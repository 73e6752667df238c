import { type AccountId, InvoiceId, TopUpId, type TransactionId } from '@hongyan/contract/ids'
import { type Micros, micros, ZERO } from '@hongyan/contract/money'
import { Currency, Partition } from '@hongyan/contract/vocabulary/account'
import { InvoiceStatus } from '@hongyan/contract/vocabulary/payment'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { FapiaoTable } from '../../../db/schema/fapiao.ts'
import { txOf } from '../../../db/tx.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { ledger } from '../../../ledger/ledger.ts'

/** The charge or invoice of a tax invoice, and the amount that it could have now. */
export interface Subject {
  readonly account: AccountId
  readonly id: string
  readonly subject: 'charge' | 'invoice'
  /** Zero once it is refunded completely. */
  readonly amount: Micros
}

/** The canonical id of a charge, and the entry that credited it; null while unpaid. */
interface CanonicalCharge {
  readonly id: string
  readonly entry: string | null
}

/**
 * Finds a charge of the account and the amount of its tax invoice: the payment less its refunds (deducted when a refund
 * begins), less disputes, and less the part that paid an invoice, which has a tax invoice of its own unless it is void.
 * Throws for an unknown id, and for an account without tax invoices: only mainland accounts in CNY have them.
 */
export async function chargeSubject(db: Kysely<Schema>, account: AccountId, id: TransactionId): Promise<Subject> {
  const charge = await canonicalChargeOf(db, account, id)
  if (charge === null) throw new Refusal('not_found')
  const amount =
    charge.entry === null || !(await mayHaveFapiao(db, account))
      ? null
      : await creditedAmount(db, account, charge.entry)
  if (amount === null) throw new Refusal('fapiao_not_possible')
  const towards = await paidTowards(db, account, charge.entry)
  return { account, id: charge.id, subject: 'charge', amount: atLeastZero(amount - towards) }
}

/**
 * Finds an issued invoice of the account and the amount of its tax invoice: the total less the part paid by funds,
 * whose charges have their own tax invoices. Throws for any other id.
 */
export async function invoiceSubject(db: Kysely<Schema>, account: AccountId, id: InvoiceId): Promise<Subject> {
  const { rows } = await sql<{ status: InvoiceStatus; total: Micros; funds: Micros }>`
    select i.status, i.total_micros as total, coalesce((
        select sum(p.amount_micros) from invoice_payment p
         where p.account_id = i.account_id and p.invoice_id = i.id and p.channel = 'balance'), 0)::bigint as funds
      from invoice i where i.account_id = ${account} and i.id = ${id}`.execute(db)
  const [invoice] = rows
  if (invoice === undefined) throw new Refusal('not_found')
  const { status, total, funds } = invoice
  if (status === InvoiceStatus.Draft || !(await mayHaveFapiao(db, account))) throw new Refusal('fapiao_not_possible')
  const amount = status === InvoiceStatus.Void ? ZERO : atLeastZero(total - funds)
  return { account, id, subject: 'invoice', amount }
}

/** Finds the charge or invoice that staff name. */
export async function subjectNamed(db: Kysely<Schema>, account: AccountId, id: TransactionId): Promise<Subject> {
  const invoice = InvoiceId.safeParse(id)
  const isInvoice = invoice.success && (await hasInvoice(db, account, invoice.data))
  return isInvoice ? invoiceSubject(db, account, invoice.data) : chargeSubject(db, account, id)
}

/** Reads the subject of a request with its current amount. */
export const subjectOf = (
  db: Kysely<Schema>,
  { account_id: account, subject, subject_id: id }: Selectable<FapiaoTable>,
): Promise<Subject> =>
  // The column holds an id of the kind that `subject` names.
  subject === 'invoice' ? invoiceSubject(db, account, id as InvoiceId) : chargeSubject(db, account, id as TransactionId)

async function hasInvoice(db: Kysely<Schema>, account: AccountId, id: InvoiceId): Promise<boolean> {
  const found = await db
    .selectFrom('invoice')
    .select('id')
    .where('account_id', '=', account)
    .where('id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}

/** The amount that an entry credited and that is not refunded or disputed; null where the entry is no credit. */
async function creditedAmount(db: Kysely<Schema>, account: AccountId, entry: string): Promise<Micros | null> {
  const charge = (await ledger.charges(txOf(db), account)).find((one) => one.entry === entry)
  return charge?.amount ?? null
}

async function paidTowards(db: Kysely<Schema>, account: AccountId, entry: string | null): Promise<bigint> {
  const { rows } = await sql<{ amount: Micros }>`
    select coalesce(sum(p.amount_micros), 0)::bigint as amount from ledger_entry e
      join invoice_payment p on p.account_id = e.account_id and p.id = e.id
      join invoice i on i.account_id = p.account_id and i.id = p.invoice_id
     where e.account_id = ${account} and e.charge = ${entry} and i.status <> ${InvoiceStatus.Void}`.execute(db)
  return rows[0]?.amount ?? ZERO
}

const atLeastZero = (amount: bigint): Micros => micros(amount > 0n ? amount : 0n)

/** Returns the canonical id of a charge: a top-up's own id, also for the id of its entry, so that no charge has two. */
async function canonicalChargeOf(
  db: Kysely<Schema>,
  account: AccountId,
  id: TransactionId,
): Promise<CanonicalCharge | null> {
  const known = TopUpId.safeParse(id)
  if (!known.success) return null
  const { rows } = await sql<CanonicalCharge>`
    select t.id::text as id, t.entry from top_up t where t.account_id = ${account} and t.id = ${known.data}
    union all
    select coalesce(t.id, e.id)::text, e.id from ledger_entry e
      left join top_up t on t.account_id = e.account_id and t.entry = e.id
     where e.account_id = ${account} and e.id = ${known.data}`.execute(db)
  return rows[0] ?? null
}

async function mayHaveFapiao(db: Kysely<Schema>, account: AccountId): Promise<boolean> {
  const { partition, currency } = await db
    .selectFrom('account')
    .select(['partition', 'currency'])
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
  return partition === Partition.Cn && currency === Currency.Cny
}
