import { Stripe } from 'stripe'
import { z } from 'zod'
import { forged, guarded, headerOf, Name } from '../webhook.ts'
import type { Webhook, OrderEvent, ReceivedWebhook } from '../provider.ts'
import { chargeEvent } from './charge.ts'
import { refundEvent } from './refunds.ts'
import { Session, stateOf } from './session.ts'
import type { StripeSettings } from '../settings.ts'
import { ofCents } from '../terms.ts'

const TOLERANCE_SECONDS = 300

const Event = z.object({
  id: Name,
  type: z.string().max(128),
  created: z.number().int().positive().optional(),
  livemode: z.boolean().optional(),
  data: z.object({ object: z.unknown() }),
})
type Event = z.infer<typeof Event>

const Dispute = z.object({
  id: Name,
  amount: z.number(),
  currency: z.string().regex(/^[a-z]{3}$/i),
  payment_intent: z.union([Name, z.object({ id: Name }).transform(({ id }) => id)]).nullish(),
  status: z.string(),
})

/** The settings that verify a webhook. */
export type WebhookSettings = Pick<StripeSettings, 'apiKey' | 'webhookSecrets'>

/** Live secret and restricted keys. */
const LIVE_KEY = /^[sr]k_live_/

/**
 * Receives an event that is signed with one of the secrets within five minutes, and reads it. Money of test mode is no
 * money, so an event of the key's other mode is not read.
 */
export const signedReceiver = <E>({ apiKey, webhookSecrets }: WebhookSettings, read: (event: Event) => readonly E[]) =>
  guarded((webhook, now): ReceivedWebhook<E> => {
    if (!webhookSecrets.some((secret) => isSigned(webhook, secret, now))) return forged('signature')
    const event = Event.parse(JSON.parse(webhook.body.toString()))
    const isOther = event.livemode !== undefined && event.livemode !== LIVE_KEY.test(apiKey)
    return isOther ? { kind: 'other_mode', event: event.id } : { kind: 'genuine', events: read(event) }
  })

export const stripeReceiver = (settings: WebhookSettings) => signedReceiver(settings, eventsOf)

function isSigned(webhook: Webhook, secret: string, now: Date): boolean {
  const { signature } = Stripe.webhooks
  const header = headerOf(webhook, 'stripe-signature')
  if (signature === null || header === null || isAhead(header, now)) return false
  try {
    const provider = Stripe.createNodeCryptoProvider()
    return signature.verifyHeader(webhook.body, header, secret, TOLERANCE_SECONDS, provider, now.getTime())
  } catch {
    return false
  }
}

/** Stripe's client refuses a signature that is too old only. */
function isAhead(header: string, now: Date): boolean {
  const signedAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header)?.[1] ?? Number.NaN)
  return !(signedAt - now.getTime() / 1_000 <= TOLERANCE_SECONDS)
}

/**
 * Returns the update of an event. An event of any other type counts as received, or Stripe would resend it for days.
 */
function eventsOf(event: Event): readonly OrderEvent[] {
  const read = readerOf.get(event.type)
  const update = read === undefined ? null : read(event.data.object)
  const at = event.created === undefined ? {} : { at: new Date(event.created * 1_000) }
  return update === null ? [] : [{ id: event.id, ...at, ...update }]
}

type EventUpdate = Omit<OrderEvent, 'id'> | null

type Reader = (object: unknown) => EventUpdate

/** The events about Checkout sessions, charges, disputes and refunds that the pinned client names. */
type OrderEventType = Extract<
  Stripe.Event['type'],
  | `checkout.session.${string}`
  | `charge.dispute.${string}`
  | `charge.refund${string}`
  | 'charge.succeeded'
  | `refund.${string}`
>

/** The reader of each event, null for one that another event repeats. An event that is new in the client does not compile. */
const readers: Readonly<Record<OrderEventType, Reader | null>> = {
  'checkout.session.completed': ofSession,
  'checkout.session.async_payment_succeeded': ofSession,
  'checkout.session.async_payment_failed': ofClosed,
  'checkout.session.expired': ofClosed,
  'charge.succeeded': chargeEvent,
  'charge.dispute.created': ofDispute,
  'charge.dispute.updated': ofDispute,
  'charge.dispute.closed': ofDispute,
  'charge.dispute.funds_withdrawn': ofDispute,
  'charge.dispute.funds_reinstated': ofDispute,
  'charge.refunded': null,
  'charge.refund.updated': null,
  'refund.created': refundEvent,
  'refund.updated': refundEvent,
  'refund.failed': refundEvent,
}

const readerOf = new Map<string, Reader>(
  Object.entries(readers).flatMap(([type, read]) => (read ? [[type, read]] : [])),
)

/** The types of the events that the adapter reads. */
export const orderEventTypes: readonly string[] = [...readerOf.keys()]

/** A session without our reference was not opened here, so its other fields do not matter. */
const Opened = z.object({ client_reference_id: Name.nullish().catch(null) })

function ofSession(object: unknown): EventUpdate {
  const { client_reference_id: reference } = Opened.parse(object)
  if (!reference) return null
  const update = stateOf(Session.parse(object))
  return update.kind === 'paid' || update.kind === 'processing' ? { about: { reference }, update } : null
}

function ofClosed(object: unknown): EventUpdate {
  const { client_reference_id: reference } = Opened.parse(object)
  return reference ? { about: { reference }, update: { kind: 'closed' } } : null
}

type DisputeKind = 'dispute_inquiry' | 'dispute_opened' | 'dispute_won' | 'dispute_lost'

/** The statuses that the pinned client names; its type allows any other text as well. */
type NamedStatus = Stripe.Dispute.Status extends infer S
  ? S extends string
    ? string extends S
      ? never
      : S
    : never
  : never

/**
 * The stage of a dispute by its status. A status that is new in the pinned client does not compile. An inquiry (`warning_…`) takes no money
 * yet. Stripe returns the money of a prevented dispute. An appeal follows a loss, and may end in won.
 */
const stages: Readonly<Record<NamedStatus, DisputeKind>> = {
  warning_needs_response: 'dispute_inquiry',
  warning_under_review: 'dispute_inquiry',
  warning_closed: 'dispute_won',
  needs_response: 'dispute_opened',
  under_review: 'dispute_opened',
  appeal_needs_response: 'dispute_lost',
  appeal_under_review: 'dispute_lost',
  prevented: 'dispute_won',
  won: 'dispute_won',
  lost: 'dispute_lost',
}
const stageOf: ReadonlyMap<string, DisputeKind> = new Map(Object.entries(stages))

function ofDispute(object: unknown): EventUpdate {
  const dispute = Dispute.parse(object)
  const amount = ofCents(dispute.amount)
  if (amount === null) throw new TypeError('a dispute about nothing')
  const kind = stageOf.get(dispute.status)
  if (kind === undefined || !dispute.payment_intent) return null
  const update = { kind, disputeId: dispute.id, amount, currency: dispute.currency.toUpperCase() }
  return { about: { paymentId: dispute.payment_intent }, update }
}
