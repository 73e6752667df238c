import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Schema } from '../db/schema.ts'
import type { CycleDeps } from '../features/finance/invoices/cycle-deps.ts'
import { usageOfPeriod } from '../features/finance/transactions/period-usage.ts'
import type { Clock } from '../kit/clock.ts'

export interface CycleParts {
  readonly db: Kysely<Schema>
  readonly pool: Pool
  readonly clock: Clock
}

/** The life of invoices, whose use is that of the days which transactions show. */
export const invoiceCycle = ({ db, pool, clock }: CycleParts): CycleDeps => ({
  db,
  clock,
  usageOf: (account, days) => usageOfPeriod({ pool, clock }, account, days),
})
