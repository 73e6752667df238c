import { DAY } from '@hongyan/contract/durations'
import type { Pool } from 'pg'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { newDatabase, newPooledCopy, newPooledDatabase, type TestDatabase } from '../../test/cluster.ts'
import { type SettableClock, settableClock } from '../kit/clock.ts'
import { uuidv7 } from '../kit/ids.ts'
import { newLogger } from '../kit/logger.ts'
import { openPool } from './connect.ts'
import { databaseChecks } from './checks.ts'
import { keepPartitions, type PartitionState, readPartitions } from './keep-partitions.ts'

const noon = new Date('2026-11-20T12:00:00Z')
const account = '00000000-0000-0000-0000-000000000001'

let pool: Pool
let clock: SettableClock
beforeEach(async () => {
  const database = await newPooledDatabase(10)
  pool = database.pool
  clock = settableClock(noon)
  return database.close
})

/** A database with the partitions of today and forty days ahead. Making them takes seconds, and copying them does not. */
let ready: Promise<TestDatabase> | null = null
afterAll(async () => (await ready)?.drop())

async function makeReady(): Promise<TestDatabase> {
  const database = await newDatabase()
  const own = openPool(database.url, 1, newLogger('silent'))
  await keepPartitions({ pool: own, clock: settableClock(noon), log: newLogger('silent') }).keep()
  await own.end()
  return database
}

/** Gives the test a database in which no partition is missing. */
async function withAllPartitions(): Promise<void> {
  const { url } = await (ready ??= makeReady())
  const copy = await newPooledCopy(url, 10)
  pool = copy.pool
  onTestFinished(copy.close)
}

/** The lines that a run logs as warnings or errors, beside the run itself. */
const partitionsOf = () => {
  const lines: string[] = []
  const log = newLogger('warn', { write: (line) => void lines.push(line) })
  return { lines, ...keepPartitions({ pool, clock, log }) }
}

/** Inserts a row of a moment, by table. */
const inserts: Readonly<Record<string, (at: Date) => Promise<unknown>>> = {
  message: (at) =>
    pool.query(
      `insert into message (account_id, id, request_id, accepted_at, valid_until, country, to_hash, to_last4, scene,
         unicode, parts, unit_price_micros, price_micros, status, retention_days)
       values ($1, $2, '', now(), now(), 'US', '', '0123', 2, false, 1, 1, 1, 0, 30)`,
      [account, uuidv7(at)],
    ),
  message_event: (at) =>
    pool.query(
      `insert into message_event (account_id, message_id, upstream, remote_id, part, state, applied, at)
       values ($1, $2, 'sandbox', '', 0, 3, true, now())`,
      [account, uuidv7(at)],
    ),
  ...Object.fromEntries(
    [7, 30, 90].map((days) => [
      `message_body_${days}`,
      (at: Date) =>
        pool.query(
          'insert into message_body (account_id, id, retention_days, recipient, text) values ($1, $2, $3, $4, $5)',
          [account, uuidv7(at), days, '+12065550100', 'Hello'],
        ),
    ]),
  ),
  handover: (at) =>
    pool.query(
      `insert into handover (upstream, remote_id, part, account_id, message_id, to_last4, at)
       values ('sandbox', '1', 1, $1, gen_random_uuid(), '0100', $2)`,
      [account, at],
    ),
  ledger_entry: (at) =>
    pool.query(
      `insert into ledger_entry (account_id, id, kind, amount_micros, count, at) values ($1, $2, 'hold', 0, 0, now())`,
      [account, uuidv7(at)],
    ),
}
const tables = Object.keys(inserts)
const monthly = ['message', 'message_event', 'ledger_entry']

/** The partition of the one row of each table. */
async function places(): Promise<Readonly<Record<string, string | undefined>>> {
  const found = tables.map(async (table) => {
    const { rows } = await pool.query<{ place: string }>(`select tableoid::regclass::text as place from ${table}`)
    return [table, rows.map(({ place }) => place.replace(`${table}_`, '')).join(' ')] as const
  })
  return Object.fromEntries(await Promise.all(found))
}

/** A value for every table: one where its partitions are months, one where they are days. */
const all = <T>(month: T, day: T): Readonly<Record<string, T>> =>
  Object.fromEntries(tables.map((table) => [table, monthly.includes(table) ? month : day]))

const insertAll = async (at: Date): Promise<void> => {
  for (const insert of Object.values(inserts)) await insert(at)
}

const strays = (states: readonly PartitionState[]): number => states.reduce((sum, state) => sum + state.strays, 0)
const missing = (states: readonly PartitionState[]): number => states.reduce((sum, state) => sum + state.missing, 0)

