import { Decorator } from 'wechatpay-axios-plugin'
import { z } from 'zod'
import { bounded, closeOrQuery, limitOf, refused } from '../calls.ts'
import type { PaymentOrder, PaymentProvider, PaymentState } from '../provider.ts'
import type { WxpaySettings } from '../settings.ts'
import { centsOf, webhookUrl, shanghaiTime, subjectOf } from '../terms.ts'
import { failureOf, orAbsent } from './calls.ts'
import { paidTransaction, Transaction, wxpayReceiver } from './webhook.ts'
import { wxpayRefunds } from './refunds.ts'

const LARGEST_ANSWER = 65_536
const NO_ORDER = /^ORDER_?NOT_?EXIST$/

/** WeChat Pay Native: the payer scans a QR code. */
export function createWxpay(settings: WxpaySettings): PaymentProvider {
  const limited = bounded(limitOf(settings), failureOf)
  const { mchId: mchid } = settings
  const client = clientOf(settings)
  const query = (order: PaymentOrder): Promise<PaymentState> =>
    orAbsent(NO_ORDER, async () => {
      const { data } = await client().request(pathOf(order), 'GET', undefined, { params: { mchid } })
      return stateOf(Transaction.parse(data), order.reference)
    })
  return {
    channel: 'wxpay',
    open: (order) =>
      limited(async () => {
        if (order.currency !== 'CNY') return refused('currency')
        const { data } = await client().request('v3/pay/transactions/native', 'POST', nativeFor(order, settings))
        return { kind: 'opened', action: 'qrcode', payload: Native.parse(data).code_url, remoteId: null }
      }),
    query: (order) => limited(() => query(order)),
    close: (order) =>
      limited(() => {
        const close = (): Promise<PaymentState> =>
          orAbsent(NO_ORDER, async () => {
            await client().request(`${pathOf(order)}/close`, 'POST', { mchid })
            return { kind: 'closed' }
          })
        return closeOrQuery({ close, query: () => query(order), failureOf })
      }),
    ...wxpayRefunds(client, limited, settings),
    receive: wxpayReceiver(settings),
    responses: { received: answer(200, 'SUCCESS'), forged: answer(401, 'FAIL'), retryLater: answer(503, 'FAIL') },
  }
}

const answer = (status: number, code: string) => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify({ code, message: code }),
})

const pathOf = ({ reference }: PaymentOrder): string =>
  `v3/pay/transactions/out-trade-no/${encodeURIComponent(reference)}`

function clientOf(settings: WxpaySettings): () => Decorator {
  let client: Decorator | null = null
  return () => {
    client ??= new Decorator({
      mchid: settings.mchId,
      serial: settings.serial,
      privateKey: settings.privateKey,
      certs: Object.fromEntries(settings.platformKeys.map(({ serial, publicKey }) => [serial, publicKey])),
      // The key that WeChat Pay shall sign its response with.
      headers: { 'Wechatpay-Serial': settings.platformKeys[0].serial },
      baseURL: settings.apiBase(),
      timeout: limitOf(settings),
      maxRedirects: 0,
      maxContentLength: LARGEST_ANSWER,
    })
    return client
  }
}

const Native = z.object({ code_url: z.string().min(1).max(512) })

const nativeFor = (order: PaymentOrder, { appId, mchId, publicUrl }: WxpaySettings) => ({
  appid: appId,
  mchid: mchId,
  description: subjectOf(order),
  out_trade_no: order.reference,
  notify_url: webhookUrl(publicUrl(), 'wxpay'),
  time_expire: `${shanghaiTime(order.expiresAt)}+08:00`,
  amount: { total: centsOf(order.amount), currency: 'CNY' },
})

function stateOf(transaction: Transaction, reference: string): PaymentState {
  if (transaction.out_trade_no !== reference) throw new TypeError('the answer is about another order')
  switch (transaction.trade_state) {
    case 'SUCCESS':
      return paidTransaction(transaction)
    // A payment that was refunded outside this server is not credited.
    case 'REFUND':
    case 'CLOSED':
    case 'REVOKED':
      return { kind: 'closed' }
    case 'NOTPAY':
    case 'USERPAYING':
    case 'ACCEPT':
    case 'PAYERROR':
      return { kind: 'pending' }
    default:
      throw new TypeError('an unknown state')
  }
}
