import type { Micros } from '@hongyan/contract/money'
import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'

/** A payment whose state at the provider and in the books differ, or may differ. */
export interface PaymentAlarm {
  readonly channel: TopUpChannel
  readonly kind: string
  /** The order's id, or the provider's id of a payment without an order. */
  readonly about: string
  /** The event that raised it. A repeated event raises nothing new. */
  readonly event: string
  /** The provider's id of the payment. */
  readonly paymentId?: string | null
  readonly amount?: Micros | null
  readonly currency?: string | null
  readonly at: Date
}

/** Raises an alarm for staff. It stays open until staff resolve it (`hongyan top-up resolve`). */
export async function raiseAlarm(db: Kysely<Schema>, alarm: PaymentAlarm): Promise<void> {
  const { channel, kind, about, event, paymentId = null, amount = null, currency = null, at } = alarm
  await db
    .insertInto('payment_alarm')
    .values({ channel, kind, about, event_id: event, payment_id: paymentId, amount_micros: amount, currency, at })
    .onConflict((is) => is.columns(['channel', 'kind', 'about', 'event_id']).doNothing())
    .execute()
}
