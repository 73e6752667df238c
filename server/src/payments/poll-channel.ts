import type { OrderCheck } from '@hongyan/contract/endpoints/finance/top-up'
import type { AccountId, TopUpId } from '@hongyan/contract/ids'
import { decimalOf, micros } from '@hongyan/contract/money'
import { type TopUpChannel, TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import { Refusal } from '../kit/refusal.ts'
import type { PaymentFailure, PaymentState } from '../providers/payments/provider.ts'
import { paymentOrder } from './channels.ts'
import { ended, type Ending, polled, settleFact } from './settlement/settle.ts'
import type { TopUpDeps } from './deps.ts'
import { claimToAsk, type OrderRow, readOrders } from './orders/store.ts'

/** Tells whether the account's orders are paid; a channel is asked where that is not known, but rarely. */
export async function checkOrders(
  deps: TopUpDeps,
  account: AccountId,
  { id, channel }: { readonly id: readonly TopUpId[]; readonly channel: TopUpChannel },
): Promise<OrderCheck> {
  const ids = [...new Set(id)]
  const orders = await ownOrders(deps, account, ids)
  if (orders.some((order) => order.channel !== channel)) throw new Refusal('invalid_request', { field: 'channel' })
  if (orders.every(({ status }) => status === TopUpStatus.Paid)) return present(orders)
  const claimed = await claimToAsk(deps.db, account, ids, deps.clock.now())
  await Promise.all(claimed.map((order) => askAbout(deps, order)))
  return present(claimed.length === 0 ? orders : await ownOrders(deps, account, ids))
}

/**
 * Closes an order at its channel, so that nobody pays it any more. Money that came before is credited and told. One that
 * nobody was given a way to pay is not there to be closed.
 */
export async function cancelOrder(deps: TopUpDeps, account: AccountId, id: TopUpId): Promise<OrderCheck> {
  const orders = await ownOrders(deps, account, [id])
  if (orders.some(({ auto, by_card: byCard }) => auto || byCard)) throw new Refusal('not_found')
  for (const order of orders.filter(({ status }) => status === TopUpStatus.Open)) {
    const state = await close(deps, order, TopUpStatus.Cancelled)
    if (state === null) throw new Refusal('payment_unreachable')
  }
  return present(await ownOrders(deps, account, [id]))
}

async function ownOrders({ db }: TopUpDeps, account: AccountId, ids: readonly TopUpId[]): Promise<readonly OrderRow[]> {
  const orders = await readOrders(db, account, ids)
  if (orders.length < ids.length) throw new Refusal('not_found')
  return orders
}

/** What the channel knows of the order, after it took effect; null where the channel does not tell. */
export async function askAbout(deps: TopUpDeps, order: OrderRow): Promise<PaymentState | null> {
  const state = await answerOf(deps, order, 'query')
  if (state !== null) await settleFact(deps, order, polled(state))
  return state
}

/** Closes the order at its channel; null where the channel does not tell, and the order stays as it was. */
export async function close(deps: TopUpDeps, order: OrderRow, ending: Ending): Promise<PaymentState | null> {
  const state = await answerOf(deps, order, 'close')
  if (state !== null) await settleFact(deps, order, ended(state, ending), ending)
  return state
}

async function answerOf(
  { channels, log }: TopUpDeps,
  order: OrderRow,
  call: 'query' | 'close',
): Promise<PaymentState | null> {
  const provider = await channels.get(order.channel)?.provider()
  const answer: PaymentState | PaymentFailure = await (provider?.[call](paymentOrder(order)) ?? notOffered)
  if (!('reason' in answer)) return answer
  log.warn(
    { topUp: order.id, channel: order.channel, call, reason: answer.reason },
    'a channel did not tell of a top-up',
  )
  return null
}

/** Orders outlive the settings that their channel was offered by. */
const notOffered: PaymentFailure = { kind: 'unreachable', reason: 'not_offered' }

/** Several are paid when all are; otherwise the first that is not tells what is the matter. */
function present(orders: readonly OrderRow[]): OrderCheck {
  const unpaid = orders.find(({ status }) => status !== TopUpStatus.Paid)
  const drawn = orders.flatMap(({ cashback_micros: amount }) => (amount === null ? [] : [amount]))
  const cashback = drawn.reduce((sum, amount) => micros(sum + amount), micros(0n))
  return {
    status: unpaid?.status ?? TopUpStatus.Paid,
    extra: drawn.length === 0 ? {} : { cashback: decimalOf(cashback) },
  }
}
