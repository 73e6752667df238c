import { DAY, MINUTE } from '@hongyan/contract/durations'
import type { AccountId, WebhookEndpointId } from '@hongyan/contract/ids'
import { webhooks as limits } from '@hongyan/contract/limits/webhooks'
import { statement, type Tx } from '../db/tx.ts'
import { FIRST_ID, firstIdAt, LAST_ID } from '../kit/ids.ts'

/**
 * A delivery has the id of its first event, which is made before it. Claims take the events of an endpoint in the order of
 * their ids; clocks of several machines and a claim whose process died bring them out of order by no more than this.
 */
const IN_ORDER_WITHIN = 5 * MINUTE
/** The exactness of the first id. */
const NEAR = MINUTE

const FIRST_BEHIND = statement(
  'webhook_delivery.first_behind',
  `select created_at from webhook_delivery where account_id = $1 and endpoint_id = $2 and id >= $3::uuid order by id limit 1`,
)

const idAt = (millis: number): string => firstIdAt(new Date(Math.max(0, millis)))

/**
 * An id before those of the deliveries that were created from a moment on. An event may have waited for days while its
 * endpoint was disabled, so the id is looked for by halves.
 */
async function firstIdFrom(
  db: Tx,
  account: AccountId,
  endpoint: WebhookEndpointId,
  from: string | undefined,
): Promise<string> {
  if (from === undefined) return FIRST_ID
  const moment = Date.parse(from) - IN_ORDER_WITHIN
  let [low, high] = [moment - limits.keptDays * DAY, moment]
  while (high - low > NEAR) {
    const middle = Math.floor((low + high) / 2)
    const [row] = await db.run<{ readonly created_at: Date }>(FIRST_BEHIND, [account, endpoint, idAt(middle)])
    if (row === undefined || row.created_at.getTime() >= moment) high = middle
    else low = middle
  }
  return idAt(low)
}

/** The ids between which all deliveries lie that were created from a moment on and up to another one. */
export const idsBetween = async (
  db: Tx,
  account: AccountId,
  endpoint: WebhookEndpointId,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<readonly [from: string, to: string]> => [
  await firstIdFrom(db, account, endpoint, from),
  to === undefined ? LAST_ID : idAt(Date.parse(to) + IN_ORDER_WITHIN),
]
