import { DAY } from '@hongyan/contract/durations'
import pg, { type Pool } from 'pg'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import { isConnectionLoss } from './connect.ts'
import { lockNumbers } from './one-at-a-time.ts'
import { bound, type Cut, cuts, dayOf, expired, keptSince, type Stretch, stretchAt, stretches } from './partitions.ts'

const DAYS_AHEAD = 40
/** A server needs the partitions of today and tomorrow before its first message. */
const DAYS_AT_START = 1
const CHECK_VIOLATION = '23514'
const DELETED_AT_ONCE = 10_000
/** A partition grows by rows like those that it has, so it is analyzed again when as many rows have changed. */
const SELDOM_ANALYZED = 'autovacuum_analyze_scale_factor = 1'
/** A lock on a whole table waits no longer than this, because every other statement waits behind it. */
const LOCKED = `set local lock_timeout = '500ms'; set local statement_timeout = '5s'`

/** The partitions of a table. */
export interface PartitionState {
  readonly table: string
  /** Rows outside every partition. */
  readonly strays: number
  /** Partitions that do not exist, of today and the days ahead. */
  readonly missing: number
}

export interface PartitionDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
}

export interface Partitions {
  /** Makes the partitions of today and tomorrow. Until a partition can be made, its rows go to the default one. */
  readonly first: () => Promise<void>
  /** Makes partitions forty days ahead, moves rows out of the default ones into theirs, and drops what has expired. */
  readonly keep: () => Promise<void>
  /** Makes the partitions of some tables from a moment until today, as far back as their rows are kept. */
  readonly since: (from: Date, parents: readonly string[]) => Promise<void>
  /** As the last run found them. */
  readonly states: () => readonly PartitionState[]
  /** The partitions that are missing in all of them. */
  readonly missing: () => number
}

/**
 * A default partition takes every row that has no partition: of a clock that jumped, or of a day whose partition was
 * not made in time. None of them stops a start or the retention.
 */
export function keepPartitions({ pool, clock, log }: PartitionDeps): Partitions {
  let states: readonly PartitionState[] = []

  /** A step that fails keeps no other from its turn, except for a lost connection. */
  const attempt = (table: string, step: () => Promise<void>): Promise<void> =>
    step().catch((error: unknown) => {
      if (isConnectionLoss(error)) throw error
      log.warn({ err: error, table }, 'a partition could not be made, dropped or read, and is tried again')
    })

  const make = async (cut: Cut, wanted: readonly Stretch[], existing: ReadonlySet<string>): Promise<void> => {
    for (const stretch of wanted.filter(({ name }) => !existing.has(name)))
      await attempt(cut.parent, () => makePartition(pool, cut, stretch, clock.now()))
  }

  const look = (daysAhead: number): Promise<void> =>
    attempt('every table', async () => {
      states = await readPartitions(pool, clock.now(), daysAhead)
      for (const { table, strays: rows } of states.filter(({ strays }) => strays > 0))
        log.error({ table, rows }, 'rows lie outside every partition: a clock jumped, or a partition was not made')
    })

  return {
    async first() {
      const existing = await partitionNames(pool)
      for (const cut of cuts) await make(cut, stretches(cut, clock.now(), DAYS_AT_START), existing)
      await look(DAYS_AT_START)
    },
    async keep() {
      const now = clock.now()
      const existing = await partitionNames(pool)
      for (const cut of cuts) {
        for (const name of expired(cut, existing, now))
          await attempt(cut.parent, () => run(pool, `drop table if exists ${name}`))
        await attempt(cut.parent, () => deleteExpired(pool, cut, now, log))
        await attempt(cut.parent, async () => make(cut, await stretchesOfStrays(pool, cut, now), existing))
        await make(cut, stretches(cut, now, DAYS_AHEAD), existing)
      }
      await look(DAYS_AHEAD)
    },
    async since(from, parents) {
      const now = clock.now()
      const existing = await partitionNames(pool)
      for (const cut of cuts.filter(({ parent }) => parents.includes(parent))) {
        const first = new Date(Math.max(from.getTime(), keptSince(cut, now).getTime()))
        await make(cut, stretches(cut, first, Math.ceil((now.getTime() - first.getTime()) / DAY)), existing)
      }
    },
    states: () => states,
    missing: () => states.reduce((sum, { missing }) => sum + missing, 0),
  }
}

