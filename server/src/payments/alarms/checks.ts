import type { Pool } from 'pg'
import { openKysely } from '../../db/connect.ts'
import type { Schema } from '../../db/schema.ts'
import { type Check, fine, wrong } from '../../kit/check.ts'
import { countAlarms } from './open.ts'

const PAYMENTS = 'payments'

/** The check of payments whose state at the provider and in the books may differ. */
export const paymentChecks: readonly Check<{ readonly pool: Pool }>[] = [
  {
    name: PAYMENTS,
    async check({ pool }) {
      const counts = await countAlarms(openKysely<Schema>(pool))
      if (counts.length === 0) return [fine(PAYMENTS, 'no open alarms')]
      const text = counts.map(({ kind, count }) => `${count} × ${kind}`).join(', ')
      return [wrong(PAYMENTS, text, 'Run `hongyan top-up alarms`, compare with the provider, then resolve each.')]
    },
  },
]
