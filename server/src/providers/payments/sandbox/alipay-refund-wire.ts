import { z } from 'zod'
import { centsOf, chinaTime, failure } from './alipay-terms.ts'
import type { SandboxRefund } from './refunds.ts'
import { unitsOf, type WireDeps } from './wire.ts'

const Reference = z.string().regex(/^\w{1,64}$/)

export const RefundRequest = z.object({
  out_trade_no: Reference,
  out_request_no: Reference,
  refund_amount: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/),
  refund_reason: z.string().max(256).optional(),
})
export const RefundQuery = RefundRequest.pick({ out_trade_no: true, out_request_no: true })

/**
 * Answers `alipay.trade.refund` as Alipay does: refunds all or a part of a trade. A repeated `out_request_no` returns
 * the refund of the first request.
 */
export async function refund(
  { payments, refunds }: WireDeps,
  request: z.infer<typeof RefundRequest> | null,
): Promise<object> {
  const amount = request === null ? null : centsOf(request.refund_amount)
  if (request === null || amount === null) return failure('40004', 'ACQ.INVALID_PARAMETER')
  const payment = await payments.byReference('alipay', request.out_trade_no)
  if (payment === null) return failure('40004', 'ACQ.TRADE_NOT_EXIST')
  if (payment.status !== 'paid') return failure('40004', 'ACQ.TRADE_STATUS_ERROR')
  const { paymentId, reference: orderReference, amount: total, currency, webhookPath } = payment
  const made = await refunds.create({
    service: 'alipay',
    reference: request.out_request_no,
    paymentId,
    orderReference,
    amount,
    total,
    currency,
    metadata: {},
    webhookPath,
  })
  if (made === 'too_much') return failure('40004', 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL')
  // The last digits of the amount choose this refusal, and the failure below (`magic.ts`).
  if (made === 'refused') return failure('40004', 'ACQ.REFUND_CHARGE_ERROR')
  if (made.refund.amount !== amount) return failure('40004', 'ACQ.DISCORDANT_REPEAT_REQUEST')
  if (made.refund.state === 'failed') return failure('40004', 'ACQ.SELLER_BALANCE_NOT_ENOUGH')
  return {
    ...successOf(made.refund),
    // `Y` only where this request moved money: a repeated or a pending one has not.
    fund_change: made.isNew && made.refund.state === 'succeeded' ? 'Y' : 'N',
    refund_fee: unitsOf(made.refund.amount),
  }
}

/**
 * Answers `alipay.trade.fastpay.refund.query` as Alipay does. While the refund has not succeeded, the response has no
 * fields of a refund.
 */
export async function queryRefund({ refunds }: WireDeps, request: z.infer<typeof RefundQuery> | null): Promise<object> {
  if (request === null) return failure('40004', 'ACQ.INVALID_PARAMETER')
  const known = await refunds.byReference('alipay', request.out_request_no)
  if (known?.state !== 'succeeded' || known.orderReference !== request.out_trade_no) return done
  return {
    ...successOf(known),
    out_request_no: known.reference,
    refund_amount: unitsOf(known.amount),
    refund_status: 'REFUND_SUCCESS',
    total_amount: unitsOf(known.total),
  }
}

const done = { code: '10000', msg: 'Success' }

const successOf = ({ orderReference, paymentId }: SandboxRefund) => ({
  ...done,
  out_trade_no: orderReference,
  trade_no: paymentId,
})

/** The fields that a refund adds to the webhook of its trade. One refund of the whole amount closes the trade. */
export const refundFields = (refunded: SandboxRefund): Readonly<Record<string, string>> => ({
  gmt_refund: chinaTime(refunded.finalAt),
  notify_id: refunded.id,
  out_biz_no: refunded.reference,
  refund_fee: unitsOf(refunded.amount),
  trade_status: refunded.amount === refunded.total ? 'TRADE_CLOSED' : 'TRADE_SUCCESS',
})
