import { channelsOf, isBlocked, type TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { OfferedChannels } from '../providers/payments/offered.ts'
import { type PaymentOrder, referenceOf } from '../providers/payments/provider.ts'
import type { OrderRow, Payer } from './orders/store.ts'

/** The channels that a payer may choose now, in the order in which they are shown. */
export const channelsFor = (payer: Payer, offered: OfferedChannels): TopUpChannel[] =>
  channelsOf(payer.currency).filter((channel) => offered.has(channel) && !isBlocked(payer.status, channel))

/** An order as its provider receives it. */
export const paymentOrder = (
  row: OrderRow,
  {
    locale = 'en',
    invoiceNumber = null,
  }: { readonly locale?: PaymentOrder['locale']; readonly invoiceNumber?: string | null } = {},
): PaymentOrder => ({
  reference: referenceOf(row.id),
  account: row.account_id,
  amount: row.amount_micros,
  currency: row.currency,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  locale,
  invoice: invoiceNumber,
  remoteId: row.remote_id,
})
