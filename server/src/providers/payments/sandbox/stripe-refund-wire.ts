import { createHash, randomBytes } from 'node:crypto'
import type { Cards } from './cards.ts'
import type { SandboxRefund } from './refunds.ts'
import { headerOf, json, type WireDeps, type WireReply, type WireRequest } from './wire.ts'

const REFUNDS = '/v1/refunds'
const CALLBACK = '/callbacks/stripe'

export type StripeRefundDeps = Pick<WireDeps, 'payments' | 'refunds'> & { readonly cards: Pick<Cards, 'chargeById'> }

/** Serves Stripe's calls about refunds. Null for any other call. */
export async function answerRefundCall(deps: StripeRefundDeps, request: WireRequest): Promise<WireReply | null> {
  const { method, path, query } = request
  if (path === REFUNDS) return method === 'POST' ? create(deps, request) : list(deps, query.get('payment_intent') ?? '')
  const id = /^\/v1\/refunds\/(\w{1,64})$/.exec(path)?.[1]
  if (id === undefined || method !== 'GET') return null
  const refund = await deps.refunds.byId(id)
  return refund?.service === 'stripe' ? json(200, refundObject(refund)) : missing('refund')
}

async function list({ refunds }: StripeRefundDeps, paymentId: string): Promise<WireReply> {
  const data = (await refunds.ofPayment('stripe', paymentId)).map(refundObject)
  return json(200, { object: 'list', data, has_more: false, url: REFUNDS })
}

async function create(deps: StripeRefundDeps, request: WireRequest): Promise<WireReply> {
  const form = new URLSearchParams(request.body.toString())
  const paymentId = form.get('payment_intent') ?? ''
  const cents = form.get('amount') ?? ''
  const paid = await paidBy(deps, paymentId)
  if (paid === null) return missing('payment_intent')
  if (!/^[1-9]\d{0,9}$/.test(cents)) return refused('parameter_invalid_integer', 'Invalid integer: amount.')
  const amount = BigInt(cents)
  // Without an idempotency key every call is a new refund.
  const reference = headerOf(request, 'idempotency-key') || randomBytes(16).toString('hex')
  const metadata = { refund_id: form.get('metadata[refund_id]') ?? '', order_id: form.get('metadata[order_id]') ?? '' }
  const newRefund = {
    service: 'stripe',
    reference,
    paymentId,
    amount,
    metadata,
    webhookPath: CALLBACK,
    ...paid,
  } as const
  const made = await deps.refunds.create(newRefund)
  if (made === 'too_much') return refused('charge_already_refunded', 'The charge has been refunded.')
  if (made === 'refused') return refused('refund_disputed_payment', 'This payment cannot be refunded.')
  if (made.refund.paymentId !== paymentId || made.refund.amount !== amount) return differentRequest
  return json(200, refundObject(made.refund))
}

interface Paid {
  readonly total: bigint
  readonly currency: string
  readonly orderReference: string
}

/** The payment of a Checkout page or of a saved card. */
async function paidBy({ payments, cards }: StripeRefundDeps, paymentId: string): Promise<Paid | null> {
  const payment = await payments.paidAs('stripe', paymentId)
  if (payment !== null) {
    return { total: payment.amount, currency: payment.currency, orderReference: payment.reference }
  }
  const charge = await cards.chargeById(paymentId)
  if (charge?.status !== 'succeeded') return null
  return { total: charge.amount, currency: charge.currency, orderReference: charge.id }
}

const refundObject = (refund: SandboxRefund): object => ({
  id: refund.id,
  object: 'refund',
  amount: Number(refund.amount),
  charge: refund.paymentId.replace('pi_', 'ch_'),
  created: seconds(refund.createdAt),
  currency: refund.currency,
  metadata: refund.metadata,
  payment_intent: refund.paymentId,
  reason: 'requested_by_customer',
  status: refund.state,
  ...(refund.state === 'failed' && { failure_reason: 'expired_or_canceled_card' }),
})

/** The event that reports the end of a refund. */
export const refundEvent = (refund: SandboxRefund): object => ({
  id: `evt_${createHash('sha256').update(`${refund.id} ${refund.state}`).digest('hex').slice(0, 24)}`,
  object: 'event',
  api_version: '2026-10-28.endive',
  created: seconds(refund.finalAt),
  data: { object: refundObject(refund) },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type: refund.state === 'failed' ? 'refund.failed' : 'refund.updated',
})

const refused = (code: string, message: string): WireReply =>
  json(400, { error: { type: 'invalid_request_error', code, message } })

const differentRequest = json(400, {
  error: {
    type: 'idempotency_error',
    message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
  },
})

const missing = (what: string): WireReply =>
  json(404, { error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}.` } })

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1_000)
