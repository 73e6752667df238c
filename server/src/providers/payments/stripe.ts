import { Locale } from '@hongyan/contract/vocabulary/account'
import { Stripe } from 'stripe'
import { bounded, closeOrAsk, limitOf, refused, unreachable } from './calls.ts'
import type { OpenedPayment, PaymentFailure, PaymentOrder, PaymentProvider, PaymentState } from './provider.ts'
import { Session, stateOf } from './stripe-session.ts'
import { stripeReceiver } from './stripe-webhook.ts'
import type { StripeSettings } from './settings.ts'
import { centsOf, resultUrl, subjectOf } from './terms.ts'

const API_VERSION = '2026-10-28.endive'

/** Stripe Checkout: the payer pays at an address of Stripe's, which then calls our webhook. */
export function createStripe(settings: StripeSettings): PaymentProvider {
  const limited = bounded(limitOf(settings), failureOf)
  const sessions = clientOf(settings)
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
        if (remoteId === null) return { kind: 'absent' } // nobody was given an address to pay at
        const close = async () => stateOf(Session.parse(await sessions().expire(remoteId)))
        return closeOrAsk({ close, query: () => query(order), failureOf })
      }),
    receive: stripeReceiver(settings.webhookSecrets),
    answers: { heard: answer(200, 'heard'), forged: answer(400, 'forged'), later: answer(503, 'later') },
  }
}

const answer = (status: number, body: string) => ({ status, contentType: 'text/plain; charset=utf-8', body })

function clientOf(settings: StripeSettings): () => Stripe.Checkout.SessionResource {
  let client: Stripe | null = null
  return () => {
    client ??= new Stripe(settings.apiKey, {
      apiVersion: API_VERSION,
      timeout: limitOf(settings),
      maxNetworkRetries: 1,
      telemetry: false,
      httpClient: Stripe.createFetchHttpClient((input, init) =>
        fetch(rebased(input instanceof Request ? input.url : input, settings.apiBase()), {
          ...init,
          headers: withoutLength(init?.headers),
          redirect: 'error',
        }),
      ),
    })
    return client.checkout.sessions
  }
}

/** The client states the length as well as fetch does; some dispatchers refuse a length that is stated twice. */
function withoutLength(stated: RequestInit['headers']): Headers {
  const headers = new Headers(stated)
  headers.delete('content-length')
  return headers
}

/** The client knows hosts only, whereas a base may have a path. */
function rebased(url: string | URL, base: string | null): string | URL {
  if (base === null) return url
  const { pathname, search } = new URL(url)
  return base.replace(/\/$/, '') + pathname + search
}

/** The same order must be told in the same words, or Stripe refuses its idempotency key. */
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
    locale: order.locale === Locale.SimplifiedChinese ? 'zh' : 'en',
  }
}

function openedBy({ id, url }: { readonly id: string; readonly url: string | null }): OpenedPayment | PaymentFailure {
  if (!url || !id) return unreachable('no_address')
  return { kind: 'opened', action: 'open', payload: url, remoteId: id }
}

/** A no is what Stripe says about the request itself; a conflict or too many requests say nothing about the payment. */
function failureOf(error: unknown): PaymentFailure {
  if (!(error instanceof Stripe.errors.StripeError)) return unreachable('unexpected_answer')
  const { statusCode = 0, code, type } = error
  const certain = statusCode >= 400 && statusCode < 500 && statusCode !== 409 && statusCode !== 429
  return certain ? refused(code ?? type) : unreachable(code ?? type)
}
