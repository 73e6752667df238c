import { DAY, MINUTE, SECOND } from '@hongyan/contract/durations'
import { topUp as limits } from '@hongyan/contract/limits/finance'
import { type TopUpChannel, topUpChannels, TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import type { Loop } from '../jobs/loop.ts'
import { workThrough } from '../kit/work-through.ts'
import { raiseAlarm } from './alarms/raise.ts'
import type { PaymentDeps } from './deps.ts'
import {
  claimDueOrders,
  countDueOrders,
  DUE_ORDERS,
  endPoll,
  expireUnanswered,
  type OrderRow,
  setPoll,
} from './orders/store.ts'
import { closeOrder, pollOrder } from './poll-channel.ts'

const EVERY = 2 * SECOND
/** The most channel calls at the same time. */
const AT_ONCE = 5
/** The customer sees an order expired once its channel has not responded for this long after its expiry. */
const EXPIRED_AFTER = DAY
/** An order that has ended is polled at a tenth of its age, and once a day at least. */
const LONGEST_WAIT = DAY
/** An open order keeps the polls of its claim. */
const UNENDED = [TopUpStatus.Open]

/**
 * Polls the channels for orders whose webhook may have been lost, and ends orders that have expired. Every channel has a
 * loop of its own, so a slow channel delays no other. A channel that is not offered any more still ends its orders.
 */
export const orderLoops = (deps: PaymentDeps): readonly Loop[] =>
  topUpChannels.map((channel) => ({
    name: `top-up-polls-${channel}`,
    every: EVERY,
    isDue: `exists (select from top_up where poll_at <= $1 and channel = '${channel}')`,
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
  } finally {
    await endPoll(deps.db, order).catch(() => undefined)
  }
}

/**
 * Polls an open order. An order that has expired, or that never got a payment link, is closed at its channel first, and
 * then marked as expired or failed.
 */
async function pollOpen(deps: PaymentDeps, order: OrderRow): Promise<void> {
  const hasNoLink = order.action === null
  if (sinceExpiry(deps, order) < 0 && !hasNoLink) return void (await pollOrder(deps, order))
  const state = await closeOrder(deps, order, hasNoLink ? TopUpStatus.Failed : TopUpStatus.Expired)
  if (state === null && sinceExpiry(deps, order) > EXPIRED_AFTER) await expireUnanswered(deps.db, order)
}

/**
 * Polls an order that has ended or is processing, for money that is under way. The polls end with the first answer that
 * is final. Closes the order where it has no payment link.
 */
async function pollEnded(deps: PaymentDeps, order: OrderRow): Promise<void> {
  const state = order.action === null ? await closeOrder(deps, order, TopUpStatus.Failed) : await pollOrder(deps, order)
  const isFinal = state !== null && state.kind !== 'processing' && state.kind !== 'pending'
  if (isFinal) await setPoll(deps.db, order, null, UNENDED)
  else if (sinceExpiry(deps, order) > limits.checkedFor) await giveUp(deps, order)
  else await pollLater(deps, order)
}

const sinceExpiry = ({ clock }: PaymentDeps, { expires_at: at }: OrderRow): number =>
  clock.now().getTime() - at.getTime()

async function pollLater(deps: PaymentDeps, order: OrderRow): Promise<void> {
  const now = deps.clock.now().getTime()
  const wait = Math.min(Math.max((now - order.created_at.getTime()) / 10, MINUTE), LONGEST_WAIT)
  await setPoll(deps.db, order, new Date(now + wait), [...UNENDED, TopUpStatus.Paid])
}

/** Stops polling an order whose outcome the channel never reported. Staff have to query the channel. */
async function giveUp({ db, clock, log }: PaymentDeps, order: OrderRow): Promise<void> {
  const { channel, id: about, amount_micros: amount, currency } = order
  log.error({ topUp: about, channel }, 'a channel never reported the outcome of a top-up')
  await raiseAlarm(db, { channel, kind: 'outcome_unknown', about, event: '', amount, currency, at: clock.now() })
  await setPoll(db, order, null, UNENDED)
}
