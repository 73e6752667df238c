import { createHash, timingSafeEqual } from 'node:crypto'
import { DAY } from '@hongyan/contract/durations'
import { webAddress } from './own-addresses.ts'
import { walletOf } from './magic.ts'
import type { SandboxEvent, SandboxPayment } from './payments.ts'
import { refundEvent } from './stripe-refund-wire.ts'
import { signedEvent } from './stripe-signing.ts'
import {
  type Addresses,
  headerOf,
  json,
  payPageOf,
  type WireDeps,
  type WireReply,
  type WireRequest,
  type WireService,
} from './wire.ts'

export const STRIPE_CALLBACK = '/callbacks/stripe'
const SESSIONS = '/v1/checkout/sessions'

/**
 * Serves Stripe's calls about Checkout Sessions with a single line item of quantity one. `answerOthers` serves all
 * other calls.
 */
export function stripeWire(
  deps: WireDeps,
  answerOthers: (request: WireRequest) => Promise<WireReply | null>,
): WireService {
  const { payments, keys } = deps
  return {
    channel: 'stripe',
    async answer(request) {
      const { stripeApi } = await keys()
      if (!same(headerOf(request, 'authorization'), `Bearer ${stripeApi}`)) {
        return refused(401, 'invalid_request_error', null, 'Invalid API Key provided.')
      }
      if (request.method === 'POST' && request.path === SESSIONS) return create(deps, request)
      const aboutOthers = await answerOthers(request)
      if (aboutOthers !== null) return aboutOthers
      const [, id = '', verb] = /^\/v1\/checkout\/sessions\/(\w{1,64})(\/expire)?$/.exec(request.path) ?? []
      const session = id === '' ? null : await payments.byId(id)
      if (session?.service !== 'stripe') {
        return refused(404, 'invalid_request_error', 'resource_missing', 'No such checkout.session.')
      }
      if (request.method === 'GET' && verb === undefined) return json(200, sessionOf(session, deps.addresses))
      if (request.method === 'POST' && verb !== undefined) return expire(deps, session)
      return refused(404, 'invalid_request_error', null, 'Unrecognized request URL.')
    },
    async webhook({ payment, event, claimed, now }) {
      const { stripeWebhook } = await keys()
      return signedEvent(eventOf(payment, event, claimed, deps.addresses), stripeWebhook, now)
    },
    async refundWebhook(refund, now) {
      const { stripeWebhook } = await keys()
      return signedEvent(refundEvent(refund), stripeWebhook, now)
    },
    acknowledges: (status) => status >= 200 && status < 300,
  }
}

async function create({ payments, addresses, clock }: WireDeps, request: WireRequest): Promise<WireReply> {
  const form = new URLSearchParams(request.body.toString())
  const field = (name: string): string => form.get(name) ?? ''
  const price = (name: string): string => field(`line_items[0][price_data]${name}`)
  const reference = field('client_reference_id')
  const returnUrl = webAddress(form.get('success_url'))
  const amount = /^[1-9]\d{0,9}$/.test(price('[unit_amount]')) ? BigInt(price('[unit_amount]')) : null
  const currency = price('[currency]').toLowerCase()
  if (field('mode') !== 'payment') return invalid('mode')
  if (!/^[\w-]{1,200}$/.test(reference)) return invalid('client_reference_id')
  if (amount === null || !/^[a-z]{3}$/.test(currency) || field('line_items[0][quantity]') !== '1') {
    return invalid('line_items')
  }
  if (returnUrl === null) return invalid('success_url')
  const expires = form.get('expires_at')
  const expiresAt = expires === null ? new Date(clock.now().getTime() + DAY) : new Date(Number(expires) * 1_000)
  if (Number.isNaN(expiresAt.getTime())) return invalid('expires_at')
  const wallet = walletOf(amount)
  if (wallet !== null && excludedBy(form).has(wallet)) {
    const message = 'The payment method of this amount is excluded.'
    return refused(400, 'invalid_request_error', 'payment_method_not_available', message)
  }
  const session = await payments.create({
    service: 'stripe',
    reference,
    currency,
    amount,
    subject: price('[product_data][name]').slice(0, 200),
    webhookPath: STRIPE_CALLBACK,
    returnUrl,
    cancelUrl: webAddress(form.get('cancel_url')),
    expiresAt,
  })
  if (session.amount !== amount || session.currency !== currency) {
    const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.'
    return refused(400, 'idempotency_error', null, message)
  }
  return json(200, sessionOf(session, addresses))
}

