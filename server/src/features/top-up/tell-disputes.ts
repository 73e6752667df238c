import type { Micros } from '@hongyan/contract/money'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Pool } from 'pg'
import { oneAtATime, turns } from '../../db/one-at-a-time.ts'
import type { AccountTable, DisputeTable, Schema } from '../../db/schema.ts'
import { ownerTeller, type TellerParts } from '../../gateway/tell-owner.ts'
import type { Logger } from '../../kit/logger.ts'
import { createRounds, type Rounds } from '../../kit/rounds.ts'
import { type DisputedPayment, disputeWords } from './dispute-words.ts'

export interface TellDeps extends TellerParts {
  readonly db: Kysely<Schema>
  readonly pool: Pool
  readonly log: Logger
}

type Owner = Pick<Selectable<AccountTable>, 'email' | 'phone'>
type Untold = Pick<Selectable<DisputeTable>, 'account_id' | 'channel' | 'remote_id' | 'opened_at'> &
  Owner &
  DisputedPayment

const ROUND_EVERY = 30_000
const AT_ONCE = 50
/** After that it is no news any more, and whoever could not be reached until then is not waited for. */
const TRIED_FOR = 3 * 24 * 3_600_000

/** Tells owners of disputes that took their money, and tries again, ever more rarely, as long as nobody accepted the word. */
export async function tellDisputes(deps: TellDeps): Promise<void> {
  const { db, pool, clock, log } = deps
  const tellOwner = ownerTeller(deps)
  await oneAtATime(pool, turns.disputeTeller, async () => {
    for (const dispute of await readUntold(db, clock.now())) {
      const failure = await tellOwner(dispute, disputeWords(dispute))
      if (failure === null) await write(db, dispute, { told_at: clock.now() })
      else {
        log.warn({ dispute: dispute.remote_id, failure }, 'an owner could not be told of a dispute')
        await write(db, dispute, { try_at: nextTry(dispute, clock.now()) })
      }
    }
  })
}

/** Half of its age later, so that those whom nothing reaches keep nobody else from his turn. */
const nextTry = ({ opened_at: opened }: Untold, now: Date): Date =>
  new Date(now.getTime() + Math.max(ROUND_EVERY, (now.getTime() - opened.getTime()) / 2))

/** What was really taken, where the bank claims more than was paid. */
const TAKEN = sql<Micros>`(select amount_micros from ledger_entry e where e.account_id = d.account_id and e.id = d.entry)`

/** A dispute that is won by now took nothing that its owner would miss. */
const readUntold = (db: Kysely<Schema>, now: Date): Promise<readonly Untold[]> =>
  db
    .selectFrom('dispute as d')
    .innerJoin('account as a', 'a.id', 'd.account_id')
    .innerJoin('top_up as t', (on) => on.onRef('t.account_id', '=', 'd.account_id').onRef('t.id', '=', 'd.top_up_id'))
    .select(['d.account_id', 'd.channel', 'd.remote_id', 'd.opened_at', TAKEN.as('amount')])
    .select(['a.email', 'a.phone', 'a.partition', 'a.time_zone as zone', 't.currency'])
    .select((is) => is.fn.coalesce('t.paid_at', 'd.opened_at').as('paidAt'))
    .where('d.told_at', 'is', null)
    .where('d.status', '<>', 'won')
    .where('d.opened_at', '>', new Date(now.getTime() - TRIED_FOR))
    .where((is) => is.or([is('d.try_at', 'is', null), is('d.try_at', '<=', now)]))
    .orderBy('d.try_at', (order) => order.asc().nullsFirst())
    .orderBy('d.opened_at')
    .limit(AT_ONCE)
    .execute()

async function write(
  db: Kysely<Schema>,
  dispute: Untold,
  values: Partial<Pick<Selectable<DisputeTable>, 'told_at' | 'try_at'>>,
): Promise<void> {
  const { account_id, channel, remote_id } = dispute
  await db
    .updateTable('dispute')
    .set(values)
    .where((is) => is.and({ account_id, channel, remote_id }))
    .execute()
}

export const disputeRounds = (deps: TellDeps): Rounds =>
  createRounds(() => tellDisputes(deps), { every: ROUND_EVERY, what: 'telling of disputes', log: deps.log })