/** Counts the rows outside every partition, and the partitions that are missing from today until so many days ahead. */
export async function readPartitions(
  pool: Pool,
  now: Date,
  daysAhead = DAYS_AT_START,
): Promise<readonly PartitionState[]> {
  const existing = await partitionNames(pool)
  const counts = cuts.map(
    ({ parent }) => `select '${parent}' as table, count(*)::integer as strays from ${parent}_default`,
  )
  const { rows } = await pool.query<Omit<PartitionState, 'missing'>>(counts.join(' union all '))
  return rows.map(({ table, strays }, at) => {
    const cut = cuts[at]
    const wanted = cut === undefined ? [] : stretches(cut, now, daysAhead)
    return { table, strays, missing: wanted.filter(({ name }) => !existing.has(name)).length }
  })
}

/**
 * Makes a partition as a table of its own and attaches it, which takes no lock on the whole table. That suffices for
 * days ahead without rows. Otherwise the rows of the default partition move in the same transaction, behind a lock on the
 * whole table: a statement that was planned before would find a moved row in neither place. Several processes may make
 * the same partition at once.
 */
async function makePartition(pool: Pool, cut: Cut, stretch: Stretch, now: Date): Promise<void> {
  const { parent, column, fill = 100 } = cut
  const { name, from, to } = stretch
  const [least, end] = [bound(cut, from), bound(cut, to)]
  const making = (move: string): string => `do $$ begin
    perform pg_advisory_xact_lock(${lockNumbers.partitions});
    if to_regclass('${name}') is null then
      create table ${name} (like ${parent} including defaults including constraints including generated including storage)
        with (fillfactor = ${fill}, ${SELDOM_ANALYZED});
      ${move}
      alter table ${parent} attach partition ${name} for values from (${least}) to (${end});
    end if;
  end $$`
  const moving = making(`lock table ${parent} in access exclusive mode;
      with moved as (
        delete from ${parent}_default where ${column} >= ${least} and ${column} < ${end} returning *
      ) insert into ${name} select * from moved;`)
  if (from <= now) return run(pool, moving)
  await run(pool, making('')).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code === CHECK_VIOLATION) return run(pool, moving)
    throw error
  })
}

const run = async (pool: Pool, sql: string): Promise<void> => {
  await pool.query(`${LOCKED}; ${sql}`)
}

/** Deletes rows of the default partition that are older than they are kept. */
async function deleteExpired(pool: Pool, cut: Cut, now: Date, log: Logger): Promise<void> {
  const { parent, column } = cut
  if (cut.keptDays === null) return
  let deleted = 0
  for (let last = DELETED_AT_ONCE; last === DELETED_AT_ONCE;) {
    const { rowCount } = await pool.query(
      `delete from ${parent}_default where ctid = any(array(
         select ctid from ${parent}_default where ${column} < ${bound(cut, keptSince(cut, now))} limit ${DELETED_AT_ONCE}))`,
    )
    last = rowCount ?? 0
    deleted += last
  }
  if (deleted > 0)
    log.warn({ table: parent, rows: deleted }, 'deleted rows outside every partition, older than they are kept')
}

/** The partitions that rows of the default one belong to, as far as such partitions are kept or made ahead. */
async function stretchesOfStrays(pool: Pool, cut: Cut, now: Date): Promise<readonly Stretch[]> {
  const { parent, column } = cut
  const last = stretches(cut, now, DAYS_AHEAD).at(-1)?.to ?? now
  const { rows } = await pool.query<{ day: string }>(
    `select distinct date_trunc('${cut.every}', ${dayOf(cut)})::date as day from ${parent}_default
      where ${column} >= ${bound(cut, keptSince(cut, now))} and ${column} < ${bound(cut, last)}`,
  )
  return rows.map(({ day }) => stretchAt(cut, new Date(day)))
}

async function partitionNames(pool: Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid`,
  )
  return new Set(rows.map(({ name }) => name))
}