/** The methods that the merchant does not want on the page. Here the amount names the payer's method. */
const excludedBy = (form: URLSearchParams): ReadonlySet<string> =>
  new Set([...form].flatMap(([name, value]) => (name.startsWith('excluded_payment_method_types[') ? [value] : [])))

async function expire({ payments, addresses }: WireDeps, session: SandboxPayment): Promise<WireReply> {
  const closed = await payments.close(session.id)
  const now = await payments.byId(session.id)
  if (closed && now !== null) return json(200, sessionOf(now, addresses))
  const message = 'Only Checkout Sessions with a status in ["open"] can be expired.'
  return refused(400, 'invalid_request_error', null, message)
}

const statuses = { open: 'open', declined: 'open', paid: 'complete', closed: 'expired' } as const

const sessionOf = (payment: SandboxPayment, addresses: Addresses): object => ({
  id: payment.id,
  object: 'checkout.session',
  amount_subtotal: Number(payment.amount),
  amount_total: Number(payment.amount),
  cancel_url: payment.cancelUrl,
  client_reference_id: payment.reference,
  created: seconds(payment.createdAt),
  currency: payment.currency,
  expires_at: seconds(payment.expiresAt),
  livemode: false,
  metadata: {},
  mode: 'payment',
  payment_intent: payment.status === 'paid' ? payment.paymentId : null,
  payment_status: payment.status === 'paid' ? 'paid' : 'unpaid',
  status: statuses[payment.status],
  success_url: payment.returnUrl,
  url: statuses[payment.status] === 'open' ? payPageOf(addresses, payment.id) : null,
})

const types: Readonly<Record<SandboxEvent, string>> = {
  paid: 'checkout.session.completed',
  charged: 'charge.succeeded',
  closed: 'checkout.session.expired',
  dispute_opened: 'charge.dispute.created',
  dispute_won: 'charge.dispute.closed',
  dispute_lost: 'charge.dispute.closed',
}

function eventOf(payment: SandboxPayment, event: SandboxEvent, claimed: bigint, addresses: Addresses): object {
  const object = (): object => {
    if (event === 'charged') return chargeOf(payment)
    if (event !== 'paid' && event !== 'closed') return disputeOf(payment, event)
    return { ...sessionOf(payment, addresses), amount_total: Number(claimed) }
  }
  return {
    id: `evt_${named(`${payment.id} ${event}`)}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: seconds(payment.paidAt ?? payment.createdAt),
    data: { object: object() },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: types[event],
  }
}

const chargeOf = (payment: SandboxPayment): object => {
  const wallet = walletOf(payment.amount)
  const card = { brand: 'visa', last4: '4242', wallet: wallet === null ? null : { type: wallet } }
  return {
    id: `ch_${named(payment.paymentId)}`,
    object: 'charge',
    amount: Number(payment.amount),
    created: seconds(payment.paidAt ?? payment.createdAt),
    currency: payment.currency,
    livemode: false,
    metadata: { order_id: payment.reference },
    paid: true,
    payment_intent: payment.paymentId,
    payment_method_details: wallet === 'paypal' ? { type: 'paypal', paypal: {} } : { type: 'card', card },
    status: 'succeeded',
  }
}

const disputeStates = { dispute_opened: 'needs_response', dispute_won: 'won', dispute_lost: 'lost' } as const

const disputeOf = (payment: SandboxPayment, event: keyof typeof disputeStates): object => ({
  id: `dp_${named(payment.id)}`,
  object: 'dispute',
  amount: Number(payment.amount),
  charge: `ch_${named(payment.paymentId)}`,
  created: seconds(payment.paidAt ?? payment.createdAt),
  currency: payment.currency,
  livemode: false,
  metadata: {},
  payment_intent: payment.paymentId,
  reason: 'fraudulent',
  status: disputeStates[event],
})

const invalid = (param: string): WireReply =>
  json(400, { error: { type: 'invalid_request_error', param, message: `Invalid or missing: ${param}.` } })

const refused = (status: number, type: string, code: string | null, message: string): WireReply =>
  json(status, { error: { type, message, ...(code === null ? {} : { code }) } })

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1_000)
const named = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24)

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
