import type { Micros } from '@hongyan/contract/money'
import type { AccountId } from '@hongyan/contract/ids'
import { type Tx, statement } from '../db/tx.ts'

/** An entry of the book: one per account, kind and batch. The messages that name it sum to its amount and count. */
export interface Entry {
  readonly id: string
  readonly account: AccountId
  readonly amount: Micros
  readonly count: number
}

const LOCK = statement(
  'ledger.lock',
  `select b.account_id, b.paid_micros, b.held_micros, a.credit_enabled, a.credit_micros
     from balance b join account a on a.id = b.account_id
    where b.account_id = any($1::uuid[]) order by b.account_id for update of b`,
)

const WRITE = `with entry as (
    select * from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::integer[]) as e(id, account_id, amount, count)
  ), booked as (
    insert into ledger_entry (account_id, id, kind, amount_micros, count, at)
    select account_id, id, KIND, amount, count, $5 from entry
  )
  update balance b set CHANGE
    from (select account_id, sum(amount)::bigint as amount from entry group by account_id) s
   where b.account_id = s.account_id`

const write = (kind: string, change: string) =>
  statement(`ledger.${kind}`, WRITE.replace('KIND', `'${kind}'`).replace('CHANGE', change))

const HOLD = write('hold', 'held_micros = held_micros + s.amount')
const POST = write('post', 'held_micros = held_micros - s.amount, paid_micros = paid_micros - s.amount')
const VOID = write('void', 'held_micros = held_micros - s.amount')
const CREDIT = write('credit', 'paid_micros = paid_micros + s.amount')

const OPEN = statement('ledger.open', `insert into balance (account_id) values ($1) on conflict do nothing`)

interface LockedRow {
  account_id: AccountId
  paid_micros: Micros
  held_micros: Micros
  credit_enabled: boolean
  credit_micros: Micros
}

const columns = (entries: readonly Entry[], at: Date) => [
  entries.map(({ id }) => id),
  entries.map(({ account }) => account),
  entries.map(({ amount }) => amount),
  entries.map(({ count }) => count),
  at,
]

/** What an account may still spend, in micro-units: funds less holds, plus the credit limit where credit is enabled. */
const available = (row: Omit<LockedRow, 'account_id'>): Micros =>
  (row.paid_micros - row.held_micros + (row.credit_enabled ? row.credit_micros : 0n)) as Micros // the sum of micros is micros

/**
 * The money of every account that the product keeps. Only this module writes it.
 * Callers lock before they write, in the house's order: request keys, limits, accounts, messages, each sorted.
 */
export const ledger = {
  /** Locks the accounts' balances until the transaction ends and tells what each may still spend. */
  async lock(tx: Tx, accounts: readonly AccountId[]): Promise<ReadonlyMap<AccountId, Micros>> {
    const rows = await tx.run<LockedRow>(LOCK, [[...new Set(accounts)]])
    return new Map(rows.map((row) => [row.account_id, available(row)]))
  },

  /** Sets amounts aside for messages that were accepted. */
  async hold(tx: Tx, entries: readonly Entry[], at: Date): Promise<void> {
    if (entries.length > 0) await tx.run(HOLD, columns(entries, at))
  },

  /** Takes held amounts for good: an upstream was seen to have the messages. */
  async post(tx: Tx, entries: readonly Entry[], at: Date): Promise<void> {
    if (entries.length > 0) await tx.run(POST, columns(entries, at))
  },

  /** Gives held amounts back: the messages ended without any upstream having them. */
  async void(tx: Tx, entries: readonly Entry[], at: Date): Promise<void> {
    if (entries.length > 0) await tx.run(VOID, columns(entries, at))
  },

  /** Adds paid funds. */
  async credit(tx: Tx, entries: readonly Entry[], at: Date): Promise<void> {
    if (entries.length > 0) await tx.run(CREDIT, columns(entries, at))
  },

  /** Gives a new account its empty balance. */
  async open(tx: Tx, account: AccountId): Promise<void> {
    await tx.run(OPEN, [account])
  },
}
