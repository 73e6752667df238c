import { DAY } from '@hongyan/contract/durations'
import { firstIdAt } from '../kit/ids.ts'

/** The partitioning of a table: by its UUIDv7 ids or its moments, a month or a day each. */
export interface Cut {
  readonly parent: string
  readonly column: string
  readonly by: 'id' | 'moment'
  readonly every: 'month' | 'day'
  /** Days between the end of a partition and its removal; null keeps it for ever. */
  readonly keptDays: number | null
  /** Percent of a page that inserts fill. The rest is for updates, which then leave the indexes alone. */
  readonly fill?: number
}

/**
 * Retention drops partitions. Messages stay thirteen months, bodies as long as their class says, and the ledger for ever.
 */
export const cuts: readonly Cut[] = [
  // A message is updated twice: when it is handed over, and when it is delivered.
  { parent: 'message', column: 'id', by: 'id', every: 'month', keptDays: 396, fill: 50 },
  { parent: 'message_event', column: 'message_id', by: 'id', every: 'month', keptDays: 396 },
  { parent: 'message_body_7', column: 'id', by: 'id', every: 'day', keptDays: 7 },
  { parent: 'message_body_30', column: 'id', by: 'id', every: 'day', keptDays: 30 },
  { parent: 'message_body_90', column: 'id', by: 'id', every: 'day', keptDays: 90 },
  { parent: 'handover', column: 'at', by: 'moment', every: 'day', keptDays: 10 },
  { parent: 'ledger_entry', column: 'id', by: 'id', every: 'month', keptDays: null },
]

/** A partition, and the time that it covers. */
export interface Stretch {
  readonly name: string
  readonly from: Date
  readonly to: Date
}

const startOf = (every: Cut['every'], moment: Date): Date =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), every === 'month' ? 1 : moment.getUTCDate()))

const endOf = (every: Cut['every'], start: Date): Date =>
  every === 'day'
    ? new Date(start.getTime() + DAY)
    : new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1))

const stamp = (every: Cut['every'], start: Date): string =>
  start
    .toISOString()
    .slice(0, every === 'month' ? 7 : 10)
    .replaceAll('-', '')

/** The partition that covers a moment. */
export function stretchAt({ parent, every }: Pick<Cut, 'parent' | 'every'>, moment: Date): Stretch {
  const from = startOf(every, moment)
  return { name: `${parent}_p${stamp(every, from)}`, from, to: endOf(every, from) }
}

/** The partitions that a table needs from today until so many days ahead. */
export function stretches(cut: Pick<Cut, 'parent' | 'every'>, now: Date, daysAhead: number): readonly Stretch[] {
  const last = now.getTime() + daysAhead * DAY
  const found: Stretch[] = []
  for (let next = stretchAt(cut, now); next.from.getTime() <= last; next = stretchAt(cut, next.to)) found.push(next)
  return found
}

/** The oldest moment whose rows are still kept. */
export const keptSince = ({ every, keptDays }: Pick<Cut, 'every' | 'keptDays'>, now: Date): Date =>
  keptDays === null ? new Date(0) : startOf(every, new Date(now.getTime() - keptDays * DAY))

/** The partitions of a table that ended longer ago than its rows are kept. */
export function expired(
  cut: Pick<Cut, 'parent' | 'every' | 'keptDays'>,
  existing: ReadonlySet<string>,
  now: Date,
): string[] {
  const pattern = new RegExp(`^${cut.parent}_p(\\d{4})(\\d{2})(\\d{2})?$`)
  return [...existing].filter((name) => {
    const [, year, month, day = '01'] = pattern.exec(name) ?? []
    if (year === undefined || month === undefined) return false
    return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))) < keptSince(cut, now)
  })
}

/** The least value of a table's partitioning column at a moment, as a literal of SQL. */
export const bound = ({ by }: Pick<Cut, 'by'>, moment: Date): string =>
  by === 'id' ? `'${firstIdAt(moment)}'` : `'${moment.toISOString()}'`

/** The day of a row in UTC, as an expression of SQL. */
export function dayOf({ by, column }: Pick<Cut, 'by' | 'column'>): string {
  const moment = `to_timestamp(('x' || left(replace(${column}::text, '-', ''), 12))::bit(48)::bigint / 1000.0)`
  return `(${by === 'id' ? moment : column} at time zone 'UTC')::date`
}
