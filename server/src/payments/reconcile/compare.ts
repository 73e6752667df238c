import { decimalOf, type Micros } from '@hongyan/contract/money'
import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Movement, MovementKind, Report } from './report.ts'

/** The result for a row of the report, or for a movement of the books that the report lacks. */
export type Comparison = 'matched' | 'missing here' | 'missing there' | 'amount differs'

/** A row that is not matched. */
export interface Difference {
  readonly result: Exclude<Comparison, 'matched'>
  readonly kind: MovementKind
  /** The provider's id, or ours of a refund. */
  readonly id: string
  readonly at: Date
  /** The amounts, null on the side that has none. */
  readonly there: string | null
  readonly here: string | null
}

export interface Reconciliation {
  readonly channel: TopUpChannel
  readonly matched: number
  /** Rows of other kinds, such as fees and payouts, which are not compared. */
  readonly others: number
  readonly differences: readonly Difference[]
}

/** A movement in the books. `key` is the movement's id in the report. */
interface Booked {
  readonly row: string
  readonly key: string
  readonly at: Date
  readonly amount: Micros
  readonly currency: string
}

const BATCH = 500

/**
 * Compares a report with the books, batch by batch. A movement of the books is missing there where the report does not
 * have it although it lies between the report's first and last row.
 */
export async function reconcile(db: Kysely<Schema>, { channel, movements }: Report): Promise<Reconciliation> {
  const differences: Difference[] = []
  const seen = new Set<string>()
  const [first, last] = [new Date(8.64e15), new Date(0)]
  let [matched, others]: [number, number] = [0, 0]
  for await (const batch of batchesOf(movements)) {
    const known = await findBooked(
      db,
      channel,
      batch.filter((one) => one !== null),
    )
    for (const movement of batch) {
      if (movement === null) {
        others += 1
        continue
      }
      first.setTime(Math.min(first.getTime(), movement.at.getTime()))
      last.setTime(Math.max(last.getTime(), movement.at.getTime()))
      const booked = takeBooked(known, movement)
      if (booked !== null) seen.add(booked.row)
      const difference = differenceOf(movement, booked)
      if (difference === null) matched += 1
      else differences.push(difference)
    }
  }
  if (first <= last) differences.push(...(await missingThere(db, channel, first, last, seen)))
  return { channel, matched, others, differences }
}

async function* batchesOf<T>(rows: AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  let batch: T[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length === BATCH) {
      yield batch
      batch = []
    }
  }
  yield batch
}

const keyOf = (kind: MovementKind, id: string): string => `${kind} ${id}`

/** The booked movement of a row. Refunds that were made at the provider are found by their payment and amount. */
function takeBooked(known: Map<string, Booked>, { kind, id, paymentId, amount }: Movement): Booked | null {
  const keys = [keyOf(kind, id), ...(kind === 'refund' ? [keyOf(kind, `${paymentId}:${amount}`)] : [])]
  const key = keys.find((one) => known.has(one))
  const booked = key === undefined ? undefined : known.get(key)
  if (key !== undefined) known.delete(key)
  return booked ?? null
}

function differenceOf({ kind, id, at, amount, currency }: Movement, booked: Booked | null): Difference | null {
  const there = `${decimalOf(amount)} ${currency}`
  if (booked === null) return { result: 'missing here', kind, id, at, there, here: null }
  const here = textOf(booked)
  return here === there ? null : { result: 'amount differs', kind, id, at, there, here }
}

const textOf = ({ amount, currency }: Booked): string => `${decimalOf(amount)} ${currency}`

/** All movements of a channel in the books, real money only. */
const books = (channel: TopUpChannel) => sql`(
  select 'payment' as kind, t.payment_id as key, t.payment_id, t.id::text as row, t.paid_at as at, t.amount_micros as amount, t.currency
    from top_up t where t.channel = ${channel} and not t.test and t.payment_id is not null
  union all
  select 'payment', b.reference, b.reference, b.id::text, b.at, b.amount_micros, a.currency
    from staff_booking b join account a on a.id = b.account_id where b.kind = 'assigned'
  union all
  select 'refund', case when r.source = 'provider' and t.channel = 'alipay' then t.payment_id || ':' || r.paid_out_micros
      when r.source = 'provider' or t.channel = 'stripe' then coalesce(r.remote_id, r.id::text) else r.id::text end,
    t.payment_id, r.id::text, coalesce(r.ended_at, r.begun_at), r.paid_out_micros, t.currency
    from refund r join top_up t on t.account_id = r.account_id and t.id = r.top_up_id
   where t.channel = ${channel} and not t.test and r.status <> 'failed'
  union all
  select 'dispute', d.remote_id, t.payment_id, d.remote_id, d.opened_at, d.amount_micros, t.currency
    from dispute d join top_up t on t.account_id = d.account_id and t.id = d.top_up_id
   where d.channel = ${channel} and not t.test and d.entry is not null
)`

type BookRow = Booked & { readonly kind: MovementKind }

async function findBooked(
  db: Kysely<Schema>,
  channel: TopUpChannel,
  movements: readonly Movement[],
): Promise<Map<string, Booked>> {
  const keys = movements.flatMap(({ id, paymentId, amount }) => [id, `${paymentId}:${amount}`])
  const { rows } = await sql<BookRow>`
    select kind, key, row, at, amount, currency from ${books(channel)} b
     where key = any(${keys}::text[])`.execute(db)
  return new Map(rows.map((row) => [keyOf(row.kind, row.key), row]))
}

async function missingThere(
  db: Kysely<Schema>,
  channel: TopUpChannel,
  first: Date,
  last: Date,
  seen: ReadonlySet<string>,
): Promise<readonly Difference[]> {
  const { rows } = await sql<BookRow>`
    select b.kind, b.key, b.row, b.at, b.amount, b.currency from ${books(channel)} b
     where b.at between ${first} and ${last}
       and (b.kind <> 'payment' or exists (select from top_up t where t.id::text = b.row))
     order by b.at, b.row`.execute(db)
  return rows
    .filter(({ row }) => !seen.has(row))
    .map((booked) => ({
      result: 'missing there',
      kind: booked.kind,
      id: booked.key,
      at: booked.at,
      there: null,
      here: textOf(booked),
    }))
}
