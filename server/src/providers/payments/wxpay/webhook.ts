import { Aes, Formatter, Rsa } from 'wechatpay-axios-plugin'
import { z } from 'zod'
import { forged, guarded, headerOf, Name } from '../webhook.ts'
import type { Webhook, PaymentState, ReceivedWebhook } from '../provider.ts'
import type { WxpaySettings } from '../settings.ts'
import { ofCents } from '../terms.ts'
import { endings } from './refunds.ts'

const TOLERANCE_SECONDS = 300
/** WeChat Pay sometimes sends webhooks with this invalid signature to check that merchants verify it. */
const PROBE = 'WECHATPAY/SIGNTEST/'

const Envelope = z.object({ id: Name, event_type: z.string(), resource: z.unknown() })

const Resource = z.object({
  algorithm: z.literal('AEAD_AES_256_GCM'),
  ciphertext: z.string(),
  nonce: z.string().length(12),
  associated_data: z.string().default(''),
})

/** The fields of a transaction, in a webhook and in a query's response. */
export const Transaction = z.object({
  appid: Name,
  mchid: Name,
  out_trade_no: Name,
  trade_state: Name,
  transaction_id: Name.optional(),
  amount: z.object({ total: z.number(), currency: z.string().default('CNY') }).optional(),
})
export type Transaction = z.infer<typeof Transaction>

/** The fields of a refund in a webhook. */
const Refund = z.object({
  mchid: Name,
  out_trade_no: Name,
  out_refund_no: Name,
  refund_status: Name,
  amount: z.object({ refund: z.number() }),
})

/**
 * Verifies that a webhook is signed by WeChat Pay within five minutes, encrypted with our key and about our app and
 * merchant.
 */
export const wxpayReceiver = (settings: WxpaySettings) =>
  guarded((webhook, now): ReceivedWebhook => {
    const reason = forgeryReason(webhook, now, settings)
    if (reason !== null) return forged(reason)
    const { id, event_type, resource } = Envelope.parse(JSON.parse(webhook.body.toString()))
    if (event_type === 'TRANSACTION.SUCCESS') {
      return eventsOf(id, Transaction.parse(opened(resource, settings.apiV3Key)), settings)
    }
    if (!event_type.startsWith('REFUND.')) return { kind: 'genuine', events: [] }
    return refundEvent(id, Refund.parse(opened(resource, settings.apiV3Key)), settings)
  })

/** The reason why a webhook is forged; null when it is genuine. */
function forgeryReason(webhook: Webhook, now: Date, { platformKeys }: WxpaySettings): string | null {
  const header = (name: string) => headerOf(webhook, `wechatpay-${name}`)
  const [time, nonce, signature] = [header('timestamp'), header('nonce'), header('signature')]
  if (time === null || !/^\d{1,12}$/.test(time) || nonce === null || signature === null) return 'headers'
  if (signature.startsWith(PROBE)) return 'probe'
  if (Math.abs(Math.floor(now.getTime() / 1_000) - Number(time)) > TOLERANCE_SECONDS) return 'clock'
  const named = platformKeys.find(({ serial }) => serial === header('serial'))
  if (named === undefined) return 'serial'
  const signed = Formatter.response(time, nonce, webhook.body.toString())
  return Rsa.verify(signed, signature, named.publicKey) ? null : 'signature'
}

function opened(resource: unknown, key: string): unknown {
  const { ciphertext, nonce, associated_data } = Resource.parse(resource)
  return JSON.parse(Aes.AesGcm.decrypt(ciphertext, key, nonce, associated_data))
}

function eventsOf(id: string, transaction: Transaction, { appId, mchId }: WxpaySettings): ReceivedWebhook {
  if (transaction.appid !== appId || transaction.mchid !== mchId) return forged('stranger')
  if (transaction.trade_state !== 'SUCCESS') return { kind: 'genuine', events: [] }
  const event = { id, about: { reference: transaction.out_trade_no }, update: paidTransaction(transaction) }
  return { kind: 'genuine', events: [event] }
}

function refundEvent(id: string, refund: z.infer<typeof Refund>, { mchId }: WxpaySettings): ReceivedWebhook {
  if (refund.mchid !== mchId) return forged('stranger')
  const kind = endings.get(refund.refund_status)
  const amount = ofCents(refund.amount.refund)
  if (kind === undefined || amount === null) return { kind: 'genuine', events: [] }
  const update = { kind, refund: refund.out_refund_no, amount, reason: refund.refund_status }
  return { kind: 'genuine', events: [{ id, about: { reference: refund.out_trade_no }, update }] }
}

/** Throws for a paid transaction without an amount. */
export function paidTransaction({ amount, transaction_id }: Transaction): Extract<PaymentState, { kind: 'paid' }> {
  const paid = ofCents(amount?.total ?? 0)
  if (paid === null || amount === undefined || transaction_id === undefined) {
    throw new TypeError('a paid transaction without its payment')
  }
  return { kind: 'paid', amount: paid, currency: amount.currency, paymentId: transaction_id }
}
