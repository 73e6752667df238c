import type { AccountId, PaymentMethodId, TopUpId } from '@hongyan/contract/ids'
import { autoRecharge as limits, topUp } from '@hongyan/contract/limits'
import type { Currency, Partition } from '@hongyan/contract/vocabulary/account'
import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { ledger } from '../../../ledger/ledger.ts'
import type { RechargeDeps } from './deps.ts'
import { nextStep, type Standing } from './next-step.ts'
import { tellCapped, tellFailure } from './notices.ts'
import { giveUp } from './set.ts'
import { lookAgain, rest } from './settings.ts'
import { readRecharge, type RechargeRow } from './store.ts'

type BeginDeps = Pick<RechargeDeps, 'db' | 'clock' | 'cards'>

/** A provider call is over by then: a try without an answer is asked for again. */
const UNANSWERED_AFTER = 20_000

/** An account, the card that it chose, and what came of its day so far. */
interface Candidate extends Standing {
  readonly pm_id: PaymentMethodId
  readonly customer: string
  readonly card: string
  readonly channel: TopUpChannel
  readonly currency: Currency
  readonly test: boolean
}

/** Accounts that are to be looked at now. */
export async function readDue(db: Kysely<Schema>, now: Date, most: number): Promise<readonly AccountId[]> {
  const due = await db
    .selectFrom('recharge_due')
    .select('account_id')
    .where((is) => is.or([is('look_at', 'is', null), is('look_at', '<=', now)]))
    .orderBy('look_at', (order) => order.asc().nullsFirst())
    .limit(most)
    .execute()
  return due.map(({ account_id }) => account_id)
}

/**
 * Looks at an account that is due and begins a try where its card may be charged; null where it may not. The try's row is
 * committed before the provider hears of it. The account's balance is locked, so that of several who look one begins.
 */
export async function beginDue(deps: BeginDeps, account: AccountId): Promise<RechargeRow | null> {
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    await ledger.lock(txOf(tx), [account])
    const candidate = await readCandidate(tx, deps, account, now)
    const step = nextStep(candidate, now)
    if (step.kind === 'charge') return begin(tx, account, candidate, now)
    if (step.kind === 'rest') await rest(tx, account)
    if (step.kind === 'wait') await lookAgain(tx, account, step.until)
    const unpaid = { account, amount: candidate.topup, currency: candidate.currency, at: now }
    if (step.kind === 'wait' && step.capped) await tellCapped(tx, unpaid, step.until)
    if (step.kind === 'cardGone') {
      await giveUp(tx, account, now)
      await tellFailure(tx, { ...unpaid, reason: 'card_gone' })
    }
    return null
  })
}

async function begin(
  tx: Transaction<Schema>,
  account: AccountId,
  { topup, pm_id, customer, card, channel, currency, test }: Candidate,
  now: Date,
): Promise<RechargeRow> {
  const later = (millis: number): Date => new Date(now.getTime() + millis)
  const key = { account_id: account, id: uuidv7(now) as TopUpId } // made to be one
  await tx
    .insertInto('top_up')
    .values({
      ...key,
      channel,
      currency,
      amount_micros: topup,
      test,
      auto: true,
      created_at: now,
      expires_at: later(topUp.payableFor),
    })
    .execute()
  await tx
    .insertInto('recharge')
    .values({ ...key, pm_id, customer, card, begun_at: now, ask_at: later(UNANSWERED_AFTER) })
    .execute()
  await lookAgain(tx, account, later(limits.coolDown))
  return readRecharge(tx, key)
}

async function readCandidate(
  tx: Transaction<Schema>,
  { cards }: BeginDeps,
  account: AccountId,
  now: Date,
): Promise<Candidate> {
  const { rows } = await sql<Omit<Candidate, 'offered'> & { readonly partition: Partition }>`
    select b.balance_micros as balance, b.recharge_below as below, r.topup_micros as topup, a.status, a.currency,
      a.partition, m.id as pm_id, m.customer, m.remote_id as card, m.channel, m.test,
      m.status = 1 and m.removed_at is null as chargeable,
      exists (select from recharge f where f.account_id = a.id and f.ended_at is null) as "inFlight",
      (select max(ended_at) from recharge e where e.account_id = a.id) as "lastEnd",
      today.begun as "begunToday", today.charged as "chargedToday",
      date_add(day.begin, interval '1 day', a.time_zone) as tomorrow
      from account a
      join balance b on b.account_id = a.id
      join auto_recharge r on r.account_id = a.id
      join payment_method m on m.account_id = a.id and m.id = r.pm_id
     cross join lateral (select date_trunc('day', ${now}::timestamptz, a.time_zone) as begin) day
     cross join lateral (
       select count(*)::integer as begun, coalesce(sum(t.amount_micros)
           filter (where x.outcome is null or x.outcome in ('succeeded', 'unknown')), 0)::bigint as charged
         from recharge x join top_up t on t.account_id = x.account_id and t.id = x.id
        where x.account_id = a.id and x.begun_at >= day.begin
     ) today
     where a.id = ${account}`.execute(tx)
  const [found] = rows
  if (found === undefined) throw new Error(`account ${account} is due and has chosen nothing`)
  return { ...found, offered: cards[found.partition]?.test === found.test }
}
