import { channelsOf, isBlockedByAny, type TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { OfferedChannels } from '../providers/payments/offered.ts'
import { type PaymentOrder, referenceOf } from '../providers/payments/provider.ts'
import type { OrderRow, Payer } from './orders/store.ts'

/** The channels that a payer may choose now, in the order in which they are shown. */
export const channelsFor = (payer: Payer, offered: OfferedChannels): TopUpChannel[] =>
  channelsOf(payer.currency).filter((channel) => offered.has(channel) && !isBlockedByAny(payer.blocks, channel))

/** An order as its provider receives it. Only its opening needs what the payer sees. */
export const paymentOrder = (
  row: OrderRow,
  { locale = 'en', invoice = null, excluded = [] }: Partial<Pick<PaymentOrder, 'locale' | 'invoice' | 'excluded'>> = {},
): PaymentOrder => ({
  reference: referenceOf(row.id),
  account: row.account_id,
  amount: row.amount_micros,
  currency: row.currency,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  locale,
  invoice,
  excluded,
  remoteId: row.remote_id,
})
