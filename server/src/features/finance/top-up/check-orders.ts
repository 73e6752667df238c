import type { OrderCheck } from '@hongyan/contract/endpoints/finance/top-up'
import type { AccountId, TopUpId } from '@hongyan/contract/ids'
import { decimalOf, micros } from '@hongyan/contract/money'
import { type TopUpChannel, TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import { Refusal } from '../../../kit/refusal.ts'
import type { PaymentDeps } from '../../../payments/deps.ts'
import { claimToPoll, type OrderRow, readOrders } from '../../../payments/orders/store.ts'
import { closeOrder, pollOrder } from '../../../payments/poll-channel.ts'

/** Returns whether the account's orders are paid. Polls the channel where that is not known, but rarely. */
export async function checkOrders(
  deps: PaymentDeps,
  account: AccountId,
  { id, channel }: { readonly id: readonly TopUpId[]; readonly channel: TopUpChannel },
): Promise<OrderCheck> {
  const ids = [...new Set(id)]
  const orders = await ownOrders(deps, account, ids)
  if (orders.some((order) => order.channel !== channel)) throw new Refusal('invalid_request', { field: 'channel' })
  if (orders.every(({ status }) => status === TopUpStatus.Paid)) return present(orders)
  const claimed = await claimToPoll(deps.db, account, ids, deps.clock.now())
  await Promise.all(claimed.map((order) => pollOrder(deps, order)))
  return present(claimed.length === 0 ? orders : await ownOrders(deps, account, ids))
}

/**
 * Closes an order at its channel, so that it cannot be paid any more. Money that came before is credited, and the order
 * is paid. An order that a saved card is charged for cannot be closed.
 */
export async function cancelOrder(deps: PaymentDeps, account: AccountId, id: TopUpId): Promise<OrderCheck> {
  const orders = await ownOrders(deps, account, [id])
  if (orders.some(({ by_card: byCard }) => byCard)) throw new Refusal('not_found')
  for (const order of orders.filter(({ status }) => status === TopUpStatus.Open)) {
    const state = await closeOrder(deps, order, TopUpStatus.Cancelled)
    if (state === null) throw new Refusal('payment_unreachable')
  }
  return present(await ownOrders(deps, account, [id]))
}

async function ownOrders(
  { db }: PaymentDeps,
  account: AccountId,
  ids: readonly TopUpId[],
): Promise<readonly OrderRow[]> {
  const orders = await readOrders(db, account, ids)
  if (orders.length < ids.length) throw new Refusal('not_found')
  return orders
}

/** Several orders are paid when all are; otherwise the status is that of the first unpaid one. */
function present(orders: readonly OrderRow[]): OrderCheck {
  const unpaid = orders.find(({ status }) => status !== TopUpStatus.Paid)
  const drawn = orders.flatMap(({ cashback_micros: amount }) => (amount === null ? [] : [amount]))
  const cashback = drawn.reduce((sum, amount) => micros(sum + amount), micros(0n))
  return {
    status: unpaid?.status ?? TopUpStatus.Paid,
    extra: drawn.length === 0 ? {} : { cashback: decimalOf(cashback) },
  }
}
