import type { topUp, TopUpOrder } from '@hongyan/contract/endpoints/finance/top-up'
import type { AccountId } from '@hongyan/contract/ids'
import { topUp as limits } from '@hongyan/contract/limits/finance'
import { type Micros, parseMicros } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import type { z } from 'zod'
import { Refusal } from '../../../kit/refusal.ts'
import type { PaymentDeps } from '../../../payments/deps.ts'
import { createOrder, offeredTo, type OrderCall } from '../../../payments/orders/create-order.ts'
import { readPayer } from '../../../payments/orders/store.ts'

export type TopUpRequest = z.output<typeof topUp.create.body>

/** Creates the order of a top-up, within the range of its currency. */
export async function createTopUp(
  deps: PaymentDeps,
  account: AccountId,
  { channel, currency, amount: wanted }: TopUpRequest,
  how: OrderCall,
): Promise<TopUpOrder> {
  const payer = await readPayer(deps.db, account)
  const offered = offeredTo(deps, payer, channel, currency)
  const amount = amountIn(currency, wanted)
  return createOrder(deps, account, offered, { purpose: 'top_up', channel, currency, amount, ...how })
}

function amountIn(currency: Currency, amount: Micros | null): Micros {
  const { min, max } = limits.range[currency]
  const [least, most] = [parseMicros(min), parseMicros(max)]
  if (amount === null || least === null || most === null || amount < least || amount > most) {
    throw new Refusal('amount_out_of_range', { field: 'amount' })
  }
  return amount
}
