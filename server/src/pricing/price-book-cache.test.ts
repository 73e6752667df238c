import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR } from '@hongyan/contract/durations'
import { micros } from '@hongyan/contract/money'
import { Currency } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { newDatabase } from '../../test/cluster.ts'
import { openPool } from '../db/connect.ts'
import { inTransaction } from '../db/tx.ts'
import { type SettableClock, settableClock } from '../kit/clock.ts'
import { newLogger } from '../kit/logger.ts'
import type { PriceRow } from '../pipeline/price-book.ts'
import { listenForChanges } from '../gateway/config-listener.ts'
import { openPriceBook, type PriceBookCache } from './price-book-cache.ts'
import { insertVersion, lockVersions, PRICES_CHANGED } from './price-book-store.ts'

const NOW = new Date('2026-11-20T09:00:00Z')
const rowsAt = (amount: bigint): readonly PriceRow[] => [
  { currency: Currency.Usd, country: 'US', product: 'sms', scene: '*', unitPrice: micros(amount) },
]
const sample = async () => rowsAt(1n)

interface Process {
  readonly pool: Pool
  readonly url: string
  readonly clock: SettableClock
}

async function newHouse(): Promise<Process> {
  const { url, drop } = await newDatabase()
  const pool = openPool(url, 4, newLogger('silent'))
  onTestFinished(async () => {
    await pool.end()
    await drop()
  })
  return { pool, url, clock: settableClock(NOW) }
}

const add = ({ pool, clock }: Process, amount: bigint, from = clock.now()) =>
  inTransaction(pool, async (tx) => {
    const version = ((await lockVersions(tx)) ?? 0) + 1
    const rows = rowsAt(amount)
    await insertVersion(tx, { version, sample: false, effectiveFrom: from, createdAt: clock.now(), rows })
  })

const priceIn = (prices: PriceBookCache) =>
  prices
    .inForce()
    .book.unitPrice({ currency: Currency.Usd, country: 'US', product: 'sms', scene: MessageScene.Marketing })

test('processes that start together install the sample once', async () => {
  const house = await newHouse()
  const opened = await Promise.all(Array.from({ length: 4 }, () => openPriceBook(house, sample)))
  expect(opened.map((prices) => prices.inForce())).toMatchObject(
    opened.map(() => ({ version: 1, sample: true, effectiveFrom: NOW })),
  )
  expect((await house.pool.query('select version from price_book')).rows).toEqual([{ version: 1 }])
})

test('a newer sample replaces neither an operator’s version nor the sample before it', async () => {
  const house = await newHouse()
  await openPriceBook(house, sample)
  expect(priceIn(await openPriceBook(house, async () => rowsAt(9n)))).toBe(1n)
  await add(house, 5n)
  const prices = await openPriceBook(house, async () => rowsAt(9n))
  expect(prices.inForce()).toMatchObject({ version: 2, sample: false })
  expect(priceIn(prices)).toBe(5n)
})

test('a known future version takes effect by itself, without another poll', async () => {
  const house = await newHouse()
  await openPriceBook(house, sample)
  await add(house, 5n, new Date(NOW.getTime() + HOUR))
  const prices = await openPriceBook(house, sample)
  expect(prices.next()?.version).toBe(2)
  house.clock.advance(HOUR - 1)
  expect(priceIn(prices)).toBe(1n)
  house.clock.advance(1)
  expect(priceIn(prices)).toBe(5n)
  expect(prices.next()).toBeNull()
})

test('a poll finds every version added since, in any order of their start', async () => {
  const house = await newHouse()
  const prices = await openPriceBook(house, sample)
  await add(house, 20n, new Date(NOW.getTime() + 2 * HOUR))
  await prices.poll()
  await add(house, 10n, new Date(NOW.getTime() + HOUR))
  await add(house, 5n)
  await Promise.all([prices.poll(), prices.poll()])
  const seen = [0, HOUR, HOUR].map((step) => {
    house.clock.advance(step)
    return priceIn(prices)
  })
  expect(seen).toEqual([5n, 10n, 20n])
})

test('another process learns of a version as soon as it is committed', async () => {
  const house = await newHouse()
  const other = await openPriceBook(house, sample)
  const stop = listenForChanges(house.url, newLogger('silent'), { [PRICES_CHANGED]: other.poll })
  onTestFinished(stop)
  const deadline = Date.now() + 5_000
  // The other process misses announcements until it listens, so versions are added until it learns of one.
  for (let amount = 2n; priceIn(other) === 1n && Date.now() < deadline; amount += 1n) {
    await add(house, amount)
    await sleep(50)
  }
  expect(priceIn(other)).not.toBe(1n)
})

test('a request priced before a switch keeps one version', async () => {
  const house = await newHouse()
  const prices = await openPriceBook(house, sample)
  const taken = prices.inForce()
  await add(house, 5n)
  await prices.poll()
  expect(prices.inForce().version).toBe(2)
  expect(taken).toMatchObject({ version: 1, rows: rowsAt(1n) })
})
