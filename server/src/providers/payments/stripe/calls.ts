import { Stripe } from 'stripe'
import { limitOf, refused, unreachable } from '../calls.ts'
import type { PaymentFailure } from '../provider.ts'
import type { StripeSettings } from '../settings.ts'

/** The version of Stripe's API whose objects the adapter reads, in responses and in webhooks. */
export const API_VERSION = '2026-10-28.endive'

/** The official client, created at its first use. It calls the configured base address only and follows no redirect. */
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

/** Drops the client's content-length: fetch sets one too, and some dispatchers refuse a length that is set twice. */
function withoutLength(stated: RequestInit['headers']): Headers {
  const headers = new Headers(stated)
  headers.delete('content-length')
  return headers
}

/** Moves a call to the configured base address. The client supports a host but no path. */
function rebased(url: string | URL, base: string | null): string | URL {
  if (base === null) return url
  const { pathname, search } = new URL(url)
  return base.replace(/\/$/, '') + pathname + search
}

/**
 * Refused only where Stripe rejects the request itself. After a conflict (409) or too many requests (429) the payment
 * is unknown.
 */
export function failureOf(error: unknown): PaymentFailure {
  if (!(error instanceof Stripe.errors.StripeError)) return unreachable('unexpected_answer')
  const { statusCode = 0, code, type } = error
  const certain = statusCode >= 400 && statusCode < 500 && statusCode !== 409 && statusCode !== 429
  return certain ? refused(code ?? type) : unreachable(code ?? type)
}
