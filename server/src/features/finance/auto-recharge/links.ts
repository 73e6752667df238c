import { Locale, Partition } from '@hongyan/contract/vocabulary/account'
import type { Kysely, Selectable } from 'kysely'
import { oneAtATime, turns } from '../../../db/one-at-a-time.ts'
import type { AccountTable, RechargeLinkTable, Schema } from '../../../db/schema.ts'
import { createRounds, type Rounds } from '../../../kit/rounds.ts'
import type { LinkDeps } from './deps.ts'
import { tellFailure } from './notices.ts'

type Wanted = Pick<Selectable<RechargeLinkTable>, 'account_id' | 'id' | 'amount_micros' | 'at'> &
  Pick<AccountTable, 'partition' | 'currency'>

const HOUR = 3_600_000
const ROUND_EVERY = 10_000
const AT_ONCE = 50
/** After that it is no news any more. */
const TRIED_FOR = 72 * HOUR
/** Providers keep a payment page open for less than a day. */
const LINK_PAYABLE_FOR = 23 * HOUR

/** Makes the links to pay what a bank wants to see the owner for, and tells the owner; tries again, ever more rarely. */
export async function makeLinks(deps: LinkDeps): Promise<void> {
  const { db, pool, clock } = deps
  await oneAtATime(pool, turns.rechargeLinks, async () => {
    for (const wanted of await readWanted(db, clock.now())) await makeOne(deps, wanted)
  })
}

/** One whose link fails keeps nobody else waiting. */
async function makeOne(deps: LinkDeps, wanted: Wanted): Promise<void> {
  const { db, clock, log, openLink } = deps
  const { account_id: account, id, amount_micros: amount, partition, currency } = wanted
  const locale = partition === Partition.Cn ? Locale.SimplifiedChinese : Locale.English
  try {
    const link = await openLink(account, { amount, locale, payableFor: LINK_PAYABLE_FOR })
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('recharge_link').where('account_id', '=', account).where('id', '=', id).execute()
      await tellFailure(tx, { account, reason: 'authenticate', amount, currency, link, at: clock.now() })
    })
  } catch (error) {
    log.warn({ err: error, recharge: id }, 'an owner could not be given a link to pay a recharge by')
    const later = { try_at: nextTry(wanted, clock.now()) }
    await db.updateTable('recharge_link').set(later).where('account_id', '=', account).where('id', '=', id).execute()
  }
}

/** Half of its age later: each try leaves an order, and counts towards those that its owner may begin. */
const nextTry = ({ at }: Wanted, now: Date): Date =>
  new Date(now.getTime() + Math.max(ROUND_EVERY, (now.getTime() - at.getTime()) / 2))

const readWanted = (db: Kysely<Schema>, now: Date): Promise<readonly Wanted[]> =>
  db
    .selectFrom('recharge_link as l')
    .innerJoin('account as a', 'a.id', 'l.account_id')
    .select(['l.account_id', 'l.id', 'l.amount_micros', 'l.at', 'a.partition', 'a.currency'])
    .where('l.at', '>', new Date(now.getTime() - TRIED_FOR))
    .where((is) => is.or([is('l.try_at', 'is', null), is('l.try_at', '<=', now)]))
    .orderBy('l.try_at', (order) => order.asc().nullsFirst())
    .orderBy('l.at')
    .limit(AT_ONCE)
    .execute()

export const linkRounds = (deps: LinkDeps): Rounds =>
  createRounds(() => makeLinks(deps), { every: ROUND_EVERY, what: 'the links to pay a recharge by', log: deps.log })
