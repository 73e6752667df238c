import { Locale, Partition } from '@hongyan/contract/vocabulary/account'
import type { Kysely, Selectable } from 'kysely'
import { oneAtATime, turns } from '../../db/one-at-a-time.ts'
import type { RechargeNoticeTable, Schema } from '../../db/schema.ts'
import type { Reachable } from '../../gateway/tell-owner.ts'
import { createRounds, type Rounds } from '../../kit/rounds.ts'
import type { TellDeps } from './deps.ts'
import { rechargeWords, type Told } from './words.ts'

type Untold = Pick<Selectable<RechargeNoticeTable>, 'account_id' | 'id' | 'at'> & Reachable & Told

const HOUR = 3_600_000
const ROUND_EVERY = 10_000
const AT_ONCE = 50
/** After that it is no news any more, and whoever could not be reached until then is not waited for. */
const TRIED_FOR = 72 * HOUR
/** Providers keep a payment page open for less than a day. */
const LINK_PAYABLE_FOR = 23 * HOUR

/** Tells owners what became of auto-recharge, and tries again, ever more rarely, as long as nobody accepted the word. */
export async function tellRecharges(deps: TellDeps): Promise<void> {
  const { db, pool, clock } = deps
  await oneAtATime(pool, turns.rechargeTeller, async () => {
    for (const untold of await readUntold(db, clock.now())) await tellOne(deps, untold)
  })
}

/** One whose word or link fails keeps nobody else waiting. */
async function tellOne(deps: TellDeps, untold: Untold): Promise<void> {
  const { db, clock, log } = deps
  try {
    const link = untold.kind === 'authenticate' ? (untold.link ?? (await makeLink(deps, untold))) : null
    const failure = await deps.tellOwner(untold, rechargeWords({ ...untold, link }))
    if (failure === null) return await write(db, untold, { told_at: clock.now() })
    log.warn({ notice: untold.id, failure }, 'an owner could not be told of a recharge')
  } catch (error) {
    log.warn({ err: error, notice: untold.id }, 'an owner could not be told of a recharge')
  }
  await write(db, untold, { try_at: nextTry(untold, clock.now()) })
}

/** Half of its age later: each try to make a link leaves an order, and counts towards those that its owner may begin. */
const nextTry = ({ at }: Untold, now: Date): Date =>
  new Date(now.getTime() + Math.max(ROUND_EVERY, (now.getTime() - at.getTime()) / 2))

async function makeLink({ db, openLink }: TellDeps, untold: Untold): Promise<string> {
  const { account_id, amount, partition } = untold
  const locale = partition === Partition.Cn ? Locale.SimplifiedChinese : Locale.English
  const link = await openLink(account_id, { amount, locale, payableFor: LINK_PAYABLE_FOR })
  await write(db, untold, { link })
  return link
}

const readUntold = (db: Kysely<Schema>, now: Date): Promise<readonly Untold[]> =>
  db
    .selectFrom('recharge_notice as n')
    .innerJoin('account as a', 'a.id', 'n.account_id')
    .select(['n.account_id', 'n.id', 'n.at', 'n.kind', 'n.amount_micros as amount', 'n.link'])
    .select(['a.email', 'a.phone', 'a.partition', 'a.currency'])
    .where('n.told_at', 'is', null)
    .where('n.at', '>', new Date(now.getTime() - TRIED_FOR))
    .where((is) => is.or([is('n.try_at', 'is', null), is('n.try_at', '<=', now)]))
    .orderBy('n.try_at', (order) => order.asc().nullsFirst())
    .orderBy('n.at')
    .limit(AT_ONCE)
    .execute()

async function write(
  db: Kysely<Schema>,
  { account_id, id }: Untold,
  values: Partial<Pick<Selectable<RechargeNoticeTable>, 'link' | 'try_at' | 'told_at'>>,
): Promise<void> {
  await db
    .updateTable('recharge_notice')
    .set(values)
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute()
}

export const tellingRounds = (deps: TellDeps): Rounds =>
  createRounds(() => tellRecharges(deps), { every: ROUND_EVERY, what: 'telling of recharges', log: deps.log })
