import type { Kysely } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Schema } from '../../../db/schema.ts'
import type { Clock } from '../../../kit/clock.ts'
import { readSpending, type Spending, unitsOf } from './spending.ts'

const gauges: readonly { name: string; help: string; valueOf: (spending: Spending) => number }[] = [
  {
    name: 'hongyan_code_spending',
    help: 'Cost of codes by phone today (UTC), by currency',
    valueOf: ({ spent }) => unitsOf(spent),
  },
  {
    name: 'hongyan_code_budget',
    help: 'The most that codes by phone may cost today, by currency',
    valueOf: ({ budget }) => unitsOf(budget),
  },
  {
    name: 'hongyan_codes_paused',
    help: 'Requests for codes by phone that the budget or a cap of today refused, by currency',
    valueOf: ({ refused }) => refused,
  },
]

/** The house's spending on codes at `/metrics`. */
export function exposeSpending(registry: Registry, { db, clock }: { db: Kysely<Schema>; clock: Clock }): void {
  for (const { name, help, valueOf } of gauges) {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames: ['currency'],
        registers: [],
        async collect() {
          const spending = await readSpending(db, clock.now())
          this.reset()
          for (const row of spending) this.set({ currency: row.currency }, valueOf(row))
        },
      }),
    )
  }
}
