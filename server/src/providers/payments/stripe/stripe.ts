import { Locale } from '@hongyan/contract/vocabulary/account'
import type { Stripe } from 'stripe'
import { bounded, closeOrQuery, limitOf, unreachable } from '../calls.ts'
import type { OpenedPayment, PaymentFailure, PaymentOrder, PaymentProvider, PaymentState } from '../provider.ts'
import { failureOf, stripeClient } from './calls.ts'
import { stripeRefunds } from './refunds.ts'
import { Session, stateOf } from './session.ts'
import { stripeReceiver } from './webhook.ts'
import type { StripeSettings } from '../settings.ts'
import { centsOf, resultUrl, subjectOf } from '../terms.ts'

/** Stripe Checkout: the payer pays on Stripe's page, and Stripe then sends a webhook. */
export function createStripe(settings: StripeSettings): PaymentProvider {
  const limited = bounded(limitOf(settings), failureOf)
  const client = stripeClient(settings)
  const sessions = () => client().checkout.sessions
  const query = async ({ remoteId }: PaymentOrder): Promise<PaymentState> =>
    remoteId === null ? { kind: 'absent' } : stateOf(Session.parse(await sessions().retrieve(remoteId)))
  return {
    channel: 'stripe',
    open: (order) =>
      limited(async () => {
        const idempotencyKey = `topup:${order.reference}`
        return openedBy(await sessions().create(sessionFor(order, settings.publicUrl()), { idempotencyKey }))
      }),
    query: (order) => limited(() => query(order)),
    close: (order) =>
      limited(async () => {
        const { remoteId } = order
        if (remoteId === null) return { kind: 'absent' } // no session was ever opened
        const close = async () => stateOf(Session.parse(await sessions().expire(remoteId)))
        return closeOrQuery({ close, query: () => query(order), failureOf })
      }),
    ...stripeRefunds(client, limited),
    receive: stripeReceiver(settings),
    responses: { received: answer(200, 'heard'), forged: answer(400, 'forged'), retryLater: answer(503, 'later') },
  }
}

const answer = (status: number, body: string) => ({ status, contentType: 'text/plain; charset=utf-8', body })

/** Stripe's names of the methods that an account's status can block. */
const methods = { paypal: 'paypal', alipay: 'alipay', wxpay: 'wechat_pay' } as const

/** A retry must send the same parameters: Stripe refuses an idempotency key with different ones. */
function sessionFor(order: PaymentOrder, publicUrl: string): Stripe.Checkout.SessionCreateParams {
  const result = resultUrl(publicUrl, order)
  return {
    mode: 'payment',
    client_reference_id: order.reference,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: order.currency.toLowerCase(),
          unit_amount: centsOf(order.amount),
          product_data: { name: subjectOf(order) },
        },
      },
    ],
    metadata: { order_id: order.reference, account_id: order.account },
    payment_intent_data: { metadata: { order_id: order.reference } },
    success_url: result,
    cancel_url: result,
    expires_at: Math.floor(order.expiresAt.getTime() / 1_000),
    ...(order.excluded.length > 0 && { excluded_payment_method_types: order.excluded.map((name) => methods[name]) }),
    locale: order.locale === Locale.SimplifiedChinese ? 'zh' : 'en',
  }
}

function openedBy({ id, url }: { readonly id: string; readonly url: string | null }): OpenedPayment | PaymentFailure {
  if (!url || !id) return unreachable('no_address')
  return { kind: 'opened', action: 'open', payload: url, remoteId: id }
}
