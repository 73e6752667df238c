import { decimalOf } from '@hongyan/contract/money'
import type { Pool } from 'pg'
import { isLive } from '../../config/config.ts'
import { openKysely } from '../../db/connect.ts'
import type { Schema } from '../../db/schema.ts'
import { type Check, elapsed, fine, wrong } from '../../kit/check.ts'
import type { Clock } from '../../kit/clock.ts'
import { findSandboxMoney, totalOf } from '../sandbox-money/find.ts'
import { countAlarms, openAlarmsOf, UNASSIGNED } from './open.ts'

const PAYMENTS = 'payments'

export interface PaymentCheckDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly config: Parameters<typeof isLive>[0]
}

/**
 * The checks of `hongyan doctor` about payments: all open alarms by kind, then the alarms about payments without an
 * account (a part of the first, with another next step), then sandbox money on a server where real money moves.
 */
export const paymentChecks: readonly Check<PaymentCheckDeps>[] = [
  {
    name: PAYMENTS,
    async check({ pool }) {
      const counts = await countAlarms(openKysely<Schema>(pool))
      if (counts.length === 0) return [fine(PAYMENTS, 'no open alarms')]
      const text = counts.map(({ kind, count }) => `${count} × ${kind}`).join(', ')
      return [wrong(PAYMENTS, text, 'Run `hongyan top-up alarms`, compare with the provider, then resolve each.')]
    },
  },
  {
    name: PAYMENTS,
    async check({ pool, clock }) {
      const [oldest, ...others] = await openAlarmsOf(openKysely<Schema>(pool), UNASSIGNED)
      if (oldest === undefined) return [fine(PAYMENTS, 'every payment has an account')]
      const { amount_micros: amount, currency, channel, at } = oldest
      const money = amount === null ? '' : ` of ${decimalOf(amount)} ${currency ?? ''}`
      const age = elapsed(clock.now().getTime() - at.getTime())
      const text = `payments without an account: ${others.length + 1}, the oldest by ${channel}${money}, ${age} ago`
      return [wrong(PAYMENTS, text, 'Run `hongyan payment list`, then `payment assign` or `payment return` for each.')]
    },
  },
  {
    name: PAYMENTS,
    async check({ pool, config }) {
      if (!isLive(config)) return []
      const found = await findSandboxMoney(openKysely<Schema>(pool))
      if (found.length === 0) return [fine(PAYMENTS, 'no sandbox money')]
      const text = `sandbox money on a live server: ${totalOf(found)}`
      return [wrong(PAYMENTS, text, 'Run `hongyan ledger retire-sandbox --reason <words> --by <name>`.')]
    },
  },
]
