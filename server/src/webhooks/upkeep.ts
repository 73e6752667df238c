import { DAY, MINUTE } from '@hongyan/contract/durations'
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
const EXPIRE = statement(
  'webhook_receiver.expire',
  `delete from webhook_receiver where expires_at <= $1 returning account_id`,
)
const CLEAR = statement('webhook_received.expire', `delete from webhook_received where account_id = any($1::uuid[])`)

/** Deletes events, deliveries and tries after their days, and receivers that ended. */
export const webhookUpkeep = ({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }): Loop => ({
  name: 'webhook-upkeep',
  every: 10 * MINUTE,
  run: async (stopping) => {
    const db = alone(pool)
    const now = clock.now()
    const before = firstIdAt(new Date(now.getTime() - limits.keptDays * DAY))
    for (const one of DELETIONS) while (!stopping.aborted && (await db.run(one, [before])).length === AT_ONCE) continue
    const ended = await db.run<{ readonly account_id: string }>(EXPIRE, [now])
    if (ended.length > 0) await db.run(CLEAR, [ended.map(({ account_id: account }) => account)])
  },
})
