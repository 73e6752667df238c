import { createCipheriv, createHash, createSign, createVerify, randomBytes } from 'node:crypto'
import { HOUR } from '@hongyan/contract/durations'
import { z } from 'zod'
import { callbackPath } from './own-addresses.ts'
import type { SandboxPayment } from './payments.ts'
import { answerRefundCall, plainRefundWebhook } from './wxpay-refund-wire.ts'
import { failure, type PlainWebhook, WXPAY_MERCHANT } from './wxpay-terms.ts'
import {
  headerOf,
  json,
  payPageOf,
  type WireDeps,
  type SignedWebhook,
  type WireReply,
  type WireRequest,
  type WireService,
} from './wire.ts'

export const WXPAY_APP = 'wx5a4db0c0ffee0001'
export const WXPAY_SERIAL = '5A4DB0C0FFEE00015A4DB0C0FFEE00015A4DB0C0'
export const WXPAY_PLATFORM = 'PUB_KEY_ID_0119000000012026112000000000000001'

/** The largest accepted difference between the clocks of client and service, in seconds. */
const CLOCK_TOLERANCE = 300

const Native = z.object({
  appid: z.literal(WXPAY_APP),
  mchid: z.literal(WXPAY_MERCHANT),
  description: z.string().min(1).max(127),
  out_trade_no: z.string().regex(/^[\w|*-]{6,32}$/),
  notify_url: z.string().max(256),
  time_expire: z.iso.datetime({ offset: true }).optional(),
  amount: z.object({ total: z.int().min(1).max(1_000_000_000), currency: z.literal('CNY').default('CNY') }),
})

const TWO_HOURS = 2 * HOUR

/**
 * Serves WeChat Pay's calls about Native payments. The value of the QR code is the pay page, so a scan on this machine
 * opens it.
 */
export function wxpayWire(deps: WireDeps): WireService {
  const { keys, clock } = deps
  const sealedWebhook = async ({ sealed, ...fields }: PlainWebhook, now: Date): Promise<SignedWebhook> => {
    const { wxpayApiV3, wxpayPlatform } = await keys()
    const body = JSON.stringify({
      ...fields,
      resource_type: 'encrypt-resource',
      resource: resourceOf(sealed, wxpayApiV3),
    })
    return { headers: { 'content-type': 'application/json', ...proof(body, wxpayPlatform.privateKey, now) }, body }
  }
  return {
    channel: 'wxpay',
    async answer(request) {
      const { wxpayMerchant, wxpayPlatform } = await keys()
      const genuine = isSigned(request, wxpayMerchant.publicKey)
      const reply = genuine ? await carryOut(deps, request) : failure(401, 'SIGN_ERROR')
      // Signed with the machine's clock, as official clients compare with it, not with the server's clock.
      return { ...reply, headers: { ...reply.headers, ...proof(reply.body, wxpayPlatform.privateKey, new Date()) } }
    },
    async webhook({ payment, claimed, now }) {
      return sealedWebhook(webhookOf(payment, claimed), now)
    },
    async refundWebhook(refund, now) {
      return sealedWebhook(plainRefundWebhook(refund), now)
    },
    acknowledges: (status) => status === 200 || status === 204,
  }

  async function carryOut({ payments }: WireDeps, request: WireRequest): Promise<WireReply> {
    if (request.method === 'POST' && request.path === '/v3/pay/transactions/native')
      return create(deps, request, clock.now())
    const aboutRefunds = await answerRefundCall(deps, request)
    if (aboutRefunds !== null) return aboutRefunds
    const [, reference, verb] =
      /^\/v3\/pay\/transactions\/out-trade-no\/([\w|*-]{6,32})(\/close)?$/.exec(request.path) ?? []
    if (reference === undefined) return failure(404, 'RESOURCE_NOT_EXISTS')
    const payment = await payments.byReference('wxpay', reference)
    if (payment === null) return failure(404, 'ORDER_NOT_EXIST')
    if (request.method === 'GET' && verb === undefined) {
      return request.query.get('mchid') === WXPAY_MERCHANT
        ? json(200, transactionOf(payment, payment.amount))
        : failure(400, 'PARAM_ERROR')
    }
    return request.method === 'POST' && verb !== undefined ? close(deps, payment) : failure(405, 'METHOD_NOT_ALLOWED')
  }
}

