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
  /** Of a refund: our number of it, and when the money went back. */
  out_biz_no: z.string().optional(),
  gmt_refund: z.string().optional(),
})
type Trade = z.infer<typeof Trade>

/** A webhook must be signed by Alipay and be about our app, and our seller where that is set. */
export const alipayReceiver = (sdk: () => AlipaySdk, { appId, sellerId }: AlipaySettings) =>
  guarded((webhook) => {
    const fields = fieldsOf(webhook)
    // The client would also take a signature over SHA-1, if the webhook says that it is one.
    if (fields === null || fields['sign_type'] !== 'RSA2') return forged('content')
    if (!sdk().checkNotifySignV2(fields)) return forged('signature')
    const trade = Trade.parse(fields)
    const ours = trade.app_id === appId && (sellerId === null || trade.seller_id === sellerId)
    return ours ? told(trade) : forged('stranger')
  })

/** Null where a field is there twice: which of them is meant would be a guess. */
function fieldsOf({ body }: Webhook): Record<string, string> | null {
  const entries = [...new URLSearchParams(body.toString())]
  const fields = Object.fromEntries(entries)
  return Object.keys(fields).length === entries.length ? fields : null
}

function told(trade: Trade): ReceivedWebhook {
  const update = refundOf(trade) ?? updateOf(trade)
  if (update === null) return { kind: 'genuine', events: [] }
  const id = trade.notify_id ?? `${trade.trade_no}-${trade.trade_status}`
  return { kind: 'genuine', events: [{ id, about: { reference: trade.out_trade_no }, update }] }
}

/** A webhook of a refund says once more that its trade was paid, or is closed since all of it was returned. */
function refundOf({ out_biz_no = '', gmt_refund }: Trade): PaymentUpdate | null {
  const known = gmt_refund !== undefined && refundIdOf(out_biz_no) !== null
  return known ? { kind: 'refund_done', refund: out_biz_no } : null
}

/** While the payer is waited for there is nothing to tell. A trade is closed unpaid, or after all of it was returned. */
function updateOf({ trade_status, trade_no, total_amount }: Trade): PaymentUpdate | null {
  if (trade_status === 'TRADE_CLOSED') return { kind: 'closed' }
  if (trade_status !== 'TRADE_SUCCESS' && trade_status !== 'TRADE_FINISHED') return null
  return paidTrade(trade_no, total_amount)
}

/** Throws where the amount is none. */
export function paidTrade(tradeNo: string, total: string): Extract<PaymentUpdate, { kind: 'paid' }> {
  const amount = ofUnits(total)
  if (amount === null) throw new TypeError('a paid trade without its amount')
  return { kind: 'paid', amount, currency: 'CNY', paymentId: tradeNo }
}
