import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { newDatabase, type TestDatabase } from '../../test/cluster.ts'
import { newLogger } from '../kit/logger.ts'
import { isConnectionLoss, openPool } from './connect.ts'
import { watchDatabase } from './watch-database.ts'

const log = newLogger('silent')
let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await newDatabase()
})
afterAll(() => database.drop())

/** A way to the database that a test can block and cut. */
async function newWay() {
  const { hostname, port, searchParams } = new URL(database.url)
  const host = searchParams.get('host')
  const sockets = new Set<Socket>()
  let [isBlocked, made] = [false, 0]
  const server = createServer((near) => {
    made += 1
    const far = host === null ? connect(Number(port), hostname) : connect(`${host}/.s.PGSQL.${port || 5432}`)
    near.on('data', (bytes) => isBlocked || far.write(bytes))
    far.on('data', (bytes) => near.write(bytes))
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => undefined).on('close', () => other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(database.url)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port) // it listens on a port
  url.searchParams.delete('host')
  const cut = (): void => sockets.forEach((socket) => socket.destroy())
  return {
    url: url.href,
    block: (blocked: boolean) => (isBlocked = blocked),
    cut,
    /** The connections so far. */
    connections: () => made,
    close: () => {
      server.close()
      cut()
    },
  }
}

async function watched(answersWithin?: number) {
  const way = await newWay()
  pool = openPool(way.url, 2, log)
  const watch = watchDatabase(way.url, pool, log, answersWithin)
  onTestFinished(async () => {
    way.close()
    await Promise.all([watch.stop(), pool.end()])
  })
  return { way, watch }
}

test('the statements of a database that stands still fail, and it is down until it answers', async () => {
  const { way, watch } = await watched(1_000)
  await pool.query('select 1')
  way.block(true)
  const failure = await pool.query('select 1').then(
    () => null,
    (error: unknown) => error,
  )
  expect(isConnectionLoss(failure)).toBe(true)
  expect(watch.isUp()).toBe(false)
  way.block(false)
  await expect.poll(watch.isUp).toBe(true)
  expect((await pool.query('select 1')).rowCount).toBe(1)
})

test('one broken connection is no outage', async () => {
  const { way, watch } = await watched()
  await pool.query('select 1')
  await expect.poll(way.connections).toBe(2)
  const seen: boolean[] = []
  way.cut()
  await expect.poll(() => seen.push(watch.isUp()) && way.connections() > 2).toBe(true)
  expect(new Set(seen)).toEqual(new Set([true]))
})

test('a database that refuses connections is down', async () => {
  const { way, watch } = await watched()
  await pool.query('select 1')
  way.close()
  await expect.poll(watch.isUp).toBe(false)
})

test('a statement for which PostgreSQL has no room leaves the database without room for five seconds', async () => {
  const { watch } = await watched()
  const raise = (code: string) =>
    pool.query(`do $$ begin raise exception using errcode = '${code}'; end $$`).catch(() => undefined)
  await raise('23505')
  expect(watch.hasRoom()).toBe(true)
  await raise('53100')
  expect(watch.hasRoom()).toBe(false)
  const later = performance.now() + 5_001
  const clock = vi.spyOn(performance, 'now').mockReturnValue(later)
  onTestFinished(() => clock.mockRestore())
  expect(watch.hasRoom()).toBe(true)
})
