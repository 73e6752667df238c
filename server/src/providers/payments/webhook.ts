import { z } from 'zod'
import type { Webhook, ReceivedWebhook } from './provider.ts'

/** The largest body in bytes. Real webhooks have a few kilobytes. */
const MAX_BODY = 65_536

/** An id of a provider: printable ASCII without spaces. */
export const Name = z.string().regex(/^[\x21-\x7e]{1,128}$/)

type Forged = Extract<ReceivedWebhook, { kind: 'forged' }>
export const forged = (reason: string): Forged => ({ kind: 'forged', reason })

/** Returns a header's value; null unless it occurs exactly once. */
export function headerOf({ headers }: Webhook, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}

/** Wraps a receiver so that a webhook that is too large, or that makes a library throw, counts as forged. */
export function guarded<Result>(
  receive: (webhook: Webhook, now: Date) => Result,
): (webhook: Webhook, now: Date) => Result | Forged {
  return (webhook, now) => {
    if (webhook.body.length === 0 || webhook.body.length > MAX_BODY) return forged('size')
    try {
      return receive(webhook, now)
    } catch {
      return forged('content')
    }
  }
}
