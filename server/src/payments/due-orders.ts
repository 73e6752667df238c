import { DAY, SECOND } from '@hongyan/contract/durations'
import { type TopUpChannel, topUpChannels, TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import type { Loop } from '../jobs/loop.ts'
import { workThrough } from '../kit/work-through.ts'
import type { PaymentDeps } from './deps.ts'
import { claimDueOrders, countDueOrders, DUE_ORDERS, giveUp, type OrderRow, stopPolling } from './orders/store.ts'
import { closeOrder, pollOrder } from './poll-channel.ts'

const EVERY = 2 * SECOND
/** The most channel calls at the same time. */
const AT_ONCE = 5
/**
 * An order is polled for this long after its expiry while its channel does not respond. A later webhook still counts.
 */
const GIVEN_UP_AFTER = DAY

/**
 * Polls the channels for orders whose webhook may have been lost, and ends orders that have expired. Every channel has a
 * loop of its own, so a slow channel delays no other. A channel that is not offered any more still ends its orders.
 */
export const orderLoops = (deps: PaymentDeps): readonly Loop[] =>
  topUpChannels.map((channel) => ({
    name: `top-up-polls-${channel}`,
    every: EVERY,
    run: (stopping) => pollChannel(deps, channel, stopping),
    backlog: () => countDueOrders(deps.db, channel, deps.clock.now()),
  }))

/** Polls every order that is due, of all channels. */
export async function pollDueOrders(deps: PaymentDeps): Promise<void> {
  await Promise.all(topUpChannels.map((channel) => pollChannel(deps, channel)))
}

/** Claims and polls the due orders of a channel, batch by batch, until a batch is not full. */
async function pollChannel(deps: PaymentDeps, channel: TopUpChannel, stopping?: AbortSignal): Promise<void> {
  for (let isFull = true; isFull && stopping?.aborted !== true;) {
    const due = await claimDueOrders(deps.db, channel, deps.clock.now())
    isFull = due.length === DUE_ORDERS
    await workThrough(due, { atOnce: AT_ONCE, stopping }, (order) => pollDue(deps, order))
  }
}

/** Logs a failure. Nothing to undo: the claim has already set the order's next poll. */
async function pollDue(deps: PaymentDeps, order: OrderRow): Promise<void> {
  try {
    await (order.status === TopUpStatus.Open ? pollOpen(deps, order) : pollEnded(deps, order))
  } catch (error) {
    deps.log.warn({ err: error, topUp: order.id }, 'a top-up could not be polled')
  }
}

/**
 * Polls an open order. An order that has expired, or that never got a payment link, is closed at its channel first, and
 * then marked as expired or failed.
 */
async function pollOpen(deps: PaymentDeps, order: OrderRow): Promise<void> {
  const sinceExpiry = deps.clock.now().getTime() - order.expires_at.getTime()
  const hasNoLink = order.action === null
  if (sinceExpiry < 0 && !hasNoLink) return void (await pollOrder(deps, order))
  const state = await closeOrder(deps, order, hasNoLink ? TopUpStatus.Failed : TopUpStatus.Expired)
  if (state === null && sinceExpiry > GIVEN_UP_AFTER) await giveUp(deps.db, order)
}

/**
 * Polls an order that has ended once more, for money that was under way at its end. Closes it where it has no payment
 * link.
 */
async function pollEnded(deps: PaymentDeps, order: OrderRow): Promise<void> {
  const sinceExpiry = deps.clock.now().getTime() - order.expires_at.getTime()
  const state = order.action === null ? await closeOrder(deps, order, TopUpStatus.Failed) : await pollOrder(deps, order)
  if (state !== null || sinceExpiry > GIVEN_UP_AFTER) await stopPolling(deps.db, order)
}
