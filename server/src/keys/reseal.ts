import type { Pool } from 'pg'
import { FIRST_PLACE, type SealedColumn } from '../db/sealed-column.ts'
import { alone, inTransaction, statement } from '../db/tx.ts'
import type { KeyRing } from '../kit/secret-box.ts'
import { retireOthers } from './store.ts'

/**
 * Seals every value of a column with the current key, batch by batch. Skips rows that other transactions hold; they are
 * left for the next pass. Returns the number of values written.
 */
export async function resealColumn(pool: Pool, ring: KeyRing, column: SealedColumn): Promise<number> {
  let [after, total] = [FIRST_PLACE, 0]
  for (;;) {
    const values = await inTransaction(pool, async (tx) => {
      const found = await column.lockOthers(tx, ring.current(), after)
      const fresh = found.map(({ place, sealed, context }) => ({
        place,
        sealed: ring.seal(ring.open(sealed, context), context),
      }))
      await column.replace(tx, fresh)
      return found
    })
    const last = values.at(-1)
    if (last === undefined) return total
    after = last.place
    total += values.length
  }
}

/** The number of values that keys other than the current one sealed. */
export async function countOthers(pool: Pool, columns: readonly SealedColumn[], current: string): Promise<number> {
  const counts = await Promise.all(columns.map((column) => column.countByKey(alone(pool))))
  return counts
    .flat()
    .filter(({ key }) => key !== current)
    .reduce((sum, { count }) => sum + count, 0)
}

/**
 * Retires every key but the current one, if no value needs another. The locks wait for transactions that write sealed
 * values, so none of them commits one afterwards. Returns null where a value needs another key.
 */
export async function retireUnused(
  pool: Pool,
  columns: readonly SealedColumn[],
  current: string,
): Promise<readonly string[] | null> {
  const tables = [...new Set(columns.map(({ table }) => table))].toSorted()
  const lock = statement('secret_key.lock_values', `lock table ${tables.join(', ')} in share row exclusive mode`)
  return inTransaction(pool, async (tx) => {
    await tx.run(PATIENCE, [])
    await tx.run(lock, [])
    const counts = await Promise.all(columns.map((column) => column.countByKey(tx)))
    return counts.flat().some(({ key }) => key !== current) ? null : retireOthers(tx, current)
  })
}

/** Writers queue behind a waiting lock, so it waits shortly. */
const PATIENCE = statement('secret_key.patience', `set local lock_timeout = '500ms'`)
