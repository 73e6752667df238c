import type { Kysely } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Schema } from '../../db/schema.ts'
import { countAlarms } from './open.ts'

/** The unresolved alarms of payments at `/metrics`, by kind. */
export const exposeAlarms = (registry: Registry, db: Kysely<Schema>): Gauge =>
  new Gauge({
    name: 'hongyan_payment_alarms',
    help: 'Payments that staff have to look into, by kind',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      const counts = await countAlarms(db)
      this.reset()
      for (const { kind, count } of counts) this.set({ kind }, count)
    },
  })
