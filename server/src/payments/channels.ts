import { channelsOf, isBlocked, type TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { PaymentOrder, PaymentProvider } from '../providers/payments/provider.ts'
import { referenceOf } from '../providers/payments/provider.ts'
import type { OrderRow, Payer } from './orders/store.ts'

/** A channel that this installation offers. */
export interface OfferedChannel {
  /** Made when it is needed for the first time; fails where what it needs cannot be read. */
  readonly provider: () => Promise<PaymentProvider>
  /** Nobody's money moves: the sandbox stands behind it. */
  readonly test: boolean
}

export type OfferedChannels = ReadonlyMap<TopUpChannel, OfferedChannel>

/** What a payer could choose now, in the order in which it is shown. */
export const channelsFor = (payer: Payer, offered: OfferedChannels): TopUpChannel[] =>
  channelsOf(payer.currency).filter((channel) => offered.has(channel) && !isBlocked(payer.status, channel))

/** The order as its provider sees it. */
export const paymentOrder = (row: OrderRow, locale: PaymentOrder['locale'] = 'en'): PaymentOrder => ({
  reference: referenceOf(row.id),
  account: row.account_id,
  amount: row.amount_micros,
  currency: row.currency,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  locale,
  remoteId: row.remote_id,
})
