import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { CardEvent, ChargeResult } from '../cards.ts'
import { Name } from '../webhook.ts'
import type { PaymentFailure } from '../provider.ts'
import { chargedBy } from './card-answers.ts'
import { signedReceiver, type WebhookSettings } from './webhook.ts'
import { ofCents } from '../terms.ts'

const Setup = z.object({ id: Name })
const Payment = z.object({
  amount: z.number(),
  currency: z.string().regex(/^[a-z]{3}$/i),
  metadata: z.object({ attempt: Name.optional() }).optional(),
})

/** Verifies Stripe's webhooks and returns their events about cards. */
export const stripeCardReceiver = (settings: WebhookSettings) =>
  signedReceiver(settings, ({ id, type, data }): readonly CardEvent[] => {
    const event = readerOf.get(type)?.(id, data.object) ?? null
    return event === null ? [] : [event]
  })

type Reader = (id: string, object: unknown) => CardEvent | null

/** The events about set-ups and payments by saved cards that the pinned client names. */
type CardEventType = Extract<Stripe.Event['type'], `setup_intent.${string}` | `payment_intent.${string}`>

/** The reader of each event, null for one that changes nothing. An event that is new in the client does not compile. */
const readers: Readonly<Record<CardEventType, Reader | null>> = {
  'setup_intent.succeeded': ofSetup,
  'setup_intent.setup_failed': ofSetup,
  'setup_intent.canceled': null,
  'setup_intent.created': null,
  'setup_intent.requires_action': null,
  'payment_intent.succeeded': ofPayment,
  'payment_intent.payment_failed': ofPayment,
  'payment_intent.amount_capturable_updated': null,
  'payment_intent.canceled': null,
  'payment_intent.created': null,
  'payment_intent.partially_funded': null,
  'payment_intent.processing': null,
  'payment_intent.requires_action': null,
}

const readerOf = new Map<string, Reader>(
  Object.entries(readers).flatMap(([type, read]) => (read ? [[type, read]] : [])),
)

/** The types of the events about cards that the adapter reads. */
export const cardEventTypes: readonly string[] = [...readerOf.keys()]

function ofSetup(id: string, object: unknown): CardEvent {
  return { kind: 'setup', id, setupId: Setup.parse(object).id }
}

const isFailure = (charged: ChargeResult): charged is PaymentFailure =>
  charged.kind === 'unreachable' || charged.kind === 'refused'

/** Null for a payment without an attempt of ours: it was made on a Checkout page, which has events of its own. */
function ofPayment(id: string, object: unknown): CardEvent | null {
  const { amount: cents, currency, metadata } = Payment.parse(object)
  const amount = ofCents(cents)
  const charged = chargedBy(object)
  if (metadata?.attempt === undefined || amount === null) return null
  if (isFailure(charged)) return null
  return { kind: 'charge', id, attempt: metadata.attempt, amount, currency: currency.toUpperCase(), charged }
}
