import { HOUR } from '@hongyan/contract/durations'
import { topUpChannels, type TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { CardEvent, CardProvider } from '../providers/payments/cards.ts'
import type { OrderEvent, ReceivedWebhook, Webhook, WebhookResponse } from '../providers/payments/provider.ts'
import { raiseAlarm } from './alarms/raise.ts'
import { isReturned } from './bookings/store.ts'
import { settleChargeEvent } from './charges/charge-card.ts'
import type { PaymentDeps } from './deps.ts'
import { findOrder } from './orders/store.ts'
import { type SettlementResult, settleUpdate } from './settlement/settle.ts'

/** An event of a webhook: of an order, of a card charge, or of the set-up of a card. */
export type PaymentEvent = OrderEvent | CardEvent

/** The effect of a webhook, or of one of its events. */
export type WebhookResult =
  | SettlementResult
  | ('charge' | 'unknown_charge' | 'setup' | 'unknown_setup')
  | ('forged' | 'other_mode' | 'unknown_order' | 'later')

export interface WebhookDeps extends PaymentDeps {
  /** Settles the set-up of a card; false for a set-up that is not ours. */
  readonly settleSetup: (provider: () => Promise<CardProvider>, setupId: string) => Promise<boolean>
  readonly count: (channel: TopUpChannel, result: WebhookResult) => void
}

/** A provider that may send a channel's webhooks. */
interface Sender {
  readonly receive: (webhook: Webhook, now: Date) => ReceivedWebhook<PaymentEvent>
  /** The same provider as a card provider; null where it stores no cards. */
  readonly cards: (() => Promise<CardProvider>) | null
}

/**
 * Receives a webhook and responds in the provider's own format: received once all its events are committed, retry later
 * where they cannot be. Null for a channel that is not offered.
 */
export async function receiveWebhook(
  deps: WebhookDeps,
  name: string,
  webhook: Webhook,
): Promise<WebhookResponse | null> {
  const channel = topUpChannels.find((known) => known === name)
  const offered = channel && deps.channels.get(channel)
  if (channel === undefined || offered === undefined) return null
  const { receive, responses } = await offered.provider()
  const senders = [...(await cardSenders(deps, channel)), { receive, cards: null }]
  const received = senders.map((sender) => ({ ...sender.receive(webhook, deps.clock.now()), cards: sender.cards }))
  const genuine = received.filter((each) => each.kind === 'genuine')
  const otherMode = received.find((each) => each.kind === 'other_mode')
  if (otherMode !== undefined && genuine.length === 0) {
    await refuseOtherMode(deps, channel, otherMode.event)
    return responses.received
  }
  if (genuine.length === 0) {
    const reasons = received.flatMap((each) => (each.kind === 'forged' ? [each.reason] : []))
    deps.log.info({ channel, reasons }, 'a webhook is not genuine')
    deps.count(channel, 'forged')
    return responses.forged
  }
  try {
    for (const { events, cards } of genuine)
      for (const event of events) deps.count(channel, await settleEvent(deps, channel, event, cards))
    return responses.received
  } catch (error) {
    deps.log.error({ err: error, channel }, 'a webhook could not be settled')
    deps.count(channel, 'later')
    return responses.retryLater
  }
}

/**
 * Alarms staff of an event whose mode is not the key's: the webhook secret is that of the other mode's endpoint. Counts
 * as received, because a retry has the same mode.
 */
async function refuseOtherMode(deps: WebhookDeps, channel: TopUpChannel, event: string): Promise<void> {
  const at = deps.clock.now()
  await raiseAlarm(deps.db, { channel, kind: 'event_of_other_mode', about: 'livemode', event, at })
  deps.log.error({ channel, event }, 'an event is not of the mode of our key: the webhook secret is of the other mode')
  deps.count(channel, 'other_mode')
}

/** The card providers of a channel. The sandbox may store the cards of one partition and Stripe those of the other. */
async function cardSenders({ cards }: PaymentDeps, channel: TopUpChannel): Promise<readonly Sender[]> {
  const offered = new Set(Object.values(cards).filter((each) => each?.channel === channel))
  return Promise.all(
    [...offered].flatMap((each) =>
      each === null ? [] : [each.provider().then(({ receive }) => ({ receive, cards: each.provider }))],
    ),
  )
}

/**
 * Settles one event. A genuine event of an order that is not ours counts as received, because a retry would not change
 * that. A dispute that overtakes its payment throws for an hour, so that the channel repeats it: the payment's name is
 * known once it is credited. After that the payment was not made here, and staff are alarmed.
 */
async function settleEvent(
  deps: WebhookDeps,
  channel: TopUpChannel,
  event: PaymentEvent,
  cards: Sender['cards'],
): Promise<WebhookResult> {
  if (!('about' in event)) return settleCardEvent(deps, event, cards)
  const order = await findOrder(deps.db, channel, event.about)
  if (order !== null) return settleUpdate(deps, order, event)
  const { update, about } = event
  if ('disputeId' in update) {
    if (isRecent(event, deps.clock.now())) throw new Error(`${update.kind} is about a payment that is not known yet`)
    await alarmStrangerPayment(deps, channel, event, update.kind)
  }
  if ('refund' in update && !(await isReturned(deps.db, update.refund)))
    await alarmStrangerPayment(deps, channel, event, update.kind)
  deps.log.warn({ channel, kind: update.kind, about }, 'a webhook is about an order that is not ours')
  return 'unknown_order'
}

const isRecent = ({ at }: OrderEvent, now: Date): boolean => at !== undefined && now.getTime() - at.getTime() < HOUR

/** Alarms staff of an event about money that no order here has. */
async function alarmStrangerPayment(
  { db, clock }: WebhookDeps,
  channel: TopUpChannel,
  { id, about, update }: OrderEvent,
  kind: string,
): Promise<void> {
  await raiseAlarm(db, {
    channel,
    kind: `${kind}_unknown_payment`,
    about: 'paymentId' in about ? about.paymentId : about.reference,
    event: id,
    amount: 'amount' in update ? (update.amount ?? null) : null,
    currency: 'currency' in update ? update.currency : null,
    at: clock.now(),
  })
}

async function settleCardEvent(deps: WebhookDeps, event: CardEvent, cards: Sender['cards']): Promise<WebhookResult> {
  if (event.kind === 'charge') return settleChargeEvent(deps, event)
  return cards !== null && (await deps.settleSetup(cards, event.setupId)) ? 'setup' : 'unknown_setup'
}
