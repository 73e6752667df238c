import { Decorator } from 'wechatpay-axios-plugin'
import { z } from 'zod'
import { bounded, closeOrAsk, limitOf, refused, unreachable } from './calls.ts'
import type { PaymentFailure, PaymentOrder, PaymentProvider, PaymentState } from './provider.ts'
import type { WxpaySettings } from './settings.ts'
import { centsOf, notifyUrl, shanghaiTime, subjectOf } from './terms.ts'
import { paidTransaction, Transaction, wxpayReceiver } from './wxpay-notify.ts'

const LARGEST_ANSWER = 65_536

/** WeChat Pay Native: a code that the payer scans. */
export function createWxpay(settings: WxpaySettings): PaymentProvider {
  const limited = bounded(limitOf(settings), failureOf)
  const { mchId: mchid } = settings
  const client = clientOf(settings)
  const query = (order: PaymentOrder): Promise<PaymentState> =>
    orAbsent(async () => {
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
          orAbsent(async () => {
            await client().request(`${pathOf(order)}/close`, 'POST', { mchid })
            return { kind: 'closed' }
          })
        return closeOrAsk({ close, query: () => query(order), failureOf })
      }),
    receive: wxpayReceiver(settings),
    answers: { heard: answer(200, 'SUCCESS'), forged: answer(401, 'FAIL'), later: answer(503, 'FAIL') },
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
      certs: { [settings.platformSerial]: settings.platformPublicKey },
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
  notify_url: notifyUrl(publicUrl(), 'wxpay'),
  time_expire: `${shanghaiTime(order.expiresAt)}+08:00`,
  amount: { total: centsOf(order.amount), currency: 'CNY' },
})

function stateOf(transaction: Transaction, reference: string): PaymentState {
  if (transaction.out_trade_no !== reference) throw new TypeError('the answer is about another order')
  switch (transaction.trade_state) {
    case 'SUCCESS':
      return paidTransaction(transaction)
    // What was paid and given back outside of here is nothing to credit.
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

/** What the client throws, as far as it matters: a status where there was an answer, whose body names its code. */
const Thrown = z.object({
  code: z.string().optional().catch(undefined),
  response: z
    .object({ status: z.number(), data: z.object({ code: z.string() }).optional().catch(undefined) })
    .optional(),
})

async function orAbsent(call: () => Promise<PaymentState>): Promise<PaymentState> {
  try {
    return await call()
  } catch (error) {
    const { response } = Thrown.safeParse(error).data ?? {}
    const absent = response?.status === 404 && /^ORDER_?NOT_?EXIST$/.test(response.data?.code ?? '')
    if (absent) return { kind: 'absent' }
    throw error
  }
}

/** A no carries a code of WeChat Pay; too many requests, or an answer that is not provably theirs, are none. */
function failureOf(error: unknown): PaymentFailure {
  const { code, response } = Thrown.safeParse(error).data ?? {}
  const said = response?.data?.code
  if (response === undefined || said === undefined) return unreachable(code)
  const certain = response.status >= 400 && response.status < 500 && response.status !== 429
  return certain ? refused(said) : unreachable(said)
}