describe('a row in a default partition', () => {
  test('moves into the partition of today when the server starts', async () => {
    await insertAll(noon)
    expect(await places()).toEqual(all('default', 'default'))
    const { first, states, lines } = partitionsOf()
    await first()
    expect(await places()).toEqual(all('p202611', 'p20261120'))
    expect([strays(states()), missing(states()), lines]).toEqual([0, 0, []])
  })

  test('of an older day that is still kept moves into a partition of that day', async () => {
    await withAllPartitions()
    const { first, keep, states, lines } = partitionsOf()
    await first()
    await insertAll(new Date(noon.getTime() - 2 * DAY))
    await keep()
    expect(await places()).toEqual(all('p202611', 'p20261118'))
    expect([strays(states()), missing(states()), lines]).toEqual([0, 0, []])
  })

  test('of the far past does not stop a start, is reported, and is deleted if it is older than it is kept', async () => {
    await withAllPartitions()
    await insertAll(new Date('2001-01-01T00:00:00Z'))
    const { first, keep, states, lines } = partitionsOf()
    await first()
    expect(await places()).toEqual(all('default', 'default'))
    expect([strays(states()), missing(states()), lines.length]).toEqual([tables.length, 0, tables.length])
    await keep()
    expect(await places()).toEqual({ ...all('', ''), ledger_entry: 'p200101' })
    expect([strays(states()), missing(states())]).toEqual([0, 0])
  })

  test('of the far future does not stop a start, is reported, and moves once its day comes near', async () => {
    await withAllPartitions()
    await insertAll(new Date('2033-03-03T03:00:00Z'))
    const { first, keep, states, lines } = partitionsOf()
    await first()
    await keep()
    expect(await places()).toEqual(all('default', 'default'))
    expect([strays(states()), missing(states()), lines.length]).toEqual([tables.length, 0, 2 * tables.length])
    clock.set(new Date('2033-02-01T12:00:00Z'))
    await keep()
    expect(await places()).toEqual(all('p203303', 'p20330303'))
    expect([strays(states()), missing(states())]).toEqual([0, 0])
  })

  test('moves without losing a write that comes at the same moment', async () => {
    await inserts['message']?.(noon)
    let over = false
    let written = 0
    const writer = async (): Promise<void> => {
      while (!over) {
        const { rowCount } = await pool.query('update message set events = events + 1 where account_id = $1', [account])
        written += rowCount ?? 0
      }
    }
    const writers = [writer(), writer(), writer(), writer()]
    await partitionsOf().first()
    over = true
    await Promise.all(writers)
    const { rows } = await pool.query('select events, tableoid::regclass::text as place from message')
    expect(rows).toEqual([{ events: written, place: 'message_p202611' }])
  })

  test('stays where it is while its table is busy, and moves at the next turn', async () => {
    await insertAll(noon)
    const busy = await pool.connect()
    await busy.query('begin')
    await busy.query('update message set events = 1')
    const { first, keep, states, lines } = partitionsOf()
    await first()
    expect(await places()).toEqual({ ...all('p202611', 'p20261120'), message: 'default' })
    expect(states()).toContainEqual({ table: 'message', strays: 1, missing: 1 })
    expect(lines[0]).toContain('lock timeout')
    await busy.query('commit')
    busy.release()
    await keep()
    expect(await places()).toEqual(all('p202611', 'p20261120'))
    expect(states()).toContainEqual({ table: 'message', strays: 0, missing: 0 })
  })
})

test('processes that start together make every partition once and report no failure', async () => {
  await insertAll(noon)
  const processes = Array.from({ length: 4 }, partitionsOf)
  await Promise.all(processes.map(({ first }) => first()))
  await Promise.all(processes.map(({ keep }) => keep()))
  expect(processes.flatMap(({ lines }) => lines)).toEqual([])
  expect(missing(await readPartitions(pool, noon, 40))).toBe(0)
  expect(await places()).toEqual(all('p202611', 'p20261120'))
})

test('a partition has the keys, indexes and constraints of its table', async () => {
  await partitionsOf().first()
  const { rows } = await pool.query<{ partition: string; indexes: bigint; table: bigint }>(
    `select i.inhrelid::regclass::text as partition,
       (select count(*) from pg_index x where x.indrelid = i.inhrelid) as indexes,
       (select count(*) from pg_index x where x.indrelid = i.inhparent) as table
     from pg_inherits i join pg_class c on c.oid = i.inhrelid where c.relkind = 'r' and c.relname like '%_p2026%'`,
  )
  expect(rows.length).toBe(2 * tables.length - monthly.length)
  expect(rows.filter(({ indexes, table }) => indexes !== table)).toEqual([])
  const twice = `insert into message_event (account_id, message_id, upstream, remote_id, part, state, applied, at)
    select $1, $2, 'sandbox', '', 0, 3, true, now() from generate_series(1, 2)`
  await expect(pool.query(twice, [account, uuidv7(noon)])).rejects.toThrow('message_event_p202611_pkey')
})

test('a partition is analyzed anew when as many rows have changed, not with each tenth', async () => {
  await partitionsOf().first()
  const { rows } = await pool.query<{ name: string; options: readonly string[] }>(
    `select relname as name, coalesce(reloptions, '{}') as options from pg_class c
     where relispartition and relkind = 'r' order by 1`,
  )
  expect(rows.length).toBeGreaterThan(2 * tables.length - monthly.length)
  expect(rows.filter(({ options }) => !options.includes('autovacuum_analyze_scale_factor=1'))).toEqual([])
})

test('a partition is dropped when its last row has been kept long enough', async () => {
  await withAllPartitions()
  const { first, keep } = partitionsOf()
  await first()
  await insertAll(noon)
  clock.set(new Date(noon.getTime() + 8 * DAY))
  await keep()
  expect(await places()).toMatchObject({ message_body_7: '', message_body_30: 'p20261120' })
})

describe('the check of `hongyan doctor`', () => {
  const found = async () => {
    const results = databaseChecks
      .filter(({ name }) => name === 'partitions')
      .map(({ check }) => check({ pool, clock }))
    return (await Promise.all(results)).flat()
  }

  test('reports partitions that are missing and rows outside every partition', async () => {
    expect(await found()).toMatchObject([
      { ok: false, text: expect.stringContaining('handover: partitions missing: 2') },
    ])
    await partitionsOf().first()
    expect(await found()).toMatchObject([{ ok: true }])
    await inserts['handover']?.(new Date('2033-03-03T03:00:00Z'))
    expect(await found()).toMatchObject([{ ok: false, text: 'handover: rows outside every partition: 1' }])
  })
})
