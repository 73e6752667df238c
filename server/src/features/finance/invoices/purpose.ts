import { micros } from '@hongyan/contract/money'
import type { PurposeEffects } from '../../../payments/purposes.ts'
import { notifyRefund } from '../../../payments/refunds/notify-refund.ts'
import { notifyToppedUp } from '../../../payments/settlement/funds.ts'
import { settleInvoicePayment } from './payments.ts'

/** The money of an order pays its invoice. The excess is credited to the account's funds. */
export const invoicePurpose: PurposeEffects = {
  async paid(tx, order, { at }) {
    const { account_id: account, id, invoice_id: invoice, amount_micros: amount, channel } = order
    if (invoice === null) throw new Error(`order ${id} has no invoice`)
    const payment = { account, invoice, topUp: id, amount, channel, at }
    const { credited: entry, applied } = await settleInvoicePayment(tx, payment)
    if (entry === null) throw new Error(`the money of order ${id} was not booked`)
    await notifyToppedUp(tx, order, micros(amount - applied), at)
    return { entry }
  },
  failed: async () => undefined,
  refunded: notifyRefund,
}
