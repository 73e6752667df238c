import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test, vi } from 'vitest'
import type pg from 'pg'
import { newPooledDatabase, type PooledDatabase } from '../../test/cluster.ts'
import { patient } from '../../test/patience.ts'
import { newLogger } from '../kit/logger.ts'
import { isConnectionLoss, isExhausted, isPassing, openPool } from './connect.ts'

let database: PooledDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await newPooledDatabase(2)
  pool = database.pool
  return database.close
})

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test('64-bit numbers, days and decimals arrive exactly', async () => {
  const { rows } = await pool.query(
    "SELECT 9007199254740993::int8 AS big, array[1::int8] AS many, '2026-02-28'::date AS day, 0.100000::numeric AS price",
  )
  expect(rows).toEqual([{ big: 9007199254740993n, many: [1n], day: '2026-02-28', price: '0.100000' }])
})

test('a statement waits two seconds for a lock, and an idle transaction is ended', async () => {
  const { rows } = await pool.query(
    "SELECT name, setting FROM pg_settings WHERE name IN ('lock_timeout', 'idle_in_transaction_session_timeout') ORDER BY 1",
  )
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '5000' },
    { name: 'lock_timeout', setting: '2000' },
  ])
})

test('a pool closes a connection that rests for its idle time', async () => {
  const resting = openPool(database.url, 1, newLogger('silent'), 20)
  await resting.query('select 1')
  await vi.waitFor(() => expect(resting.totalCount).toBe(0), patient(5_000))
  await resting.end()
})

test('a lost connection is distinguished from a refusal, and the pool recovers', async () => {
  const killed = await failureOf(pool.query('SELECT pg_terminate_backend(pg_backend_pid())'))
  expect(isConnectionLoss(killed)).toBe(true)
  const nowhere = openPool('postgres://x@localhost/x?host=/nowhere', 1, newLogger('silent'))
  expect(isConnectionLoss(await failureOf(nowhere.query('SELECT 1')))).toBe(true)
  await nowhere.end()
  expect(isConnectionLoss(await failureOf(pool.query('SELECT 1 / 0')))).toBe(false)
  expect(isConnectionLoss(await failureOf(pool.query('SELECT nothing')))).toBe(false)
})

test('a refused connection, a full disk and the end of a session that stood still are no bugs', async () => {
  const raised = (code: string) =>
    failureOf(pool.query(`do $$ begin raise exception using errcode = '${code}'; end $$`))
  const refused = openPool('postgres://x@localhost:1/x', 1, newLogger('silent'))
  expect(isConnectionLoss(await failureOf(refused.query('SELECT 1')))).toBe(true)
  await refused.end()
  const unknown = openPool('postgres://x@no-such-host.invalid/x', 1, newLogger('silent'))
  expect(isConnectionLoss(await failureOf(unknown.query('SELECT 1')))).toBe(true)
  await unknown.end()
  for (const code of ['25P03', '25P04', '25006', '57P01', '57P02', '57P03'])
    expect([code, isConnectionLoss(await raised(code))]).toEqual([code, true])
  for (const code of ['53100', '53200', '53300', '58030'])
    expect([code, isExhausted(await raised(code))]).toEqual([code, true])
  expect(isConnectionLoss(await failureOf(readFile('/nowhere/at/all')))).toBe(false)
})

test('an idle transaction that PostgreSQL ends is a lost connection', async () => {
  const impatient = openPool(database.url, 1, newLogger('silent'))
  const client = await impatient.connect()
  await client.query("begin; set local idle_in_transaction_session_timeout = '10ms'")
  await expect.poll(async () => isConnectionLoss(await failureOf(client.query('select 1')))).toBe(true)
  client.release(true)
  await impatient.end()
})

test('an error that the values cause does not pass, and a full disk or a killed connection does', async () => {
  const raised = (code: string) =>
    failureOf(pool.query(`do $$ begin raise exception using errcode = '${code}'; end $$`))
  expect(isPassing(await failureOf(pool.query("SELECT E'\\x00'::text")))).toBe(false)
  expect(isPassing(await failureOf(pool.query('SELECT 1 / 0')))).toBe(false)
  expect(isPassing(await raised('54000'))).toBe(false)
  expect(isPassing(new TypeError('a bug'))).toBe(false)
  expect(isPassing(await raised('53100'))).toBe(true)
  expect(isPassing(await raised('55P03'))).toBe(true)
  expect(isPassing(await failureOf(pool.query('SELECT pg_terminate_backend(pg_backend_pid())')))).toBe(true)
})
