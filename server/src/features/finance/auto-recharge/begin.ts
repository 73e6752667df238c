import type { AccountId } from '@hongyan/contract/ids'
import { autoRecharge as limits } from '@hongyan/contract/limits/finance'
import type { Currency, Partition } from '@hongyan/contract/vocabulary/account'
import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { ledger } from '../../../ledger/ledger.ts'
import { beginCharge, type ChargedCard } from '../../../payments/charges/charge-card.ts'
import type { ChargeRow } from '../../../payments/charges/store.ts'
import type { PaymentDeps } from '../../../payments/deps.ts'
import { nextStep, type RechargeState } from './next-step.ts'
import { notifyCapped, notifyFailure } from './notices.ts'
import { switchOffBySystem } from './set.ts'
import { setDue, clearDue } from './settings.ts'

type BeginDeps = Pick<PaymentDeps, 'db' | 'clock' | 'cards'>

/** An account that may be charged: its state, and its chosen card. */
interface Candidate extends RechargeState, ChargedCard {
  readonly channel: TopUpChannel
  readonly currency: Currency
  readonly test: boolean
}

/** Reads the accounts that are due: all, or one of them. */
export async function readDue(
  db: Kysely<Schema>,
  now: Date,
  most: number,
  only?: AccountId,
): Promise<readonly AccountId[]> {
  const due = db
    .selectFrom('recharge_due')
    .select('account_id')
    .where((is) => is.or([is('due_at', 'is', null), is('due_at', '<=', now)]))
    .orderBy('due_at', (order) => order.asc().nullsFirst())
    .limit(most)
  const rows = await (only === undefined ? due : due.where('account_id', '=', only)).execute()
  return rows.map(({ account_id }) => account_id)
}

/**
 * Begins the charge of a due account; null where its card may not be charged now. Locks the balance, so that only one
 * of several processes begins. Commits the charge before the provider receives it.
 */
export async function beginDue(deps: BeginDeps, account: AccountId): Promise<ChargeRow | null> {
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    await ledger.lock(txOf(tx), [account])
    const candidate = await readCandidate(tx, deps, account, now)
    const step = nextStep(candidate, now)
    if (step.kind === 'charge') return begin(tx, account, candidate, now)
    if (step.kind === 'rest') await clearDue(tx, account)
    if (step.kind === 'wait') await setDue(tx, account, step.until)
    const unpaid = { account, amount: candidate.topup, currency: candidate.currency, at: now }
    if (step.kind === 'wait' && step.capped) await notifyCapped(tx, unpaid, step.until)
    if (step.kind === 'cardGone') {
      await switchOffBySystem(tx, account, now)
      await notifyFailure(tx, { ...unpaid, reason: 'card_gone' })
    }
    return null
  })
}

async function begin(
  tx: Transaction<Schema>,
  account: AccountId,
  { topup, pm_id, customer, card, channel, currency, test }: Candidate,
  now: Date,
): Promise<ChargeRow> {
  const order = { purpose: 'auto_recharge', channel, currency, amount: topup, test } as const
  const charge = await beginCharge(tx, account, order, { pm_id, customer, card }, now)
  await setDue(tx, account, new Date(now.getTime() + limits.coolDown))
  return charge
}

async function readCandidate(
  tx: Transaction<Schema>,
  { cards }: BeginDeps,
  account: AccountId,
  now: Date,
): Promise<Candidate> {
  const { rows } = await sql<Omit<Candidate, 'offered'> & { readonly partition: Partition }>`
    select b.balance_micros as balance, b.recharge_below as below, r.topup_micros as topup, a.blocks as statuses, a.currency,
      a.partition, m.id as pm_id, m.customer, m.remote_id as card, m.channel, m.test,
      m.status = 1 and m.removed_at is null as chargeable,
      exists (select from card_charge f
        where f.account_id = a.id and f.invoice_id is null and f.ended_at is null) as "inFlight",
      (select max(ended_at) from card_charge e where e.account_id = a.id and e.invoice_id is null) as "lastEnd",
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
         from card_charge x join top_up t on t.account_id = x.account_id and t.id = x.id
        where x.account_id = a.id and x.invoice_id is null and x.begun_at >= day.begin
     ) today
     where a.id = ${account}`.execute(tx)
  const [found] = rows
  if (found === undefined) throw new Error(`account ${account} is due and has chosen nothing`)
  return { ...found, offered: cards[found.partition]?.test === found.test }
}
