import type { Addresses, SignedWebhook } from './wire.ts'

/** Shorter than the first pause before another try, so that nothing is posted a second time while it is under way. */
const PATIENCE = 4_000

/**
 * Posts to one of our own callbacks and nowhere else; answers whether it was heard. A receiver that cannot be reached is
 * one that did not hear.
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
    const signal = AbortSignal.timeout(PATIENCE)
    const answer = await fetch(address, { method: 'POST', headers, body, redirect: 'error', signal })
    return acknowledges(answer.status, await answer.text())
  } catch {
    return false
  }
}
