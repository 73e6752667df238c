import type { WebhookDelivery } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import type { AccountId, WebhookDeliveryId, WebhookEndpointId } from '@hongyan/contract/ids'
import { webhooks as limits } from '@hongyan/contract/limits/webhooks'
import { WebhookDeliveryState } from '@hongyan/contract/vocabulary/webhook'
import type { Pool } from 'pg'
import { alone, statement } from '../db/tx.ts'
import type { Clock } from '../kit/clock.ts'
import { IS_THERE, readDelivery } from './log.ts'
import { idsBetween } from './moments.ts'

interface ReplayDeps {
  readonly pool: Pool
  readonly clock: Clock
}

/** A delivery on its way is left as it is: it is tried anyway. */
const REPLAY = `update webhook_delivery set state = ${WebhookDeliveryState.Pending}, round = 0, next_at = $3
   where account_id = $1 and endpoint_id = $2 and body is not null and sending_at is null and ${IS_THERE}`
const REPLAY_ONE = statement('webhook_delivery.replay', `${REPLAY} and id = $4`)
/** The states are part of the text, so that PostgreSQL finds failed deliveries in their index. */
const replayOf = (name: string, states: readonly WebhookDeliveryState[]) =>
  statement(
    `webhook_delivery.replay_${name}`,
    `with chosen as (
       select id from webhook_delivery where account_id = $1 and endpoint_id = $2 and id >= $6::uuid and id < $7::uuid
         and created_at >= $4 and created_at <= $5 and state in (${states.join(', ')}) order by id limit ${limits.replayMax}
     )
     ${REPLAY} and id = any(array(select id from chosen)) returning id`,
  )
const REPLAY_MANY = {
  all: replayOf('all', [WebhookDeliveryState.Succeeded, WebhookDeliveryState.Failed]),
  failed: replayOf('failed', [WebhookDeliveryState.Failed]),
} as const

/** Delivers again, with the same `webhook-id` and body. */
export async function replay(
  deps: ReplayDeps,
  account: AccountId,
  endpoint: WebhookEndpointId,
  id: WebhookDeliveryId,
): Promise<WebhookDelivery> {
  await alone(deps.pool).run(REPLAY_ONE, [account, endpoint, deps.clock.now(), id])
  const { attempts: _attempts, ...delivery } = await readDelivery(deps, account, endpoint, id)
  return delivery
}

/** Delivers again what ended and was first delivered in a range. Returns how many deliveries that are. */
export async function replayMany(
  { pool, clock }: ReplayDeps,
  account: AccountId,
  endpoint: WebhookEndpointId,
  { from, to, state }: { readonly from: string; readonly to: string; readonly state: keyof typeof REPLAY_MANY },
): Promise<number> {
  const db = alone(pool)
  const ids = await idsBetween(db, account, endpoint, { from, to })
  const rows = await db.run(REPLAY_MANY[state], [account, endpoint, clock.now(), from, to, ...ids])
  return rows.length
}
