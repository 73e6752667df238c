import type { Decorator } from 'wechatpay-axios-plugin'
import { z } from 'zod'
import type { Bounded } from '../calls.ts'
import { Name } from '../webhook.ts'
import type { PaymentProvider, PaymentRefund, RefundState } from '../provider.ts'
import type { WxpaySettings } from '../settings.ts'
import { centsOf, webhookUrl, ofCents, refundSubjectOf } from '../terms.ts'
import { orAbsent } from './calls.ts'

const REFUNDS = 'v3/refund/domestic/refunds'
const NO_REFUND = /^(RESOURCE_NOT_?EXISTS?|REFUND_?NOT_?EXISTS?)$/

const Refund = z.object({
  refund_id: Name,
  out_refund_no: Name,
  status: Name,
  amount: z.object({ refund: z.number() }),
})

/** WeChat Pay identifies a refund by our number, so a repeated request is the same refund. */
export function wxpayRefunds(
  client: () => Decorator,
  limited: Bounded,
  settings: WxpaySettings,
): Pick<PaymentProvider, 'refund' | 'queryRefund'> {
  return {
    refund: (refund) =>
      limited(async () => {
        const { data } = await client().request(REFUNDS, 'POST', refundFor(refund, settings.publicUrl()))
        return stateOf(Refund.parse(data), refund)
      }),
    queryRefund: (refund) =>
      limited(() =>
        orAbsent(NO_REFUND, async () => {
          const { data } = await client().request(`${REFUNDS}/${encodeURIComponent(refund.reference)}`, 'GET')
          return stateOf(Refund.parse(data), refund)
        }),
      ),
  }
}

const refundFor = ({ reference, order, amount }: PaymentRefund, publicUrl: string) => ({
  out_trade_no: order.reference,
  out_refund_no: reference,
  reason: refundSubjectOf(order),
  notify_url: webhookUrl(publicUrl, 'wxpay'),
  amount: { refund: centsOf(amount), total: centsOf(order.amount), currency: 'CNY' },
})

function stateOf(refund: z.infer<typeof Refund>, { reference, amount }: PaymentRefund): RefundState {
  if (refund.out_refund_no !== reference || ofCents(refund.amount.refund) !== amount)
    throw new TypeError('the answer is about another refund')
  if (refund.status === 'PROCESSING') return { kind: 'pending', remoteId: refund.refund_id }
  const ended = endings.get(refund.status)
  if (ended === undefined) throw new TypeError('an unknown state')
  return ended === 'refund_done'
    ? { kind: 'refunded', remoteId: refund.refund_id }
    : { kind: 'failed', reason: refund.status }
}

/** ABNORMAL: the money came back because the account that paid cannot receive it. The payer has to be found first. */
export const endings: ReadonlyMap<string, 'refund_done' | 'refund_failed'> = new Map([
  ['SUCCESS', 'refund_done'],
  ['CLOSED', 'refund_failed'],
  ['ABNORMAL', 'refund_failed'],
])
