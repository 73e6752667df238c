import { type AccountId, TopUpId, type TransactionId } from '@hongyan/contract/ids'
import { type Micros, ZERO } from '@hongyan/contract/money'
import { Currency, Partition } from '@hongyan/contract/vocabulary/account'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { FapiaoTable, Schema } from '../../db/schema.ts'
import { txOf } from '../../db/tx.ts'
import { Refusal } from '../../kit/refusal.ts'
import { ledger } from '../../ledger/ledger.ts'

/** What a tax invoice is about, and for how much there could be one now. */
export interface Subject {
  readonly account: AccountId
  readonly id: string
  readonly subject: 'charge' | 'invoice'
  /** Zero where nothing of it is left. */
  readonly amount: Micros
}

/** A charge of the account under its one name, and the entry that brought it in; null where nobody paid it. */
interface Named {
  readonly id: string
  readonly entry: string | null
}

/**
 * The account's own charge: what was paid less what was refunded of it, at once when a refund begins, and less what a
 * bank took back. Only mainland accounts in CNY have tax invoices; whatever is no charge, or is not paid, has none.
 */
export async function chargeSubject(db: Kysely<Schema>, account: AccountId, id: TransactionId): Promise<Subject> {
  const named = await nameOf(db, account, id)
  if (named === null) throw new Refusal('not_found')
  const amount = named.entry === null || !(await mayAsk(db, account)) ? null : await amountOf(db, account, named.entry)
  if (amount === null) throw new Refusal('fapiao_not_possible')
  return { account, id: named.id, subject: 'charge', amount }
}

/** The charge, or the invoice, that staff name. */
export const subjectNamed = (db: Kysely<Schema>, account: AccountId, id: TransactionId): Promise<Subject> =>
  chargeSubject(db, account, id)

/** What there is a request for, as it stands now. */
export const subjectOf = (
  db: Kysely<Schema>,
  { account_id: account, subject_id: id }: Pick<Selectable<FapiaoTable>, 'account_id' | 'subject_id'>,
): Promise<Subject> => chargeSubject(db, account, id as TransactionId) // rows are written under such names

/** Null where the entry brought nothing in. */
async function amountOf(db: Kysely<Schema>, account: AccountId, entry: string): Promise<Micros | null> {
  const charge = (await ledger.charges(txOf(db), account)).find((one) => one.entry === entry)
  if (charge === undefined) return null
  return charge.amount > 0n ? charge.amount : ZERO
}

/** A top-up is known by its own id; its entry's leads to the same, so that no charge has two. */
async function nameOf(db: Kysely<Schema>, account: AccountId, id: TransactionId): Promise<Named | null> {
  const known = TopUpId.safeParse(id)
  if (!known.success) return null
  const { rows } = await sql<Named>`
    select t.id::text as id, t.entry from top_up t where t.account_id = ${account} and t.id = ${known.data}
    union all
    select coalesce(t.id, e.id)::text, e.id from ledger_entry e
      left join top_up t on t.account_id = e.account_id and t.entry = e.id
     where e.account_id = ${account} and e.id = ${known.data}`.execute(db)
  return rows[0] ?? null
}

async function mayAsk(db: Kysely<Schema>, account: AccountId): Promise<boolean> {
  const { partition, currency } = await db
    .selectFrom('account')
    .select(['partition', 'currency'])
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
  return partition === Partition.Cn && currency === Currency.Cny
}
