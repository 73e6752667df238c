import { type TopUpChannel, topUpChannels, TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import type { Loop } from '../jobs/loop.ts'
import { workThrough } from '../kit/work-through.ts'
import type { PaymentDeps } from './deps.ts'
import { claimDueOrders, countDueOrders, DUE_ORDERS, giveUp, type OrderRow, stopPolling } from './orders/store.ts'
import { closeOrder, pollOrder } from './poll-channel.ts'

const EVERY = 2_000
/** Calls at the same time. */
const AT_ONCE = 5
/** A channel without an answer for so long after an order's end is not polled any more; a webhook still counts. */
const GIVEN_UP_AFTER = 24 * 3_600_000

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

async function pollChannel(deps: PaymentDeps, channel: TopUpChannel, stopping?: AbortSignal): Promise<void> {
  for (let full = true; full && stopping?.aborted !== true;) {
    const due = await claimDueOrders(deps.db, channel, deps.clock.now())
    full = due.length === DUE_ORDERS
    await workThrough(due, { atOnce: AT_ONCE, stopping }, (order) => pollDue(deps, order))
  }
}

/** An order that fails here is due again by itself. */
async function pollDue(deps: PaymentDeps, order: OrderRow): Promise<void> {
  try {
    await (order.status === TopUpStatus.Open ? pollOpen(deps, order) : pollEnded(deps, order))
  } catch (error) {
    deps.log.warn({ err: error, topUp: order.id }, 'a top-up could not be polled')
  }
}

/** Closes an expired order at its channel before it is marked expired, and an order without a payment link as failed. */
async function pollOpen(deps: PaymentDeps, order: OrderRow): Promise<void> {
  const overFor = deps.clock.now().getTime() - order.expires_at.getTime()
  const unanswered = order.action === null
  if (overFor < 0 && !unanswered) return void (await pollOrder(deps, order))
  const state = await closeOrder(deps, order, unanswered ? TopUpStatus.Failed : TopUpStatus.Expired)
  if (state === null && overFor > GIVEN_UP_AFTER) await giveUp(deps.db, order)
}

/** Polls once more for money that was under way when the order ended. */
async function pollEnded(deps: PaymentDeps, order: OrderRow): Promise<void> {
  const overFor = deps.clock.now().getTime() - order.expires_at.getTime()
  const state = order.action === null ? await closeOrder(deps, order, TopUpStatus.Failed) : await pollOrder(deps, order)
  if (state !== null || overFor > GIVEN_UP_AFTER) await stopPolling(deps.db, order)
}
