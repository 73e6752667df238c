import { z } from 'zod'
import type { Webhook, ReceivedWebhook } from './provider.ts'

/** Real webhooks have a few kilobytes. */
const LARGEST = 65_536

/** What providers call things: printable, without spaces. */
export const Name = z.string().regex(/^[\x21-\x7e]{1,128}$/)

type Forged = Extract<ReceivedWebhook, { kind: 'forged' }>
export const forged = (reason: string): Forged => ({ kind: 'forged', reason })

/** A header that is there once. */
export function headerOf({ headers }: Webhook, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}

/** Whatever a library throws at bytes from anywhere, an odd webhook is a forged one. */
export function guarded<Told>(
  receive: (webhook: Webhook, now: Date) => Told,
): (webhook: Webhook, now: Date) => Told | Forged {
  return (webhook, now) => {
    if (webhook.body.length === 0 || webhook.body.length > LARGEST) return forged('size')
    try {
      return receive(webhook, now)
    } catch {
      return forged('content')
    }
  }
}
