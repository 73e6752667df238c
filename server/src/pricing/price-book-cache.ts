import type { Pool } from 'pg'
import { alone, inTransaction, type Tx } from '../db/tx.ts'
import type { Clock } from '../kit/clock.ts'
import { type PriceBookVersion, priceBooks, type PriceRow } from '../pipeline/price-book.ts'
import { insertVersion, lastVersion, lockVersions, readNewerVersions, readVersion } from './price-book-store.ts'

/** The price book of this process: in memory, switched by the clock, at most five seconds behind an import. */
export interface PriceBookCache {
  /** The version that prices a whole request, from its first recipient to its last. */
  readonly inForce: () => PriceBookVersion
  readonly next: () => PriceBookVersion | null
  /** Reads versions from the database that this process does not know yet. */
  readonly poll: () => Promise<void>
}

export interface PriceBookDeps {
  readonly pool: Pool
  readonly clock: Clock
}

/**
 * Opens the cache with the version in force and the later ones. An installation without versions gets `sample` as its
 * first. One whose newest version is an older sample keeps its prices, and gets those of products that are new.
 */
export async function openPriceBook(
  { pool, clock }: PriceBookDeps,
  sample: () => Promise<readonly PriceRow[]>,
): Promise<PriceBookCache> {
  const db = alone(pool)
  const newest = await readNewest(db)
  if (newest === null) await installSample({ pool, clock }, await sample())
  else if (newest.sample) await completeSample({ pool, clock }, await sample())
  const [first, ...others] = await readNewerVersions(db, 0, clock.now())
  if (first === undefined) throw new Error('there is no price book, though one was installed')
  let books = priceBooks(first, others)
  let known = Math.max(...[first, ...others].map(({ version }) => version))

  return {
    inForce: () => books.inForce(clock.now()),
    next: () => books.next(clock.now()),
    async poll() {
      const newer = await readNewerVersions(db, known, clock.now())
      if (newer.length === 0) return
      // Versions are only ever added, so polls that overlap may end in any order.
      const current = books.inForce(clock.now())
      const added = newer.filter(({ version }) => version > known)
      known = Math.max(known, ...added.map(({ version }) => version))
      books = priceBooks(current, [
        ...books.versions.filter((one) => one.effectiveFrom > current.effectiveFrom),
        ...added,
      ])
    },
  }
}

async function readNewest(db: Tx): Promise<PriceBookVersion | null> {
  const last = await lastVersion(db)
  return last === null ? null : readVersion(db, last)
}

/** Adds a version of the newest sample and the rows of products that it lacks, once. */
async function completeSample({ pool, clock }: PriceBookDeps, rows: readonly PriceRow[]): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await lockVersions(tx)
    const newest = await readNewest(tx)
    if (newest === null || !newest.sample) return
    const known = new Set(newest.rows.map(({ product }) => product))
    const added = rows.filter(({ product }) => !known.has(product))
    if (added.length === 0) return
    const now = clock.now()
    const whole = { version: newest.version + 1, rows: [...newest.rows, ...added] }
    await insertVersion(tx, { sample: true, effectiveFrom: now, createdAt: now, ...whole })
  })
}

/** Installs the sample once, even where several processes start together. */
async function installSample({ pool, clock }: PriceBookDeps, rows: readonly PriceRow[]): Promise<void> {
  await inTransaction(pool, async (tx) => {
    if ((await lockVersions(tx)) !== null) return
    const now = clock.now()
    await insertVersion(tx, { version: 1, sample: true, effectiveFrom: now, createdAt: now, rows })
  })
}
