import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR } from '@hongyan/contract/durations'
import { micros } from '@hongyan/contract/money'
import { Currency } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { newDatabase } from '../../test/cluster.ts'
import { patient } from '../../test/patience.ts'
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
const FEE = { currency: Currency.Usd, country: '*', product: 'managed_sms', scene: '*' } as const
const feeIn = (prices: PriceBookCache) =>
  prices.inForce().book.unitPrice({ ...FEE, country: 'US', scene: MessageScene.Marketing })

interface Installation {
  readonly pool: Pool
  readonly url: string
  readonly clock: SettableClock
}

async function newInstallation(): Promise<Installation> {
  const { url, drop } = await newDatabase()
  const pool = openPool(url, 4, newLogger('silent'))
  onTestFinished(async () => {
    await pool.end()
    await drop()
  })
  return { pool, url, clock: settableClock(NOW) }
}

const add = ({ pool, clock }: Installation, amount: bigint, from = clock.now()) =>
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
  const installation = await newInstallation()
  const opened = await Promise.all(Array.from({ length: 4 }, () => openPriceBook(installation, sample)))
  expect(opened.map((prices) => prices.inForce())).toMatchObject(
    opened.map(() => ({ version: 1, sample: true, effectiveFrom: NOW })),
  )
  expect((await installation.pool.query('select version from price_book')).rows).toEqual([{ version: 1 }])
})

test('a newer sample replaces neither an operator’s version nor the sample before it', async () => {
  const installation = await newInstallation()
  await openPriceBook(installation, sample)
  expect(priceIn(await openPriceBook(installation, async () => rowsAt(9n)))).toBe(1n)
  await add(installation, 5n)
  const prices = await openPriceBook(installation, async () => rowsAt(9n))
  expect(prices.inForce()).toMatchObject({ version: 2, sample: false })
  expect(priceIn(prices)).toBe(5n)
})

test('an older sample keeps its prices and gets those of a product that it lacks, and an operator’s version gets none', async () => {
  const installation = await newInstallation()
  await openPriceBook(installation, sample)
  const fee: PriceRow = { ...FEE, unitPrice: micros(2n) }
  const newer = async () => [...rowsAt(9n), fee]
  const opened = await Promise.all(Array.from({ length: 4 }, () => openPriceBook(installation, newer)))
  expect(opened.map((prices) => [prices.inForce().version, priceIn(prices), feeIn(prices)])).toEqual(
    opened.map(() => [2, 1n, 2n]),
  )
  await add(installation, 5n)
  const prices = await openPriceBook(installation, newer)
  expect([prices.inForce().version, priceIn(prices), feeIn(prices)]).toEqual([3, 5n, null])
})

test('a known future version takes effect by itself, without another poll', async () => {
  const installation = await newInstallation()
  await openPriceBook(installation, sample)
  await add(installation, 5n, new Date(NOW.getTime() + HOUR))
  const prices = await openPriceBook(installation, sample)
  expect(prices.next()?.version).toBe(2)
  installation.clock.advance(HOUR - 1)
  expect(priceIn(prices)).toBe(1n)
  installation.clock.advance(1)
  expect(priceIn(prices)).toBe(5n)
  expect(prices.next()).toBeNull()
})

test('polls at the same time find every new version, in whatever order the versions take effect', async () => {
  const installation = await newInstallation()
  const prices = await openPriceBook(installation, sample)
  await add(installation, 20n, new Date(NOW.getTime() + 2 * HOUR))
  await prices.poll()
  await add(installation, 10n, new Date(NOW.getTime() + HOUR))
  await add(installation, 5n)
  await Promise.all([prices.poll(), prices.poll()])
  const seen = [0, HOUR, HOUR].map((step) => {
    installation.clock.advance(step)
    return priceIn(prices)
  })
  expect(seen).toEqual([5n, 10n, 20n])
})

test('another process learns of a version as soon as it is committed', async () => {
  const installation = await newInstallation()
  const other = await openPriceBook(installation, sample)
  const stop = listenForChanges(installation.url, newLogger('silent'), { [PRICES_CHANGED]: other.poll })
  onTestFinished(stop)
  const deadline = Date.now() + patient(5_000)
  // The other process misses announcements until it listens, so versions are added until it learns of one.
  for (let amount = 2n; priceIn(other) === 1n && Date.now() < deadline; amount += 1n) {
    await add(installation, amount)
    await sleep(50)
  }
  expect(priceIn(other)).not.toBe(1n)
})

test('a version that a request has taken stays the same when a newer one takes effect', async () => {
  const installation = await newInstallation()
  const prices = await openPriceBook(installation, sample)
  const taken = prices.inForce()
  await add(installation, 5n)
  await prices.poll()
  expect(prices.inForce().version).toBe(2)
  expect(taken).toMatchObject({ version: 1, rows: rowsAt(1n) })
})
