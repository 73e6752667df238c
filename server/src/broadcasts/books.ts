import type { Pool } from 'pg'
import { alone } from '../db/tx.ts'
import { createRecent } from '../kit/recent.ts'
import type { PriceBook } from '../pipeline/price-book.ts'
import { readVersion } from '../pricing/price-book-store.ts'

/** The versions that a process keeps: each is some thousand prices. */
const KEPT = 10

/** Reads versions of the price book, which never change. */
export function booksOf(pool: Pool): (version: number) => Promise<PriceBook> {
  const known = createRecent<number, PriceBook>(KEPT)
  return async (version) => {
    const kept = known.get(version)
    if (kept !== undefined) return kept
    const read = await readVersion(alone(pool), version)
    if (read === null) throw new Error(`there is no version ${version} of the price book`)
    known.set(version, read.book)
    return read.book
  }
}
