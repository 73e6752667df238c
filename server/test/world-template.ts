import { createKeys } from '../src/providers/payments/sandbox/keys.ts'
import { openPool } from '../src/db/connect.ts'
import { keepPartitions } from '../src/db/keep-partitions.ts'
import { settableClock } from '../src/kit/clock.ts'
import { newLogger } from '../src/kit/logger.ts'
import { secretBox } from '../src/kit/secret-box.ts'

/** The clock of a new world. */
export const FIRST_MOMENT = new Date('2026-11-20T09:00:00Z')

/**
 * Adds to an empty database what every world would otherwise make: the partitions of its first two days, and the RSA
 * keys of the sandbox's payment services, sealed with `secretKeys`.
 */
export async function fillTemplate(databaseUrl: string, secretKeys: string): Promise<void> {
  const log = newLogger('silent')
  const pool = openPool(databaseUrl, 4, log)
  await keepPartitions({ pool, clock: settableClock(FIRST_MOMENT), log }).first()
  await createKeys(pool, secretBox(secretKeys))()
  await pool.end()
}
