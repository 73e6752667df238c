import { shortId } from '@hongyan/contract/account'
import type { Statement } from '@hongyan/contract/endpoints/finance/transactions'
import type { AccountId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import { TradeDirection } from '@hongyan/contract/vocabulary/payment'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { readCounted, type TransactionDeps } from './counted.ts'
import { readSums, type Sums } from './days.ts'
import { type Holder, type Range, readHolder } from './holder.ts'
import { type Line, readLines } from './lines.ts'
import { presentLine } from './present.ts'
import { closedBefore } from './rounds.ts'
import { presentSums } from './service.ts'

/** Lines per query for a file. */
const PAGE = 500

/** A month of an account, as of one moment. */
export interface MonthOf {
  readonly month: string
  readonly holder: Holder
  readonly final: boolean
  readonly sums: Sums
  /** Oldest first. */
  readonly lines: readonly Line[]
  readonly total: number
  /** The number and the sums of the lines that are left out. */
  readonly leftOut: { readonly in: Micros; readonly out: Micros; readonly lines: number }
}

/** The first and the last day of a month. */
function rangeOfMonth(month: string): Range & { readonly from: string; readonly to: string } {
  const [year = 0, nr = 0] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, nr, 0)).toISOString().slice(0, 10) }
}

export async function readStatement(
  deps: TransactionDeps,
  account: AccountId,
  { month, limit, offset }: { readonly month: string; readonly limit: number; readonly offset: number },
): Promise<{ readonly statement: Statement; readonly total: number }> {
  const { holder, sums, lines, total, final } = await readMonth(deps, account, month, { limit, offset })
  const statement = {
    ...presentSums(holder, sums),
    ...rangeOfMonth(month),
    month,
    final,
    account: { name: holder.name, suid: shortId(account) },
    lines: lines.map((line) => presentLine(line, holder)),
  }
  return { statement, total }
}

/** Returns a month's sums with a page of its lines, or with the first ones for a file. */
export async function readMonth(
  deps: TransactionDeps,
  account: AccountId,
  month: string,
  wanted: { readonly limit: number; readonly offset: number },
): Promise<MonthOf> {
  const now = deps.clock.now()
  const range = rangeOfMonth(month)
  const { begin, end } = await readHolder(deps.db, account, now, range)
  if (begin > now) throw new Refusal('invalid_request', { field: 'month' })
  const read = await readCounted(deps, { account, range, now }, async (tx, holder) => {
    const sums = await readSums(tx, holder)
    return { ...sums, sums, ...(await readSome(tx, holder, now, wanted)) }
  })
  const { holder, sums, lines, total } = read
  return { month, holder, final: end < closedBefore(now), sums, lines, total, leftOut: leftOutOf(read) }
}

async function readSome(
  tx: Transaction<Schema>,
  holder: Holder,
  now: Date,
  wanted: { readonly limit: number; readonly offset: number },
): Promise<Pick<MonthOf, 'lines' | 'total'>> {
  const lines: Line[] = []
  for (;;) {
    const limit = Math.min(PAGE, wanted.limit - lines.length)
    const paging = { limit, offset: wanted.offset + lines.length, order: 'oldest first' } as const
    const { rows, total } = await readLines(tx, holder, now, { moved: true }, paging)
    lines.push(...rows)
    if (rows.length < PAGE || lines.length === wanted.limit) return { lines, total }
  }
}

function leftOutOf({ sums, lines, total }: Pick<MonthOf, 'sums' | 'lines' | 'total'>): MonthOf['leftOut'] {
  const left = (whole: Micros, direction: TradeDirection): Micros =>
    lines.reduce((sum, line) => (line.direction === direction ? sum - line.amount : sum), whole as bigint) as Micros // a difference of micros
  const leftOut = {
    in: left(sums.in, TradeDirection.In),
    out: left(sums.out, TradeDirection.Out),
    lines: total - lines.length,
  }
  if (leftOut.lines === 0 && leftOut.in + leftOut.out !== 0n) throw new Error('lines of a month do not sum to it')
  return leftOut
}
