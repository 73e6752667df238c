import { createHash } from 'node:crypto'
import { z } from 'zod'
import { callbackPath } from './own-addresses.ts'
import type { SandboxRefund } from './refunds.ts'
import { json, type WireDeps, type WireReply, type WireRequest } from './wire.ts'
import { failure, type PlainWebhook, WXPAY_MERCHANT } from './wxpay-terms.ts'

const REFUNDS = '/v3/refund/domestic/refunds'
const REASON_BYTES = 80

const RefundCall = z.object({
  out_trade_no: z.string().regex(/^[\w|*-]{6,32}$/),
  out_refund_no: z.string().regex(/^[\w|*@-]{1,64}$/),
  reason: z
    .string()
    .refine((text) => Buffer.byteLength(text) <= REASON_BYTES)
    .optional(),
  notify_url: z.string().max(256),
  amount: z.object({ refund: z.int().min(1), total: z.int().min(1), currency: z.literal('CNY') }),
})

/** Serves WeChat Pay's calls about refunds. Null for any other call. */
export async function answerRefundCall(deps: WireDeps, request: WireRequest): Promise<WireReply | null> {
  if (request.path === REFUNDS && request.method === 'POST') return create(deps, request)
  const reference = /^\/v3\/refund\/domestic\/refunds\/([\w|*@-]{1,64})$/.exec(request.path)?.[1]
  if (reference === undefined || request.method !== 'GET') return null
  const refund = await deps.refunds.byReference('wxpay', reference)
  return refund === null ? failure(404, 'RESOURCE_NOT_EXISTS') : json(200, refundObject(refund))
}

async function create({ payments, refunds, addresses }: WireDeps, { body }: WireRequest): Promise<WireReply> {
  const request = contentOf(body)
  const webhookPath = callbackPath(request?.notify_url, addresses)
  if (request === null || webhookPath === null) return failure(400, 'PARAM_ERROR')
  const payment = await payments.byReference('wxpay', request.out_trade_no)
  if (payment?.status !== 'paid') return failure(404, 'RESOURCE_NOT_EXISTS')
  const { paymentId, reference: orderReference, amount: total, currency } = payment
  const amount = BigInt(request.amount.refund)
  if (BigInt(request.amount.total) !== total) return failure(400, 'INVALID_REQUEST')
  const made = await refunds.create({
    service: 'wxpay',
    reference: request.out_refund_no,
    paymentId,
    orderReference,
    amount,
    total,
    currency,
    metadata: {},
    webhookPath,
  })
  if (made === 'too_much') return failure(400, 'INVALID_REQUEST')
  if (made === 'refused') return failure(403, 'NOT_ENOUGH')
  return made.refund.amount === amount ? json(200, refundObject(made.refund)) : failure(400, 'INVALID_REQUEST')
}

const statuses = { pending: 'PROCESSING', succeeded: 'SUCCESS', failed: 'ABNORMAL' } as const

const refundObject = (refund: SandboxRefund) => ({
  refund_id: refund.id,
  out_refund_no: refund.reference,
  transaction_id: refund.paymentId,
  out_trade_no: refund.orderReference,
  channel: 'ORIGINAL',
  user_received_account: '支付用户零钱',
  create_time: refund.createdAt.toISOString(),
  status: statuses[refund.state],
  amount: amountsOf(refund),
})

const amountsOf = ({ amount, total, currency }: SandboxRefund) => ({
  total: Number(total),
  refund: Number(amount),
  payer_total: Number(total),
  payer_refund: Number(amount),
  currency,
})

/** The webhook of a refund that has ended, before encryption. */
export const plainRefundWebhook = (refund: SandboxRefund): PlainWebhook => ({
  id: createHash('sha256').update(`${refund.id} ${refund.state}`).digest('hex').slice(0, 36),
  create_time: refund.finalAt.toISOString(),
  event_type: `REFUND.${statuses[refund.state]}`,
  summary: refund.state === 'succeeded' ? '退款成功' : '退款异常',
  sealed: {
    type: 'refund',
    value: {
      mchid: WXPAY_MERCHANT,
      out_trade_no: refund.orderReference,
      transaction_id: refund.paymentId,
      out_refund_no: refund.reference,
      refund_id: refund.id,
      refund_status: statuses[refund.state],
      success_time: refund.finalAt.toISOString(),
      user_received_account: '支付用户零钱',
      amount: amountsOf(refund),
    },
  },
})

function contentOf(body: Buffer): z.infer<typeof RefundCall> | null {
  try {
    const parsed = RefundCall.safeParse(JSON.parse(body.toString()))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
