import { creditFunds, notifyToppedUp } from '../../../payments/settlement/funds.ts'
import { readPayer } from '../../../payments/orders/store.ts'
import type { PurposeEffects } from '../../../payments/purposes.ts'
import { notifyRefund } from '../../../payments/refunds/notify-refund.ts'
import { type Draw, drawCashback } from '../../../payments/settlement/cashback.ts'

/** A top-up is credited to the funds and may draw cashback. */
export const topUpPurpose = (cashbackUntil: Date, draw?: Draw): PurposeEffects => ({
  async paid(tx, order, { at }) {
    const { account_id: account, amount_micros: amount, channel, currency } = order
    const entry = await creditFunds(tx, order, at)
    const { partition } = await readPayer(tx, account)
    await notifyToppedUp(tx, order, amount, at)
    return { entry, cashback: drawCashback({ partition, currency, channel, amount, at, until: cashbackUntil }, draw) }
  },
  /** No card is charged for a top-up. */
  failed: async () => undefined,
  refunded: notifyRefund,
})
