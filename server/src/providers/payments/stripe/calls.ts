import { Stripe } from 'stripe'
import { limitOf, refused, unreachable } from '../calls.ts'
import type { PaymentFailure } from '../provider.ts'
import type { StripeSettings } from '../settings.ts'

const API_VERSION = '2026-10-28.endive'

/** The official client, made at its first use: it talks to the base of the settings and follows nobody elsewhere. */
export function stripeClient(settings: StripeSettings): () => Stripe {
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
    return client
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

/** A no is what Stripe says about the request itself; a conflict or too many requests say nothing about the payment. */
export function failureOf(error: unknown): PaymentFailure {
  if (!(error instanceof Stripe.errors.StripeError)) return unreachable('unexpected_answer')
  const { statusCode = 0, code, type } = error
  const certain = statusCode >= 400 && statusCode < 500 && statusCode !== 409 && statusCode !== 429
  return certain ? refused(code ?? type) : unreachable(code ?? type)
}
