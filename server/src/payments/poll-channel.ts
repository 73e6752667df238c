import type { PaymentFailure, PaymentState } from '../providers/payments/provider.ts'
import { paymentOrder } from './channels.ts'
import type { PaymentDeps } from './deps.ts'
import type { OrderRow } from './orders/store.ts'
import { closedAs, type Ending, polled, settleUpdate } from './settlement/settle.ts'

/** Polls the channel of an order and settles its state; null where the channel does not answer. */
export async function pollOrder(deps: PaymentDeps, order: OrderRow): Promise<PaymentState | null> {
  const state = await call(deps, order, 'query')
  if (state !== null) await settleUpdate(deps, order, polled(state))
  return state
}

/** Closes an order at its channel; null where the channel does not answer, and the order stays as it was. */
export async function closeOrder(deps: PaymentDeps, order: OrderRow, ending: Ending): Promise<PaymentState | null> {
  const state = await call(deps, order, 'close')
  if (state !== null) await settleUpdate(deps, order, closedAs(state, ending), ending)
  return state
}

async function call(
  { channels, log }: PaymentDeps,
  order: OrderRow,
  method: 'query' | 'close',
): Promise<PaymentState | null> {
  const provider = await channels.get(order.channel)?.provider()
  const answer: PaymentState | PaymentFailure = await (provider?.[method](paymentOrder(order)) ?? notOffered)
  if (!('reason' in answer)) return answer
  const { reason } = answer
  log.warn({ topUp: order.id, channel: order.channel, call: method, reason }, 'a channel did not answer for a top-up')
  return null
}

/** The failure for an order whose channel is not configured any more. */
const notOffered: PaymentFailure = { kind: 'unreachable', reason: 'not_offered' }
