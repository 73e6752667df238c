import { HOUR } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import { Locale, Partition } from '@hongyan/contract/vocabulary/account'
import { isBlocked } from '@hongyan/contract/vocabulary/payment'
import type { Kysely, Selectable } from 'kysely'
import { oneAtATime, turns } from '../../../db/one-at-a-time.ts'
import type { Schema } from '../../../db/schema.ts'
import type { AccountTable } from '../../../db/schema/account.ts'
import type { RechargeLinkTable } from '../../../db/schema/auto-recharge.ts'
import { createRounds, type Rounds } from '../../../kit/rounds.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { PaymentDeps } from '../../../payments/deps.ts'
import { createOrder } from '../../../payments/orders/create-order.ts'
import { readPayer } from '../../../payments/orders/store.ts'
import type { LinkDeps, LinkOrder } from './deps.ts'
import { notifyFailure } from './notices.ts'

type PendingLink = Pick<Selectable<RechargeLinkTable>, 'account_id' | 'id' | 'amount_micros' | 'at'> &
  Pick<AccountTable, 'partition' | 'currency'>

const ROUND_EVERY = 10_000
const AT_ONCE = 50
/** A link that could not be opened by then is given up. */
const RETRIED_FOR = 72 * HOUR
/** Providers keep a payment page open for less than a day. */
const LINK_PAYABLE_FOR = 23 * HOUR

/** Opens a top-up by card for the owner to pay in person. The amount is auto-recharge's, so no range applies. */
export async function openLink(
  deps: PaymentDeps,
  account: AccountId,
  { amount, locale, payableFor }: LinkOrder,
): Promise<string> {
  const { status, currency } = await readPayer(deps.db, account)
  const offered = deps.channels.get('stripe')
  if (offered === undefined || isBlocked(status, 'stripe')) throw new Refusal('channel_unavailable')
  const order = { purpose: 'top_up', channel: 'stripe', currency, amount, locale, payableFor } as const
  return (await createOrder(deps, account, offered, order)).payload
}

/** Opens links for recharges that the owner has to authenticate, and notifies the owner. Retries ever more rarely. */
export async function makeLinks(deps: LinkDeps): Promise<void> {
  const { db, pool, clock } = deps
  await oneAtATime(pool, turns.rechargeLinks, async () => {
    for (const wanted of await readPending(db, clock.now())) await makeOne(deps, wanted)
  })
}

/** A link that fails delays no other. */
async function makeOne(deps: LinkDeps, wanted: PendingLink): Promise<void> {
  const { db, clock, log, openLink } = deps
  const { account_id: account, id, amount_micros: amount, partition, currency } = wanted
  const locale = partition === Partition.Cn ? Locale.SimplifiedChinese : Locale.English
  try {
    const link = await openLink(account, { amount, locale, payableFor: LINK_PAYABLE_FOR })
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('recharge_link').where('account_id', '=', account).where('id', '=', id).execute()
      await notifyFailure(tx, { account, reason: 'authenticate', amount, currency, link, at: clock.now() })
    })
  } catch (error) {
    log.warn({ err: error, recharge: id }, 'the link to pay a recharge could not be opened')
    const later = { try_at: nextTry(wanted, clock.now()) }
    await db.updateTable('recharge_link').set(later).where('account_id', '=', account).where('id', '=', id).execute()
  }
}

/** Waits half of the link's age, because each attempt leaves an order, which counts against the owner's limit. */
const nextTry = ({ at }: PendingLink, now: Date): Date =>
  new Date(now.getTime() + Math.max(ROUND_EVERY, (now.getTime() - at.getTime()) / 2))

const readPending = (db: Kysely<Schema>, now: Date): Promise<readonly PendingLink[]> =>
  db
    .selectFrom('recharge_link as l')
    .innerJoin('account as a', 'a.id', 'l.account_id')
    .select(['l.account_id', 'l.id', 'l.amount_micros', 'l.at', 'a.partition', 'a.currency'])
    .where('l.at', '>', new Date(now.getTime() - RETRIED_FOR))
    .where((is) => is.or([is('l.try_at', 'is', null), is('l.try_at', '<=', now)]))
    .orderBy('l.try_at', (order) => order.asc().nullsFirst())
    .orderBy('l.at')
    .limit(AT_ONCE)
    .execute()

export const linkRounds = (deps: LinkDeps): Rounds =>
  createRounds(() => makeLinks(deps), { every: ROUND_EVERY, what: 'opening links to pay recharges', log: deps.log })
