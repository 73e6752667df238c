import type {
  transactions,
  Transaction,
  TransactionDetail,
  TransactionSummary,
} from '@hongyan/contract/endpoints/finance/transactions'
import type { AccountId, TransactionId } from '@hongyan/contract/ids'
import { decimalOf } from '@hongyan/contract/money'
import type { z } from 'zod'
import { txOf } from '../../../db/tx.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { atOneMoment, readCounted, type TransactionDeps } from './counted.ts'
import { readSums, readUsed, type Sums } from './days.ts'
import { type Holder, type Range, readHolder } from './holder.ts'
import { type Filter, type Line, type Lines, type Paging, readLines } from './lines.ts'
import { presentLine, presentUsage } from './present.ts'
import { closedBefore } from './rounds.ts'
import { closedUsage, scanUsage, type Usage } from './usage.ts'

type ListQuery = z.output<typeof transactions.list.query>
type ListFilter = Omit<ListQuery, 'limit' | 'offset' | 'sort'>

const rangeOf = ({ from, to }: Pick<ListQuery, 'from' | 'to'>): Range => ({ from: from ?? null, to: to ?? null })

/** Returns a page of an account's transactions and their total number. */
export async function listTransactions(
  deps: TransactionDeps,
  account: AccountId,
  { limit, offset, sort, ...chosen }: ListQuery,
): Promise<{ readonly rows: Transaction[]; readonly total: number }> {
  const order = sort === 'at' ? 'oldest first' : 'newest first'
  const { holder, rows, total } = await linesOf(deps, account, chosen, { limit, offset, order })
  return { rows: rows.map((line) => presentLine(line, holder)), total }
}

/** Returns the same lines unformatted, for files. */
export async function linesOf(
  deps: TransactionDeps,
  account: AccountId,
  { from, to, ...filter }: ListFilter & Filter,
  paging: Paging,
): Promise<Lines & { readonly holder: Holder }> {
  const now = deps.clock.now()
  return readCounted(deps, { account, range: rangeOf({ from, to }), now }, (tx, holder) =>
    readLines(tx, holder, now, filter, paging),
  )
}

/** Returns one transaction; with its breakdown where it is a day's usage. */
export async function getTransaction(
  deps: TransactionDeps,
  account: AccountId,
  id: TransactionId,
): Promise<TransactionDetail> {
  const { holder, line } = await findLine(deps, account, id)
  const usage = line.kind === 'usage' ? await usageOf(deps, account, line.day) : NO_USAGE
  return { ...presentLine(line, holder), ...presentUsage(usage) }
}

const NO_USAGE: Usage = { uses: [], rest: { messages: 0n, amount: 0n as Usage['rest']['amount'] }, whole: true } // zero

export async function findLine(
  deps: TransactionDeps,
  account: AccountId,
  id: TransactionId,
): Promise<{ readonly holder: Holder; readonly line: Line }> {
  const { holder, rows } = await linesOf(deps, account, { id }, { limit: 1, offset: 0, order: 'newest first' })
  const [line] = rows
  if (line === undefined) throw new Refusal('not_found')
  return { holder, line }
}

/** Reads an open day's entries and messages in one snapshot, so that they agree. */
async function usageOf(deps: TransactionDeps, account: AccountId, day: string): Promise<Usage> {
  const now = deps.clock.now()
  const range = { from: day, to: day }
  const { zone, begin, end } = await readHolder(deps.db, account, now, range)
  const whole = { account, zone, day, begin, end }
  if (end < closedBefore(now)) {
    const usage = await closedUsage(deps.pool, whole)
    if (usage !== null) return usage
  }
  return atOneMoment(deps, async (tx) =>
    scanUsage(txOf(tx), whole, await readUsed(tx, await readHolder(tx, account, now, range))),
  )
}

/** Returns the opening balance, the sums in and out, and the closing balance of a range of days. */
export async function summarise(
  deps: TransactionDeps,
  account: AccountId,
  days: Pick<ListQuery, 'from' | 'to'>,
): Promise<TransactionSummary> {
  const question = { account, range: rangeOf(days), now: deps.clock.now() }
  const { holder, ...sums } = await readCounted(deps, question, readSums)
  return { ...presentSums(holder, sums), held: decimalOf(sums.held) }
}

export const presentSums = ({ currency, zone }: Holder, sums: Sums) => ({
  currency,
  time_zone: zone,
  opening: decimalOf(sums.opening),
  in: decimalOf(sums.in),
  out: decimalOf(sums.out),
  closing: decimalOf(sums.closing),
})
