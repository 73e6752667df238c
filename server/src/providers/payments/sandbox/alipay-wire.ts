import { createHash, createSign, createVerify } from 'node:crypto'
import { MINUTE } from '@hongyan/contract/durations'
import { z } from 'zod'
import { queryRefund, refund, RefundRequest, refundFields, RefundQuery } from './alipay-refund-wire.ts'
import { centsOf, chinaTime, failure } from './alipay-terms.ts'
import { callbackPath, webAddress } from './own-addresses.ts'
import type { SandboxPayment } from './payments.ts'
import {
  payPageOf,
  unitsOf,
  type WireDeps,
  type SignedWebhook,
  type WireReply,
  type WireRequest,
  type WireService,
} from './wire.ts'

export const ALIPAY_APP = '9021000100000001'
export const ALIPAY_SELLER = '2088100000000001'

type Params = ReadonlyMap<string, string>

const PagePay = z.object({
  out_trade_no: z.string().regex(/^\w{1,64}$/),
  product_code: z.literal('FAST_INSTANT_TRADE_PAY'),
  total_amount: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/),
  subject: z.string().min(1).max(256),
  timeout_express: z
    .string()
    .regex(/^\d{1,5}m$/)
    .optional(),
  time_expire: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    .optional(),
})
const Named = z.object({ out_trade_no: z.string().regex(/^\w{1,64}$/) })

/** The time to pay an order without an expiry of its own. */
const DEFAULT_MINUTES = 15 * 24 * 60

/** Alipay's gateway: the page pay address that browsers open, and the calls to query and close a trade. */
export function alipayWire(deps: WireDeps): WireService {
  const { keys } = deps
  const signedForm = async (form: Readonly<Record<string, string>>): Promise<SignedWebhook> => {
    const { alipayPlatform } = await keys()
    const sign = signed(stringToSign(new Map(Object.entries(form))), alipayPlatform.privateKey)
    return {
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body: new URLSearchParams({ ...form, sign, sign_type: 'RSA2' }).toString(),
    }
  }
  return {
    channel: 'alipay',
    async answer(request) {
      const params = paramsOf(request)
      const method = params.get('method') ?? ''
      const { alipayApp, alipayPlatform } = await keys()
      const genuine = params.get('app_id') === ALIPAY_APP && isSigned(params, alipayApp.publicKey)
      if (request.path !== '/gateway.do') return text(404, 'not found')
      if (method === 'alipay.trade.page.pay') return genuine ? openPage(deps, params) : text(400, 'invalid-signature')
      const inner = genuine ? await carryOut(deps, method, params) : failure('40002', 'isv.invalid-signature')
      return signedReply(method, inner, alipayPlatform.privateKey)
    },
    async webhook({ payment, claimed, now }) {
      return signedForm(webhookOf(payment, claimed, now))
    },
    async refundWebhook(refunded, now) {
      const payment = await deps.payments.paidAs('alipay', refunded.paymentId)
      if (payment === null || refunded.state !== 'succeeded') return null
      return signedForm({ ...webhookOf(payment, payment.amount, now), ...refundFields(refunded) })
    },
    acknowledges: (status, body) => status === 200 && body === 'success',
  }
}

function paramsOf({ query, body }: WireRequest): Params {
  return new Map([...query, ...new URLSearchParams(body.toString())])
}

/** All parameters with a value except the signature, sorted. */
const stringToSign = (params: Params): string =>
  [...params]
    .filter(([name, value]) => name !== 'sign' && value !== '')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

const signed = (what: string, key: string): string => createSign('RSA-SHA256').update(what, 'utf8').sign(key, 'base64')

const isSigned = (params: Params, key: string): boolean =>
  createVerify('RSA-SHA256')
    .update(stringToSign(params), 'utf8')
    .verify(key, params.get('sign') ?? '', 'base64')

