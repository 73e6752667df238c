import type { Kysely, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { oneAtATime, turns } from '../../../db/one-at-a-time.ts'
import type { AccountTable, Schema } from '../../../db/schema.ts'
import type { OwnerTeller } from '../../../gateway/tell-owner.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Logger } from '../../../kit/logger.ts'
import { createRounds, type Rounds } from '../../../kit/rounds.ts'
import { type RefundKey, updateRefund } from './store.ts'
import { refundWords, type ToldRefund } from './words.ts'

export interface TellRefundDeps {
  readonly db: Kysely<Schema>
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
  readonly tellOwner: OwnerTeller
}

type Untold = RefundKey & ToldRefund & Pick<Selectable<AccountTable>, 'email' | 'phone'>

const ROUND_EVERY = 30_000
const AT_ONCE = 50
/** A word that was not taken is tried again then, behind those that nobody has tried. */
const AGAIN_AFTER = 30 * 60_000
/** After that it is no news any more, and whoever could not be reached until then is not waited for. */
const TRIED_FOR = 3 * 24 * 3_600_000

/** Tells owners that a refund is done, or failed, also after it was done; and tries again as long as nobody accepted the word. */
export async function tellRefunds({ db, pool, clock, log, tellOwner }: TellRefundDeps): Promise<void> {
  await oneAtATime(pool, turns.refundTeller, async () => {
    for (const refund of await readUntold(db, clock.now())) {
      const failure = await tellOwner(refund, refundWords(refund))
      if (failure === null) {
        await updateRefund(db, refund, { told: refund.status, tell_at: null })
        continue
      }
      log.warn({ refund: refund.id, failure }, 'an owner could not be told of a refund')
      await updateRefund(db, refund, { tell_at: new Date(clock.now().getTime() + AGAIN_AFTER) })
    }
  })
}

const STATUS = sql<ToldRefund['status']>`r.status`

const readUntold = (db: Kysely<Schema>, now: Date): Promise<readonly Untold[]> =>
  db
    .selectFrom('refund as r')
    .innerJoin('account as a', 'a.id', 'r.account_id')
    .innerJoin('top_up as t', (on) => on.onRef('t.account_id', '=', 'r.account_id').onRef('t.id', '=', 'r.top_up_id'))
    .select(['r.account_id', 'r.id', 'r.amount_micros as amount', 'r.paid_out_micros as paidOut'])
    .select(['a.email', 'a.phone', 'a.partition', 't.currency', STATUS.as('status')])
    .where('r.status', '<>', 'pending')
    .where(sql<boolean>`r.told is distinct from r.status`)
    .where('r.ended_at', '>', new Date(now.getTime() - TRIED_FOR))
    .where((is) => is.or([is('r.tell_at', 'is', null), is('r.tell_at', '<=', now)]))
    .orderBy('r.tell_at', (by) => by.asc().nullsFirst())
    .orderBy('r.ended_at')
    .limit(AT_ONCE)
    .execute()

export const refundTellRounds = (deps: TellRefundDeps): Rounds =>
  createRounds(() => tellRefunds(deps), { every: ROUND_EVERY, what: 'telling of refunds', log: deps.log })
