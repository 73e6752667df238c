import { DAY, HOUR, MINUTE } from '@hongyan/contract/durations'
import { webhooks as limits } from '@hongyan/contract/limits/webhooks'
import type { Pool } from 'pg'
import { alone, statement } from '../db/tx.ts'
import type { Loop } from '../jobs/loop.ts'
import type { Clock } from '../kit/clock.ts'
import { firstIdAt } from '../kit/ids.ts'

const AT_ONCE = 1_000

const DELETIONS = [
  statement(
    'webhook_due.forget',
    `delete from webhook_due where (account_id, endpoint_id, id) in (
       select account_id, endpoint_id, id from webhook_due where id < $1::uuid limit ${AT_ONCE}) returning 1`,
  ),
  statement(
    'webhook_try.forget',
    `delete from webhook_try where (account_id, endpoint_id, delivery_id, nr) in (
       select account_id, endpoint_id, delivery_id, nr from webhook_try where delivery_id < $1::uuid limit ${AT_ONCE})
     returning 1`,
  ),
  statement(
    'webhook_delivery.forget',
    `delete from webhook_delivery where (account_id, endpoint_id, id) in (
       select account_id, endpoint_id, id from webhook_delivery where id < $1::uuid limit ${AT_ONCE}) returning 1`,
  ),
]
/** Of the endpoints that succeeded of late, the tries below their newest successes lose headers and bodies. */
const CLEAR_BODIES = statement(
  'webhook_try.clear_bodies',
  `update webhook_try t set request_headers = null, request_body = null, response_headers = null, response_body = null
   from (
     select o.account_id, o.endpoint_id, o.delivery_id, o.nr
       from webhook_endpoint e cross join lateral (
         select t.account_id, t.endpoint_id, t.delivery_id, t.nr from webhook_try t
          where t.account_id = e.account_id and t.endpoint_id = e.id and t.failure is null and t.request_body is not null
          order by t.delivery_id desc offset ${limits.successBodies} limit ${AT_ONCE}
       ) o
      where e.succeeded_at >= $1
      limit ${AT_ONCE}
   ) old
   where t.account_id = old.account_id and t.endpoint_id = old.endpoint_id and t.delivery_id = old.delivery_id
     and t.nr = old.nr
   returning 1`,
)
const EXPIRE = statement(
  'webhook_receiver.expire',
  `delete from webhook_receiver where expires_at <= $1 returning account_id`,
)
const CLEAR = statement('webhook_received.expire', `delete from webhook_received where account_id = any($1::uuid[])`)

/** Deletes events, deliveries and tries after their days, old bodies of successes, and receivers that ended. */
export const webhookUpkeep = ({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }): Loop => ({
  name: 'webhook-upkeep',
  every: 10 * MINUTE,
  run: async (stopping) => {
    const db = alone(pool)
    const now = clock.now()
    const before = firstIdAt(new Date(now.getTime() - limits.keptDays * DAY))
    for (const one of DELETIONS) while (!stopping.aborted && (await db.run(one, [before])).length === AT_ONCE) continue
    const lately = new Date(now.getTime() - HOUR)
    while (!stopping.aborted && (await db.run(CLEAR_BODIES, [lately])).length === AT_ONCE) continue
    const ended = await db.run<{ readonly account_id: string }>(EXPIRE, [now])
    if (ended.length > 0) await db.run(CLEAR, [ended.map(({ account_id: account }) => account)])
  },
})
