import type { House } from '../../server/test/house.ts'
import { saveEndpoints, signInAsSender } from '../webhooks/endpoints.ts'
import { startReceiver } from '../webhooks/receiver.ts'

/** Gives the sending account a webhook endpoint. Returns the call that removes it. */
export async function layWebhook(
  house: House,
  { batch, sent }: { readonly batch: number; readonly sent: boolean },
): Promise<() => Promise<void>> {
  const receiver = await startReceiver()
  const owner = await signInAsSender(house)
  await saveEndpoints(owner, [`http://127.0.0.1:${receiver.port}/ok`], batch)
  if (!sent) await house.rows('update webhook_endpoint set disabled_at = now()')
  return async () => {
    await saveEndpoints(owner, [], 1)
    receiver.stop()
  }
}
