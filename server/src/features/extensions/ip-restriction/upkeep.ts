import { DAY, HOUR } from '@hongyan/contract/durations'
import { ipRestriction as limits } from '@hongyan/contract/limits/ip-restriction'
import type { Pool } from 'pg'
import { alone, statement } from '../../../db/tx.ts'
import type { Loop } from '../../../jobs/loop.ts'
import type { Clock } from '../../../kit/clock.ts'
import { firstIdAt } from '../../../kit/ids.ts'

const AT_ONCE = 1_000
const FORGET_CALLS = statement(
  'ip_restriction_call.forget',
  `delete from ip_restriction_call where (account_id, id) in (
     select account_id, id from ip_restriction_call where id < $1::uuid limit ${AT_ONCE}) returning 1`,
)
const FORGET_HITS = statement(
  'ip_restriction_hit.forget',
  `delete from ip_restriction_hit where (account_id, entry_id, day) in (
     select account_id, entry_id, day from ip_restriction_hit h where day < $1::date and (
         exists (select 1 from ip_restriction_hit newer
                 where newer.account_id = h.account_id and newer.entry_id = h.entry_id and newer.day > h.day)
         or not exists (select 1 from ip_restriction_entry e where e.account_id = h.account_id and e.id = h.entry_id))
       limit ${AT_ONCE}) returning 1`,
)

/** Deletes refused calls and counted hits after their days. The newest hits of an entry stay: they date its last use. */
export const ipUpkeep = ({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }): Loop => ({
  name: 'ip-restriction-upkeep',
  every: HOUR,
  run: async (stopping) => {
    const db = alone(pool)
    const ago = (days: number): Date => new Date(clock.now().getTime() - days * DAY)
    const calls = firstIdAt(ago(limits.callDays))
    while (!stopping.aborted && (await db.run(FORGET_CALLS, [calls])).length === AT_ONCE) continue
    const hits = ago(limits.callDays)
    while (!stopping.aborted && (await db.run(FORGET_HITS, [hits])).length === AT_ONCE) continue
  },
})
