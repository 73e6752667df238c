import { HOUR, SECOND } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import { isBlockedByAny } from '@hongyan/contract/vocabulary/payment'
import { type Selectable, sql } from 'kysely'
import { oneAtATime, lockNumbers } from '../../../db/one-at-a-time.ts'
import type { AccountTable } from '../../../db/schema/account.ts'
import type { RechargeLinkTable } from '../../../db/schema/auto-recharge.ts'
import { txOf } from '../../../db/tx.ts'
import { dueRows } from '../../../jobs/due.ts'
import type { Loop } from '../../../jobs/loop.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { PaymentDeps } from '../../../payments/deps.ts'
import { createOrder } from '../../../payments/orders/create-order.ts'
import { noKey } from '../../../limits/answers.ts'
import { readPayer } from '../../../payments/orders/store.ts'
import type { LinkDeps, LinkOrder } from './deps.ts'
import { notifyFailure } from './notices.ts'

type PendingLink = Pick<Selectable<RechargeLinkTable>, 'account_id' | 'id' | 'amount_micros' | 'at'> &
  Pick<Selectable<AccountTable>, 'locale' | 'currency'>

const ROUND_EVERY = 10 * SECOND
const AT_ONCE = 50
/** How long opening a link is retried. */
const RETRIED_FOR = 72 * HOUR
/** Providers keep a payment page open for less than a day. */
const LINK_PAYABLE_FOR = 23 * HOUR

/** Opens a top-up by card for the owner to pay in person. The amount is auto-recharge's, so no range applies. */
export async function openLink(
  deps: PaymentDeps,
  account: AccountId,
  { amount, locale, payableFor }: LinkOrder,
): Promise<string> {
  const { blocks, currency } = await readPayer(deps.db, account)
  const offered = deps.channels.get('stripe')
  if (offered === undefined || isBlockedByAny(blocks, 'stripe')) throw new Refusal('channel_unavailable')
  const order = { purpose: 'top_up', channel: 'stripe', currency, amount, locale, payableFor, key: noKey } as const
  return (await createOrder(deps, account, offered, order)).payload
}

/**
 * Opens links for recharges that the owner has to authenticate, and notifies the owner. Retries ever more rarely, and
 * gives up after 72 hours, of which the owner is notified too.
 */
export async function makeLinks(deps: LinkDeps): Promise<void> {
  const { db, pool, clock } = deps
  await oneAtATime(pool, lockNumbers.rechargeLinks, async () => {
    const pending = await pendingLinks.claim(txOf(db), clock.now(), [oldestOf(deps)])
    for (const link of pending) await openOne(deps, link)
    await giveUp(deps)
  })
}

/** Opens one link. Logs a failure, so that it delays no other link. */
async function openOne(deps: LinkDeps, link: PendingLink): Promise<void> {
  const { db, clock, log, openLink } = deps
  const { account_id: account, id, amount_micros: amount, locale, currency } = link
  try {
    const link = await openLink(account, { amount, locale, payableFor: LINK_PAYABLE_FOR })
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('recharge_link').where('account_id', '=', account).where('id', '=', id).execute()
      await notifyFailure(tx, { account, reason: 'authenticate', amount, currency, link, at: clock.now() })
    })
  } catch (error) {
    log.warn({ err: error, recharge: id }, 'the link to pay a recharge could not be opened')
  }
}

interface LostLink extends Pick<PendingLink, 'amount_micros' | 'currency'> {
  readonly account: AccountId
  /** True while auto-recharge waits for this payment. */
  readonly paused: boolean
}

/** Deletes the links that could not be opened, and notifies the owners whose auto-recharge is still paused for them. */
async function giveUp(deps: LinkDeps): Promise<void> {
  const at = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<LostLink>`
      delete from recharge_link l using account a where a.id = l.account_id and l.at <= ${oldestOf(deps)}
      returning l.account_id as account, l.amount_micros, a.currency, exists (
        select from auto_recharge r where r.account_id = l.account_id and r.paused_at = l.at) as paused`.execute(tx)
    for (const { account, amount_micros: amount, currency } of rows.filter(({ paused }) => paused))
      await notifyFailure(tx, { account, reason: 'paused', amount, currency, at })
  })
}

/** Links that were requested before are given up. */
const oldestOf = ({ clock }: LinkDeps): Date => new Date(clock.now().getTime() - RETRIED_FOR)

/** The wait is half of the age: each try leaves an order, which counts against the owner's limit of orders. */
const pendingLinks = dueRows<PendingLink>({
  table: 'recharge_link',
  key: ['account_id', 'id'],
  due: 'try_at',
  nullIsDue: true,
  since: 'at',
  where: 'at > $2',
  backOff: { first: ROUND_EVERY, factor: 0.5, most: RETRIED_FOR },
  batch: AT_ONCE,
  read: `select l.account_id, l.id, l.amount_micros, l.at, a.locale, a.currency
    from claimed l join account a on a.id = l.account_id`,
})

export const linkLoop = (deps: LinkDeps): Loop => ({
  name: 'recharge-links',
  every: ROUND_EVERY,
  run: () => makeLinks(deps),
  backlog: () => pendingLinks.backlog(txOf(deps.db), deps.clock.now(), [oldestOf(deps)]),
})
