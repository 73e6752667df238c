import type { Pool } from 'pg'
import { decimalOf } from '@hongyan/contract/money'
import { openKysely } from '../../../db/connect.ts'
import type { Schema } from '../../../db/schema.ts'
import { type Check, type Finding, fine, wrong } from '../../../kit/check.ts'
import type { Clock } from '../../../kit/clock.ts'
import { readSpending, type Spending } from './spending.ts'

const CODES = 'codes'

/** The check of the budget of codes by phone. */
export const codeChecks: readonly Check<{ readonly pool: Pool; readonly clock: Clock }>[] = [
  {
    name: CODES,
    async check({ pool, clock }) {
      const spending = await readSpending(openKysely<Schema>(pool), clock.now())
      return spending.length === 0 ? [fine(CODES, 'nothing spent on codes by phone today')] : spending.map(findingOf)
    },
  },
]

function findingOf({ currency, spent, budget, refused }: Spending): Finding {
  const text = `${currency} ${decimalOf(spent)} of ${decimalOf(budget)} spent today, ${refused} refused`
  if (refused === 0) return fine(CODES, text)
  const hint = `Look for a flood of requests. Raise CODE_BUDGET_${currency}, or wait until midnight UTC.`
  return wrong(CODES, text, hint)
}