async function create({ payments, addresses }: WireDeps, { body }: WireRequest, now: Date): Promise<WireReply> {
  const order = contentOf(body)
  const webhookPath = callbackPath(order?.notify_url, addresses)
  if (order === null || webhookPath === null) return failure(400, 'PARAM_ERROR')
  const amount = BigInt(order.amount.total)
  const payment = await payments.create({
    service: 'wxpay',
    reference: order.out_trade_no,
    currency: order.amount.currency,
    amount,
    subject: order.description,
    webhookPath,
    returnUrl: null,
    cancelUrl: null,
    expiresAt: order.time_expire === undefined ? new Date(now.getTime() + TWO_HOURS) : new Date(order.time_expire),
  })
  if (payment.status === 'paid') return failure(400, 'ORDERPAID')
  if (payment.status === 'closed') return failure(400, 'ORDER_CLOSED')
  if (payment.amount !== amount) return failure(400, 'INVALID_REQUEST')
  return json(200, { code_url: payPageOf(addresses, payment.id) })
}

async function close({ payments }: WireDeps, payment: SandboxPayment): Promise<WireReply> {
  await payments.close(payment.id)
  const now = await payments.byId(payment.id)
  return now?.status === 'paid' ? failure(400, 'ORDERPAID') : { status: 204, headers: {}, body: '' }
}

const states = { open: 'NOTPAY', declined: 'NOTPAY', paid: 'SUCCESS', closed: 'CLOSED' } as const

const transactionOf = (payment: SandboxPayment, claimed: bigint): object => ({
  appid: WXPAY_APP,
  mchid: WXPAY_MERCHANT,
  out_trade_no: payment.reference,
  trade_state: states[payment.status],
  trade_state_desc: states[payment.status],
  amount: { total: Number(claimed), payer_total: Number(claimed), currency: payment.currency, payer_currency: 'CNY' },
  ...(payment.paidAt === null
    ? {}
    : {
        transaction_id: payment.paymentId,
        trade_type: 'NATIVE',
        bank_type: 'OTHERS',
        success_time: payment.paidAt.toISOString(),
        payer: { openid: 'oSandboxPayer' },
      }),
})

/** The resource of a webhook is encrypted, with the authentication tag at its end. */
function resourceOf({ type, value }: PlainWebhook['sealed'], apiV3Key: string): object {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', apiV3Key, nonce).setAAD(Buffer.from(type))
  const plain = JSON.stringify(value)
  const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return {
    algorithm: 'AEAD_AES_256_GCM',
    original_type: type,
    ciphertext: ciphertext.toString('base64'),
    nonce,
    associated_data: type,
  }
}

const webhookOf = (payment: SandboxPayment, claimed: bigint): PlainWebhook => ({
  id: createHash('sha256').update(payment.id).digest('hex').slice(0, 36),
  create_time: (payment.paidAt ?? payment.createdAt).toISOString(),
  event_type: 'TRANSACTION.SUCCESS',
  summary: '支付成功',
  sealed: { type: 'transaction', value: transactionOf(payment, claimed) },
})

const FIELD = /(\w+)="([^"]*)"/g

/** Verifies a call's signature, which covers method, path and query, time, nonce and body, one per line. */
function isSigned(request: WireRequest, key: string): boolean {
  const [scheme, rest = ''] = headerOf(request, 'authorization').split(/ (.*)/)
  const fields = new Map([...rest.matchAll(FIELD)].map(([, name = '', value = '']) => [name, value]))
  const time = fields.get('timestamp') ?? ''
  const fresh = Math.abs(Date.now() / 1_000 - Number(time)) <= CLOCK_TOLERANCE // by the machine's clock, which clients sign with
  const ours = fields.get('mchid') === WXPAY_MERCHANT && fields.get('serial_no') === WXPAY_SERIAL
  if (scheme !== 'WECHATPAY2-SHA256-RSA2048' || !fresh || !ours) return false
  const what = lines(request.method, request.target, time, fields.get('nonce_str') ?? '', request.body.toString())
  return createVerify('RSA-SHA256')
    .update(what)
    .verify(key, fields.get('signature') ?? '', 'base64')
}

function proof(body: string, key: string, now: Date): Readonly<Record<string, string>> {
  const time = String(Math.floor(now.getTime() / 1_000))
  const nonce = randomBytes(16).toString('hex')
  return {
    'wechatpay-timestamp': time,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': WXPAY_PLATFORM,
    'wechatpay-signature': createSign('RSA-SHA256')
      .update(lines(time, nonce, body))
      .sign(key, 'base64'),
    'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
  }
}

const lines = (...parts: readonly string[]): string => parts.map((part) => `${part}\n`).join('')

function contentOf(body: Buffer): z.infer<typeof Native> | null {
  try {
    const parsed = Native.safeParse(JSON.parse(body.toString()))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
