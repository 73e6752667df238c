import { DAY, HOUR, MINUTE } from '@hongyan/contract/durations'
import { webhooks as limits } from '@hongyan/contract/limits/webhooks'
import type { Pool } from 'pg'
import { alone, type Statement, statement, type Tx } from '../db/tx.ts'
import type { Loop } from '../jobs/loop.ts'
import type { Clock } from '../kit/clock.ts'
import { FIRST_ID, firstIdAt, LAST_ID } from '../kit/ids.ts'
import { type Place, START } from './claim.ts'

const AT_ONCE = 1_000
const LANES_AT_ONCE = 1_000
/** The rows of removed endpoints may be many millions. They take so long of a run at most, and the next run goes on. */
const REMOVES_FOR = 5 * MINUTE

interface Kept {
  readonly lanes: Statement
  readonly remove: Statement
}

/**
 * The primary key of each table begins with account, endpoint and the id of the event or delivery. `lanes` steps from
 * endpoint to endpoint in it, and `remove` deletes between two ids of an endpoint, so neither reads what stays. The least
 * id is read in the order of the key: for `exists` PostgreSQL would read a whole table.
 */
const keptIn = (table: string, id: string, deletion: string): Kept => ({
  lanes: statement(
    `${table}.kept_lanes`,
    `with recursive lane as (
       (select account_id, endpoint_id, 1 as nr from ${table} where (account_id, endpoint_id) > ($2::uuid, $3::uuid)
         order by account_id, endpoint_id limit 1)
       union all
       select n.account_id, n.endpoint_id, l.nr + 1 from lane l cross join lateral (
         select d.account_id, d.endpoint_id from ${table} d
          where (d.account_id, d.endpoint_id) > (l.account_id, l.endpoint_id)
          order by d.account_id, d.endpoint_id limit 1
       ) n where l.nr < ${LANES_AT_ONCE}
     )
     select l.account_id as account, l.endpoint_id as id,
       (select e.id from webhook_endpoint e where e.account_id = l.account_id and e.id = l.endpoint_id) is null as removed,
       (select d.${id} from ${table} d where d.account_id = l.account_id and d.endpoint_id = l.endpoint_id
         order by d.${id} limit 1) < $1::uuid as old
     from lane l order by l.account_id, l.endpoint_id`,
  ),
  remove: statement(
    `${table}.forget`,
    `${deletion} where account_id = $1 and endpoint_id = $2 and ${id} = any(array(
       select ${id} from ${table} where account_id = $1 and endpoint_id = $2 and ${id} >= $3::uuid and ${id} < $4::uuid
        order by ${id} limit ${AT_ONCE}
     )) returning ${id} as id`,
  ),
})
const KEPT = [
  keptIn('webhook_due', 'id', 'delete from webhook_due'),
  keptIn('webhook_try', 'delivery_id', 'delete from webhook_try'),
  keptIn('webhook_delivery', 'id', 'delete from webhook_delivery'),
] as const

interface Lane extends Place {
  readonly removed: boolean
  readonly old: boolean
}

/** The endpoints that have rows in a table, those that were removed too. */
async function* lanesOf(db: Tx, { lanes }: Kept, before: string): AsyncGenerator<Lane> {
  let place: Place | undefined = START
  while (place !== undefined) {
    const found: readonly Lane[] = await db.run<Lane>(lanes, [before, place.account, place.id])
    yield* found
    place = found.length < LANES_AT_ONCE ? undefined : found.at(-1)
  }
}

/**
 * Deletes the rows of an endpoint with ids below one, while `goesOn`. A batch begins where the one before began: it passes
 * over the deleted rows while they are in memory and PostgreSQL marks them in the index, so that no later look at this
 * endpoint reads them again.
 */
async function empty(db: Tx, { remove }: Kept, { account, id }: Place, below: string, goesOn: () => boolean) {
  let [from, last] = [FIRST_ID, FIRST_ID]
  while (goesOn()) {
    const rows = await db.run<{ readonly id: string }>(remove, [account, id, from, below])
    if (rows.length < AT_ONCE) return
    from = last
    last = rows.reduce((most, row) => (row.id > most ? row.id : most), last)
  }
}

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
  `with ended as (delete from webhook_receiver where expires_at <= $1 returning account_id)
   delete from webhook_received r using ended where r.account_id = ended.account_id`,
)

/** Runs each task, those behind a failed one too, and then throws the first failure. */
async function inTurn(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const task of tasks) await task().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/**
 * Deletes events, deliveries and tries after their days and those of removed endpoints, old bodies of successes, and
 * receivers that ended.
 */
export const webhookUpkeep = ({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }): Loop => ({
  name: 'webhook-upkeep',
  every: 10 * MINUTE,
  run: async (stopping) => {
    const db = alone(pool)
    const now = clock.now()
    const before = firstIdAt(new Date(now.getTime() - limits.keptDays * DAY))
    const lately = new Date(now.getTime() - HOUR)
    const goesOn = () => !stopping.aborted
    const forget = async (kept: Kept) => {
      for await (const lane of lanesOf(db, kept, before)) {
        if (stopping.aborted) return
        if (lane.old) await empty(db, kept, lane, before, goesOn)
      }
    }
    const clearBodies = async () => {
      while (goesOn() && (await db.run(CLEAR_BODIES, [lately])).length === AT_ONCE) continue
    }
    const removeLeft = async () => {
      const until = performance.now() + REMOVES_FOR
      const hasTime = () => goesOn() && performance.now() < until
      const removeFrom = async (kept: Kept) => {
        for await (const lane of lanesOf(db, kept, before)) {
          if (!hasTime()) return
          if (lane.removed) await empty(db, kept, lane, LAST_ID, hasTime)
        }
      }
      await inTurn(KEPT.map((kept) => () => removeFrom(kept)))
    }
    await inTurn([...KEPT.map((kept) => () => forget(kept)), clearBodies, () => db.run(EXPIRE, [now]), removeLeft])
  },
})
