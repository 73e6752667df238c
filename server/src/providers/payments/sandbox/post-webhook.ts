import { SECOND } from '@hongyan/contract/durations'
import type { Addresses, SignedWebhook } from './wire.ts'

/**
 * The time limit in milliseconds: shorter than the first retry pause, so that no webhook is sent twice at the same
 * time.
 */
const TIME_LIMIT = 4 * SECOND

/**
 * Sends a webhook to our own webhook endpoint and nowhere else. Returns whether it was acknowledged: false where the
 * endpoint cannot be reached.
 */
export async function postWebhook(
  addresses: Addresses,
  path: string,
  { headers, body }: SignedWebhook,
  acknowledges: (status: number, body: string) => boolean,
): Promise<boolean> {
  const origin = new URL(addresses.internal()).origin
  const address = new URL(path, origin)
  if (address.origin !== origin) return false
  try {
    const signal = AbortSignal.timeout(TIME_LIMIT)
    const answer = await fetch(address, { method: 'POST', headers, body, redirect: 'error', signal })
    return acknowledges(answer.status, await answer.text())
  } catch {
    return false
  }
}
