import { SECOND } from '@hongyan/contract/durations'
import { MessageId, wireId } from '@hongyan/contract/ids'
import type { Pool } from 'pg'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { newPooledDatabase, type PooledDatabase } from '../../test/cluster.ts'
import { insertSenders, senderId } from '../../test/new-senders.ts'
import { patient } from '../../test/patience.ts'
import { openPool } from '../db/connect.ts'
import { alone } from '../db/tx.ts'
import { writeRuns } from '../jobs/loop-runs.ts'
import { systemClock } from '../kit/clock.ts'
import { newLogger } from '../kit/logger.ts'
import type { Submitted, Upstream } from '../providers/upstreams/upstream.ts'
import { createLink } from './link.ts'
import { createSettle } from './settle.ts'

const RENEWALS = 2
/** More queries than a link without messages makes in a second. */
const IDLE_QUERIES = 12
const log = newLogger('silent')
const account = senderId(1)
const id = MessageId.parse('0199a000-0000-7000-8000-0000000000ff')

let database: PooledDatabase
let ofOthers: Pool
beforeAll(async () => {
  database = await newPooledDatabase(1)
  ofOthers = database.pool
  await insertSenders(ofOthers, 1, 0)
  return database.close
})

/** Starts a link alone, and returns the pool that it queries with and the references that it submits. */
function startLink(code: string): { readonly pool: Pool; readonly submitted: readonly string[] } {
  const pool = openPool(database.url, 5, log)
  const submitted: string[] = []
  const upstream: Upstream = {
    code,
    window: 10,
    rate: 0,
    submit: async ({ reference }): Promise<Submitted> => {
      submitted.push(reference)
      return { kind: 'unreachable' }
    },
    find: async () => new Map(),
    listen: () => async () => undefined,
  }
  const none = (): void => undefined
  const settle = createSettle({ pool, clock: systemClock, orphaned: none, failed: none })
  const deps = {
    pool,
    clock: systemClock,
    log,
    settle,
    upstream,
    drives: true,
    orphaned: none,
    moved: none,
    reroute: async () => [],
    findWithdrawn: async () => new Map(),
    rates: new Map(),
    channel: null,
  }
  const link = createLink(deps)
  link.start()
  onTestFinished(async () => {
    await link.stop()
    await settle.drain()
    await pool.end()
  })
  return { pool, submitted }
}

/** Waits until a link has renewed its lease. Returns the end of the new one. */
async function renewed(code: string, before: number): Promise<number> {
  const until = async (): Promise<number> => {
    const { rows } = await ofOthers.query<{ until: Date }>('select until from link_owner where upstream = $1', [code])
    return rows[0]?.until.getTime() ?? 0
  }
  await vi.waitFor(async () => expect(await until()).not.toBe(before), { timeout: patient(10_000), interval: 5 })
  return until()
}

/** The queries of a link in a second, from one renewal of its lease to the next but one. */
async function queriesPerSecond(pool: Pool, code: string): Promise<number> {
  const begin = await renewed(code, 0)
  let queries = 0
  pool.on('acquire', () => (queries += 1))
  let lease = begin
  for (let renewal = 0; renewal < RENEWALS; renewal += 1) lease = await renewed(code, lease)
  return queries / ((lease - begin) / SECOND)
}

/** Reports another process of the database, until the test has finished. */
async function reportAnother(): Promise<void> {
  await ofOthers.query(
    `insert into loop_run (process, name, failures_in_a_row, overdue, reported_at)
     values ('elsewhere:1', 'loop', 0, false, now())`,
  )
  onTestFinished(async () => void (await ofOthers.query('delete from loop_run')))
}

test('a link without messages queries the database a few times a second, and often beside another process', async () => {
  const { pool } = startLink('idle')
  expect(await queriesPerSecond(pool, 'idle')).toBeLessThan(IDLE_QUERIES)
  await reportAnother()
  await writeRuns(alone(ofOthers), 'all', [])
  await vi.waitFor(async () => expect(await queriesPerSecond(pool, 'idle')).toBeGreaterThan(IDLE_QUERIES), {
    timeout: patient(30_000),
  })
})

test('a renewal that sees another process ends the long pauses of an idle link', async () => {
  const { pool } = startLink('woken')
  const first = await renewed('woken', 0)
  await reportAnother()
  const seen = await renewed('woken', first)
  let queries = 0
  pool.on('acquire', () => (queries += 1))
  await renewed('woken', seen)
  expect(queries).toBeGreaterThan(IDLE_QUERIES)
})

test('a message that another process leaves to an idle link is submitted within two seconds', async () => {
  const { pool, submitted } = startLink('found')
  await queriesPerSecond(pool, 'found')
  await ofOthers.query(
    `insert into outbox (account_id, id, lane, upstream, attempt, parts, channel, recipient, text, valid_until,
       price_micros, pay_for_delivered, accepted_at)
     values ($1, $2, 0, 'found', 1, 1, 'sms', '+12065550100', 'Hello', now() + interval '1 day', 0, false, now())`,
    [account, id],
  )
  await vi.waitFor(() => expect(submitted).toContain(wireId(id)), { timeout: patient(2_000), interval: 20 })
})
