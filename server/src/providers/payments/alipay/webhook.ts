import type { AlipaySdk } from 'alipay-sdk'
import { z } from 'zod'
import { forged, guarded, Name } from '../webhook.ts'
import { type Webhook, type PaymentUpdate, type ReceivedWebhook, refundIdOf } from '../provider.ts'
import type { AlipaySettings } from '../settings.ts'
import { ofUnits } from '../terms.ts'

const Trade = z.object({
  notify_id: Name.optional(),
  app_id: Name,
  seller_id: Name.optional(),
  out_trade_no: Name,
  trade_no: Name,
  trade_status: Name,
  total_amount: z.string(),
  /** Only in webhooks of a refund: our number, and the time of the refund. */
  out_biz_no: z.string().optional(),
  gmt_refund: z.string().optional(),
  /** The sum of all refunds of the trade. */
  refund_fee: z.string().optional(),
})
type Trade = z.infer<typeof Trade>

/** Verifies that a webhook is signed by Alipay and is about our app, and about our seller where one is configured. */
export const alipayReceiver = (sdk: () => AlipaySdk, { appId, sellerId }: AlipaySettings) =>
  guarded((webhook) => {
    const fields = fieldsOf(webhook)
    // Alipay's client would also accept SHA-1, where `sign_type` demands it.
    if (fields === null || fields['sign_type'] !== 'RSA2') return forged('content')
    if (!sdk().checkNotifySignV2(fields)) return forged('signature')
    const trade = Trade.parse(fields)
    const ours = trade.app_id === appId && (sellerId === null || trade.seller_id === sellerId)
    return ours ? eventsOf(trade) : forged('stranger')
  })

/** Null where a field occurs twice, as the signature would cover only one of them. */
function fieldsOf({ body }: Webhook): Record<string, string> | null {
  const entries = [...new URLSearchParams(body.toString())]
  const fields = Object.fromEntries(entries)
  return Object.keys(fields).length === entries.length ? fields : null
}

function eventsOf(trade: Trade): ReceivedWebhook {
  const update = refundOf(trade) ?? updateOf(trade)
  if (update === null) return { kind: 'genuine', events: [] }
  const id = trade.notify_id ?? `${trade.trade_no}-${trade.trade_status}`
  return { kind: 'genuine', events: [{ id, about: { reference: trade.out_trade_no }, update }] }
}

/**
 * The update of a refund; null for a webhook of anything else. A webhook of a refund also repeats the status of the
 * trade: paid, or closed once it is fully refunded.
 */
function refundOf({ out_biz_no = '', gmt_refund, refund_fee = '', trade_no }: Trade): PaymentUpdate | null {
  if (gmt_refund === undefined) return null
  if (refundIdOf(out_biz_no) !== null) return { kind: 'refund_done', refund: out_biz_no }
  // Made in Alipay's merchant portal.
  const total = ofUnits(refund_fee)
  return total === null ? null : { kind: 'refund_done', refund: `${trade_no}:${gmt_refund}`, total }
}

/** Null while the payer has not paid. TRADE_CLOSED means closed unpaid or fully refunded. */
function updateOf({ trade_status, trade_no, total_amount }: Trade): PaymentUpdate | null {
  if (trade_status === 'TRADE_CLOSED') return { kind: 'closed' }
  if (trade_status !== 'TRADE_SUCCESS' && trade_status !== 'TRADE_FINISHED') return null
  return paidTrade(trade_no, total_amount)
}

/** Throws unless the amount is a positive number with two decimals. */
export function paidTrade(tradeNo: string, total: string): Extract<PaymentUpdate, { kind: 'paid' }> {
  const amount = ofUnits(total)
  if (amount === null) throw new TypeError('a paid trade without its amount')
  return { kind: 'paid', amount, currency: 'CNY', paymentId: tradeNo }
}
