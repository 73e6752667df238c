import type { Stripe } from 'stripe'
import { bounded, limitOf } from '../calls.ts'
import type { StripeSettings } from '../settings.ts'
import { webhookUrl } from '../terms.ts'
import { API_VERSION, failureOf, stripeClient } from './calls.ts'
import { cardEventTypes } from './card-webhook.ts'
import { orderEventTypes } from './webhook.ts'

const PAGE = 100

/**
 * Checks that Stripe sends our webhooks to this server: an enabled endpoint with our address, the API version that the
 * adapter reads, and every event type that it reads. Returns what is missing, one sentence each. Only reads.
 */
export async function checkEndpoint(settings: StripeSettings): Promise<readonly string[]> {
  const listed = await bounded(
    limitOf(settings),
    failureOf,
  )(() => stripeClient(settings)().webhookEndpoints.list({ limit: PAGE }))
  if ('reason' in listed) return [`The webhook endpoints cannot be listed (${listed.reason}): check them in Stripe.`]
  const url = webhookUrl(settings.publicUrl(), 'stripe')
  const endpoint = listed.data.find((one) => one.url === url && one.status === 'enabled')
  return endpoint === undefined ? [`Stripe has no enabled webhook endpoint for ${url}.`] : problemsOf(endpoint)
}

function problemsOf({ api_version: version, enabled_events: enabled }: Stripe.WebhookEndpoint): readonly string[] {
  const missing = [...orderEventTypes, ...cardEventTypes].filter((type) => !enabled.includes(type))
  const isAll = enabled.includes('*')
  return [
    ...(version === API_VERSION
      ? []
      : [`The webhook endpoint has API version ${version ?? 'of the account'}, not ${API_VERSION}.`]),
    ...(isAll || missing.length === 0 ? [] : [`The webhook endpoint lacks the events ${missing.join(', ')}.`]),
  ]
}
