import type { AccountId } from '@hongyan/contract/ids'
import { statement, type Tx } from '../db/tx.ts'
import { FIRST_ID } from '../kit/ids.ts'

/** The books of a customer, whose sums the balance keeps. */
export const books = ['paid', 'gift', 'cashback', 'credit', 'billed', 'held'] as const
export type Book = (typeof books)[number]
export type Sums = { readonly [B in Book]: bigint }

/** The sums of an account's entries before an id, in micros, and the number of these entries. */
export interface Checkpoint extends Sums {
  readonly before: string
  readonly entries: bigint
}

/** The checkpoint of an account without entries, from which a proof reads everything. */
export const beginning: Checkpoint = {
  before: FIRST_ID,
  entries: 0n,
  paid: 0n,
  gift: 0n,
  cashback: 0n,
  credit: 0n,
  billed: 0n,
  held: 0n,
}

const READ = statement(
  'ledger_checkpoint.read',
  `select account_id as account, before, entries, paid_micros as paid, gift_micros as gift, cashback_micros as cashback,
     credit_micros as credit, billed_micros as billed, held_micros as held
   from ledger_checkpoint where account_id = any($1::uuid[])`,
)

const WRITE = statement(
  'ledger_checkpoint.write',
  `insert into ledger_checkpoint as c (account_id, before, entries, paid_micros, gift_micros, cashback_micros,
     credit_micros, billed_micros, held_micros)
   select * from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
     $8::bigint[], $9::bigint[])
   on conflict (account_id) do update set before = excluded.before, entries = excluded.entries,
     paid_micros = excluded.paid_micros, gift_micros = excluded.gift_micros, cashback_micros = excluded.cashback_micros,
     credit_micros = excluded.credit_micros, billed_micros = excluded.billed_micros, held_micros = excluded.held_micros`,
)

export async function readCheckpoints(
  db: Tx,
  accounts: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, Checkpoint>> {
  const rows = await db.run<Checkpoint & { readonly account: AccountId }>(READ, [accounts])
  return new Map(rows.map(({ account, ...checkpoint }) => [account, checkpoint]))
}

export async function writeCheckpoints(db: Tx, checkpoints: ReadonlyMap<AccountId, Checkpoint>): Promise<void> {
  const rows = [...checkpoints.values()]
  const columns = (['before', 'entries', ...books] as const).map((name) => rows.map((row) => row[name]))
  await db.run(WRITE, [[...checkpoints.keys()], ...columns])
}

/** The deviations of a stored checkpoint from the entries before it, one sentence each. */
export function disagreements(stored: Checkpoint, counted: Checkpoint): readonly string[] {
  const line = (name: 'entries' | Book, of: string): string =>
    `the checkpoint has ${of} ${stored[name]}, and the entries before it have ${counted[name]}`
  return [
    ...(stored.entries === counted.entries ? [] : [line('entries', 'the number')]),
    ...books.filter((book) => stored[book] !== counted[book]).map((book) => line(book, book)),
  ]
}
