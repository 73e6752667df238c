import type { Pool } from 'pg'
import { inTransaction, type Tx } from '../../../db/tx.ts'
import {
  countVersionsToCome,
  insertVersion,
  lockVersions,
  readVersionInForce,
} from '../../../pricing/price-book-store.ts'
import type { Clock } from '../../../kit/clock.ts'
import { StartError } from '../../../kit/start-error.ts'
import { priceBook, type PriceRow } from '../../../pipeline/price-book.ts'
import { compare, type Comparison } from './compare.ts'

export interface PriceDeps {
  readonly pool: Pool
  readonly clock: Clock
}

export interface ImportChoice {
  /** When it takes effect; null for at once. */
  readonly from: Date | null
  readonly dryRun: boolean
  /** True to allow countries to lose their route. */
  readonly allowDropped: boolean
}

export interface Imported {
  /** The number of the version; with `dryRun`, the one it would get. */
  readonly version: number
  readonly effectiveFrom: Date
  /** The differences from the version before it. */
  readonly comparison: Comparison
}

/** The most future versions. All of them are kept in memory. */
const MAX_ANNOUNCED = 10

/** Stores the rows as a complete new version. With `dryRun` it only compares. */
export async function importPrices(
  { pool, clock }: PriceDeps,
  rows: readonly PriceRow[],
  { from, dryRun, allowDropped }: ImportChoice,
): Promise<Imported> {
  return inTransaction(pool, async (tx) => {
    const version = ((await lockVersions(tx)) ?? 0) + 1
    const now = clock.now()
    const effectiveFrom = from ?? now
    if (effectiveFrom < now)
      throw new StartError(`--from must be a moment to come, not ${effectiveFrom.toISOString()}.`)
    await refuseTooMany(tx, now)
    const followed = await readVersionInForce(tx, effectiveFrom)
    const comparison = compare(followed?.book ?? priceBook([]), priceBook(rows))
    if (!dryRun) {
      if (!allowDropped) refuseDropped(comparison)
      await insertVersion(tx, { version, sample: false, effectiveFrom, createdAt: now, rows })
    }
    return { version, effectiveFrom, comparison }
  })
}

async function refuseTooMany(tx: Tx, now: Date): Promise<void> {
  const announced = await countVersionsToCome(tx, now)
  if (announced >= MAX_ANNOUNCED) throw new StartError(`${announced} versions are already announced; wait for one.`)
}

function refuseDropped({ dropped }: Comparison): void {
  const [first] = dropped
  if (first === undefined) return
  const { country, product, scene, currency } = first
  throw new StartError(
    `The file lacks ${dropped.length} prices that hold before it, such as ${country}, ${product}, scene ${scene}, ${currency}; without a price nothing can be sent there. Add --allow-dropped to mean it.`,
  )
}
