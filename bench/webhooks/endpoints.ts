import type { SmsDlr } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { readKeyFile } from '../../server/src/keys/key-file.ts'
import { secretBox } from '../../server/src/kit/secret-box.ts'
import { type HouseOwner, signInTo } from '../../server/test/house-owner.ts'
import type { House } from '../../server/test/house.ts'
import { layEndpoints } from '../../server/test/webhook-endpoints.ts'
import { endpointForm } from '../../server/test/webhook-receiver.ts'

export const signInAsSender = (house: House): Promise<HouseOwner> => signInTo(house, 'sender@example.com')

/** Replaces the endpoints of an owner by those at some addresses. Returns their ids. */
export async function saveEndpoints(
  owner: HouseOwner,
  urls: readonly string[],
  batch: number,
): Promise<readonly string[]> {
  const { version } = (await (await owner.call('GET', '/plugins/sms-dlr')).json()) as SmsDlr
  const endpoints = urls.map((url) => endpointForm({ url, batch }))
  const reply = await owner.call('POST', '/plugins/sms-dlr', { body: { version, endpoints } })
  if (!reply.ok) throw new Error(`the endpoint was refused: ${await reply.text()}`)
  return ((await reply.json()) as SmsDlr).endpoints.map(({ id }) => id)
}

/** Writes endpoints of other accounts, each with events that wait. Returns the call that removes them again. */
export async function layBesideOthers(
  house: House,
  urls: readonly string[],
  events: number,
): Promise<() => Promise<void>> {
  const clear = await layEndpoints(house.rows, secretBox(readKeyFile(house.dataDir) ?? ''), { urls, events })
  await house.rows('vacuum (analyze) webhook_due')
  return clear
}

/** True when no event waits and every delivery has ended. */
export async function isAllDelivered({ rows }: House): Promise<boolean> {
  const found = await rows(
    `select from (select 1 from webhook_due union all select 1 from webhook_delivery where next_at is not null) w limit 1`,
  )
  return found.length === 0
}
