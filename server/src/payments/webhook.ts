import { topUpChannels, type TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { Webhook, WebhookResponse, PaymentEvent } from '../providers/payments/provider.ts'
import { type Outcome, settleFact } from './settlement/settle.ts'
import type { TopUpDeps } from './deps.ts'
import { findOrder } from './orders/store.ts'

/** What a webhook, or one event of it, came to. */
export type Received = Outcome | 'forged' | 'unknown_order' | 'later'

export interface ReceiveDeps extends TopUpDeps {
  /** Counts what came of webhooks. */
  readonly received: (channel: TopUpChannel, came: Received) => void
}

/**
 * Takes a webhook as it arrived and answers in the provider's words: that it was heard once all its events are committed,
 * that it should come again where they cannot be. Null for a channel that is not offered.
 */
export async function receiveWebhook(
  deps: ReceiveDeps,
  name: string,
  webhook: Webhook,
): Promise<WebhookResponse | null> {
  const channel = topUpChannels.find((known) => known === name)
  const offered = channel && deps.channels.get(channel)
  if (channel === undefined || offered === undefined) return null
  const { receive, responses } = await offered.provider()
  const told = receive(webhook, deps.clock.now())
  if (told.kind === 'forged') {
    deps.log.info({ channel, reason: told.reason }, 'a webhook is not genuine')
    deps.received(channel, 'forged')
    return responses.forged
  }
  try {
    for (const event of told.events) deps.received(channel, await settleEvent(deps, channel, event))
    return responses.received
  } catch (error) {
    deps.log.error({ err: error, channel }, 'a webhook could not be settled')
    deps.received(channel, 'later')
    return responses.retryLater
  }
}

/**
 * A genuine word about an order that is not ours will not become ours by being repeated: it counts as heard. A payment is
 * known by its name only once it is credited, so a dispute that overtakes it throws and has to come again.
 */
async function settleEvent(deps: ReceiveDeps, channel: TopUpChannel, event: PaymentEvent): Promise<Received> {
  const order = await findOrder(deps.db, channel, event.about)
  if (order !== null) return settleFact(deps, order, event)
  if ('disputeId' in event.update) throw new Error(`${event.update.kind} speaks of a payment that is not known yet`)
  deps.log.warn(
    { channel, kind: event.update.kind, about: event.about },
    'a webhook is about an order that is not ours',
  )
  return 'unknown_order'
}
