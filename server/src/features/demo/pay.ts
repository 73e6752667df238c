import { TopUpId } from '@hongyan/contract/ids'
import type { AccountId } from '@hongyan/contract/ids'
import type { PayersMethod, TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { PaymentDeps } from '../../payments/deps.ts'
import { readOrders } from '../../payments/orders/store.ts'
import { pollOrder } from '../../payments/poll-channel.ts'
import { settleUpdate } from '../../payments/settlement/settle.ts'
import { referenceOf } from '../../providers/payments/provider.ts'

export interface PayDeps extends PaymentDeps {
  /** The payer pays at the channel's page. */
  readonly payAt: (channel: TopUpChannel, reference: string) => Promise<void>
}

/** The payer pays an order, the channel names the method, and a poll credits the money. */
export async function payOrder(
  deps: PayDeps,
  account: AccountId,
  id: string,
  method: PayersMethod | null,
): Promise<void> {
  const [order] = await readOrders(deps.db, account, [TopUpId.parse(id)])
  if (order === undefined) throw new Error(`account ${account} has no order ${id} to pay`)
  await deps.payAt(order.channel, referenceOf(order.id))
  if (method !== null) await settleUpdate(deps, order, { id: `method:${order.id}`, update: { kind: 'method', method } })
  await pollOrder(deps, order)
}
