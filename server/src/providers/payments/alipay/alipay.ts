import type { AlipaySdk } from 'alipay-sdk'
import { z } from 'zod'
import { alipayReceiver, paidTrade } from './webhook.ts'
import { callGateway, Client, Failure, failureOf, readReply, timestamp } from './calls.ts'
import { alipayRefunds } from './refunds.ts'
import { bounded, closeOrQuery, limitOf, refused, unreachable } from '../calls.ts'
import { Name } from '../webhook.ts'
import type { PaymentOrder, PaymentProvider, PaymentState } from '../provider.ts'
import type { AlipaySettings } from '../settings.ts'
import { webhookUrl, resultUrl, subjectOf, unitsOf } from '../terms.ts'

/**
 * Alipay page pay (alipay.trade.page.pay): we sign an address that the payer opens. The trade exists only once the
 * payer opened it.
 */
export function createAlipay(settings: AlipaySettings): PaymentProvider {
  const limited = bounded(limitOf(settings), failureOf)
  const sdk = clientOf(settings)
  const query = async ({ reference }: PaymentOrder): Promise<PaymentState> =>
    readReply(await callGateway(sdk(), 'alipay.trade.query', { out_trade_no: reference }), (answer) =>
      stateOf(Trade.parse(answer), reference),
    ) ?? { kind: 'absent' } // the trade does not exist until the payer opens the page
  return {
    channel: 'alipay',
    open: (order) =>
      limited(async () => {
        if (order.currency !== 'CNY') return refused('currency')
        const page = sdk().pageExecute('alipay.trade.page.pay', 'GET', pageFor(order, settings.publicUrl()))
        return { kind: 'opened', action: 'open', payload: forPayers(page, settings), remoteId: null }
      }),
    query: (order) => limited(() => query(order)),
    close: (order) =>
      limited(() => {
        const close = async (): Promise<PaymentState> =>
          readReply(
            await callGateway(sdk(), 'alipay.trade.close', { out_trade_no: order.reference }),
            () => ({ kind: 'closed' }) as const,
          ) ?? { kind: 'absent' }
        return closeOrQuery({ close, query: () => query(order), failureOf })
      }),
    ...alipayRefunds(sdk, limited),
    receive: alipayReceiver(sdk, settings),
    responses: { received: answer(200, 'success'), forged: answer(400, 'fail'), retryLater: answer(503, 'fail') },
  }
}

/** The signature covers the parameters, not the host, so the host may change. */
const forPayers = (page: string, { gateway, pageGateway = gateway }: AlipaySettings): string =>
  pageGateway() + page.slice(gateway().length)

const answer = (status: number, body: string) => ({ status, contentType: 'text/plain; charset=utf-8', body })

function clientOf(settings: AlipaySettings): () => AlipaySdk {
  let client: AlipaySdk | null = null
  return () => {
    client ??= new Client({
      appId: settings.appId,
      privateKey: settings.privateKey,
      ...trustOf(settings),
      keyType: 'PKCS8',
      gateway: settings.gateway(),
      timeout: limitOf(settings),
    })
    return client
  }
}

/** Our trust in Alipay: its public key, or in certificate mode its certificate beside ours and the roots. */
const trustOf = ({ alipayPublicKey, certificates }: AlipaySettings) =>
  certificates === null
    ? { alipayPublicKey }
    : {
        appCertContent: certificates.app,
        alipayPublicCertContent: certificates.alipay,
        alipayRootCertContent: certificates.root,
      }

const pageFor = (order: PaymentOrder, publicUrl: string) => ({
  timestamp: timestamp(),
  notifyUrl: webhookUrl(publicUrl, 'alipay'),
  returnUrl: resultUrl(publicUrl, order),
  bizContent: {
    out_trade_no: order.reference,
    product_code: 'FAST_INSTANT_TRADE_PAY',
    total_amount: unitsOf(order.amount),
    subject: subjectOf(order),
    time_expire: timestamp(order.expiresAt),
  },
})

const Trade = z.object({ outTradeNo: Name, tradeNo: Name, tradeStatus: Name, totalAmount: z.string() })

function stateOf(trade: z.infer<typeof Trade>, reference: string): PaymentState {
  if (trade.outTradeNo !== reference) throw new Failure(unreachable('another_trade'))
  switch (trade.tradeStatus) {
    case 'TRADE_SUCCESS':
    case 'TRADE_FINISHED':
      return paidTrade(trade.tradeNo, trade.totalAmount)
    case 'TRADE_CLOSED':
      return { kind: 'closed' }
    case 'WAIT_BUYER_PAY':
      return { kind: 'pending' }
    default:
      throw new Failure(unreachable('unknown_status'))
  }
}
