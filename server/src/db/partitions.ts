import { DAY } from '@hongyan/contract/durations'
import type { Pool } from 'pg'
import { firstIdAt } from '../kit/ids.ts'
import type { Logger } from '../kit/logger.ts'

const DAYS_AHEAD = 40

/** The partitioning of a table: by its UUIDv7 ids, its moments or its days, a month or a day each. */
interface Cut {
  readonly parent: string
  readonly by: 'id' | 'moment' | 'day'
  readonly every: 'month' | 'day'
  /** Days between the end of a partition and its removal. */
  readonly keptDays: number
}

/**
 * Retention drops partitions; it never deletes rows. Messages stay thirteen months, bodies as long as their class says.
 * Bodies that are kept for no day are emptied with the end of their message, at most three days later.
 */
const cuts: readonly Cut[] = [
  { parent: 'message', by: 'id', every: 'month', keptDays: 396 },
  { parent: 'message_event', by: 'id', every: 'month', keptDays: 396 },
  { parent: 'message_body_0', by: 'id', every: 'day', keptDays: 4 },
  { parent: 'message_body_7', by: 'id', every: 'day', keptDays: 7 },
  { parent: 'message_body_30', by: 'id', every: 'day', keptDays: 30 },
  { parent: 'message_body_90', by: 'id', every: 'day', keptDays: 90 },
  { parent: 'handover', by: 'moment', every: 'day', keptDays: 10 },
  { parent: 'daily_recipient', by: 'day', every: 'day', keptDays: 3 },
]

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

/** The partitions that a table needs from today until so many days ahead. */
export function stretches(
  { parent, every }: Pick<Cut, 'parent' | 'every'>,
  now: Date,
  daysAhead: number,
): readonly Stretch[] {
  const last = now.getTime() + daysAhead * DAY
  const found: Stretch[] = []
  for (let from = startOf(every, now); from.getTime() <= last; from = endOf(every, from)) {
    found.push({ name: `${parent}_p${stamp(every, from)}`, from, to: endOf(every, from) })
  }
  return found
}

function bound(by: Cut['by'], moment: Date): string {
  if (by === 'id') return `'${firstIdAt(moment)}'`
  return by === 'day' ? `'${moment.toISOString().slice(0, 10)}'` : `'${moment.toISOString()}'`
}

/** Makes the partitions of today and tomorrow, which a server needs before its first message. */
export const firstPartitions = (pool: Pool, now: Date): Promise<void> => create(pool, now, 1)

/** Makes partitions forty days ahead, drops expired ones, and warns when rows landed in a default partition. */
export async function keepPartitions(pool: Pool, now: Date, log: Logger): Promise<void> {
  await create(pool, now, DAYS_AHEAD)
  const existing = await partitionNames(pool)
  for (const cut of cuts) {
    for (const name of expired(cut, existing, now)) await pool.query(`drop table if exists ${name}`)
    const { rows } = await pool.query<{ strays: boolean }>(
      `select exists (select from ${cut.parent}_default) as strays`,
    )
    if (rows[0]?.strays === true) {
      log.error(
        { table: cut.parent },
        'rows lie in the default partition: a clock jumped, or partitions were not made in time',
      )
    }
  }
}

async function create(pool: Pool, now: Date, daysAhead: number): Promise<void> {
  const existing = await partitionNames(pool)
  const missing = cuts.flatMap((cut) =>
    stretches(cut, now, daysAhead)
      .filter(({ name }) => !existing.has(name))
      .map(({ name, from, to }) => partitionOf(cut, name, from, to)),
  )
  // One statement at a time, so that no lock on a busy table is held for long.
  for (const sql of missing) await pool.query(sql)
}

const partitionOf = ({ parent, by }: Cut, name: string, from: Date, to: Date): string =>
  `create table if not exists ${name} partition of ${parent} for values from (${bound(by, from)}) to (${bound(by, to)})`

async function partitionNames(pool: Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid`,
  )
  return new Set(rows.map(({ name }) => name))
}

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
    const end = endOf(cut.every, new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))))
    return end.getTime() + cut.keptDays * DAY <= now.getTime()
  })
}