/** Creates the trade: until the payer opens the page, the order is unknown. */
async function openPage({ payments, addresses, clock }: WireDeps, params: Params): Promise<WireReply> {
  const order = contentOf(PagePay, params)
  const webhookPath = callbackPath(params.get('notify_url'), addresses)
  const amount = order === null ? null : centsOf(order.total_amount)
  const expiresAt = order === null ? null : expiryOf(order, clock.now())
  if (order === null || amount === null || webhookPath === null || expiresAt === null) {
    return text(400, 'invalid-parameter')
  }
  const payment = await payments.create({
    service: 'alipay',
    reference: order.out_trade_no,
    currency: 'CNY',
    amount,
    subject: order.subject,
    webhookPath,
    returnUrl: webAddress(params.get('return_url')),
    cancelUrl: null,
    expiresAt,
  })
  if (payment.amount !== amount) return text(400, 'ACQ.CONTEXT_INCONSISTENT')
  return { status: 302, headers: { location: payPageOf(addresses, payment.id), 'cache-control': 'no-store' }, body: '' }
}

async function carryOut(deps: WireDeps, method: string, params: Params): Promise<object> {
  const { payments } = deps
  if (method === 'alipay.trade.refund') return refund(deps, contentOf(RefundRequest, params))
  if (method === 'alipay.trade.fastpay.refund.query') return queryRefund(deps, contentOf(RefundQuery, params))
  if (method !== 'alipay.trade.query' && method !== 'alipay.trade.close') return failure('40002', 'isv.invalid-method')
  const request = contentOf(Named, params)
  if (request === null) return failure('40004', 'ACQ.INVALID_PARAMETER')
  const payment = await payments.byReference('alipay', request.out_trade_no)
  if (payment === null) return failure('40004', 'ACQ.TRADE_NOT_EXIST')
  const named = { code: '10000', msg: 'Success', out_trade_no: payment.reference, trade_no: payment.paymentId }
  if (method === 'alipay.trade.query') {
    return { ...named, trade_status: statusOf(payment), total_amount: unitsOf(payment.amount) }
  }
  return (await payments.close(payment.id)) ? named : failure('40004', 'ACQ.REASON_TRADE_STATUS_INVALID')
}

const statuses = { open: 'WAIT_BUYER_PAY', declined: 'WAIT_BUYER_PAY', paid: 'TRADE_SUCCESS', closed: 'TRADE_CLOSED' }
const statusOf = ({ status }: SandboxPayment): string => statuses[status]

/** The signature covers the inner JSON text exactly as it is sent. */
function signedReply(method: string, inner: object, key: string): WireReply {
  const raw = JSON.stringify(inner)
  const name = /^[\w.]{1,64}$/.test(method) ? `${method.replaceAll('.', '_')}_response` : 'error_response'
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: `{"${name}":${raw},"sign":"${signed(raw, key)}"}`,
  }
}

const webhookOf = (payment: SandboxPayment, claimed: bigint, now: Date): Readonly<Record<string, string>> => ({
  app_id: ALIPAY_APP,
  auth_app_id: ALIPAY_APP,
  charset: 'utf-8',
  gmt_create: chinaTime(payment.createdAt),
  gmt_payment: chinaTime(payment.paidAt ?? payment.createdAt),
  notify_id: createHash('sha256').update(payment.id).digest('hex').slice(0, 34),
  notify_time: chinaTime(now),
  notify_type: 'trade_status_sync',
  out_trade_no: payment.reference,
  seller_id: ALIPAY_SELLER,
  subject: payment.subject,
  total_amount: unitsOf(claimed),
  trade_no: payment.paymentId,
  trade_status: 'TRADE_SUCCESS',
  version: '1.0',
})

function contentOf<S extends z.ZodType>(schema: S, params: Params): z.output<S> | null {
  try {
    const parsed = schema.safeParse(JSON.parse(params.get('biz_content') ?? ''))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** The expiry in minutes counts from the creation of the trade. */
function expiryOf(order: z.infer<typeof PagePay>, now: Date): Date | null {
  const minutes = order.timeout_express === undefined ? DEFAULT_MINUTES : Number.parseInt(order.timeout_express, 10)
  const moment =
    order.time_expire === undefined ? new Date(now.getTime() + minutes * MINUTE) : atChina(order.time_expire)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/** Parses a time in China's time zone. */
const atChina = (written: string): Date => new Date(`${written.replace(' ', 'T')}+08:00`)
const text = (status: number, body: string): WireReply => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
})
