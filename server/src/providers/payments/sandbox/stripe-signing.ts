import { createHmac } from 'node:crypto'
import type { SignedWebhook } from './wire.ts'

/** Signs an event as Stripe does: the signature covers the time in seconds and the body. */
export function signedEvent(event: object, secret: string, now: Date): SignedWebhook {
  const body = JSON.stringify(event)
  const time = Math.floor(now.getTime() / 1_000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return {
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${time},v1=${signature}` },
    body,
  }
}
