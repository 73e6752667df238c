import { autoRecharge as limits } from '@hongyan/contract/limits'
import { TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { AutoRechargeTable, RechargeTable, Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { recordAct } from '../../../audit/log.ts'
import { ledger } from '../../../ledger/ledger.ts'
import type { PaidFact, RechargeDeps, RechargeKey } from './deps.ts'
import { askForLink, tellFailure } from './notices.ts'
import { type Failed, type Plan, planOf, PUT_OFF_FOR } from './plan.ts'
import { giveUp } from './set.ts'
import { lookAgain, unwatch } from './settings.ts'
import type { RechargeRow } from './store.ts'

type EndDeps = Pick<RechargeDeps, 'db' | 'clock' | 'log' | 'credit'>
type Settings = Selectable<AutoRechargeTable>

/**
 * The money is there: it is credited first, so that whoever dies in between finds it credited when asking again. A try
 * that was called over before is told right.
 */
export async function endSucceeded({ db, clock, credit }: EndDeps, key: RechargeKey, paid: PaidFact): Promise<void> {
  await credit(key, paid)
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await ledger.lock(txOf(tx), [key.account_id])
    if (!(await isPaid(tx, key))) return
    const before = await outcomeOf(tx, key)
    if (before === 'succeeded') return
    await write(tx, key, {
      outcome: 'succeeded',
      payment_id: paid.paymentId,
      ...(before === null && { ended_at: now }),
    })
    if (before !== null) return
    await tx.updateTable('auto_recharge').set({ put_off: 0 }).where('account_id', '=', key.account_id).execute()
    await lookAfterwards(tx, key, now)
  })
}

/** No money came: what follows is carried out once, and the owner hears of it. */
export async function endFailed({ db, clock, log }: EndDeps, recharge: RechargeRow, failed: Failed): Promise<void> {
  const now = clock.now()
  const code = 'code' in failed ? failed.code : null
  await db.transaction().execute(async (tx) => {
    await ledger.lock(txOf(tx), [recharge.account_id])
    if ((await outcomeOf(tx, recharge)) !== null) return
    await write(tx, recharge, { outcome: failed.kind, code, ended_at: now })
    await failTopUp(tx, recharge)
    const settings = await settingsFor(tx, recharge)
    if (settings === null) await lookAfterwards(tx, recharge, now)
    else await carryOut(tx, recharge, settings, planOf(failed, settings.put_off), now)
    log.warn({ recharge: recharge.id, kind: failed.kind, code }, 'a recharge brought no money')
  })
}

async function carryOut(
  tx: Transaction<Schema>,
  { account_id, id, amount, currency }: RechargeRow,
  { put_off }: Settings,
  plan: Plan,
  now: Date,
): Promise<void> {
  const change = (values: Partial<Settings>) =>
    tx.updateTable('auto_recharge').set(values).where('account_id', '=', account_id).execute()
  if (plan === 'again') {
    await change({ put_off: put_off + 1 })
    await lookAgain(tx, account_id, new Date(now.getTime() + PUT_OFF_FOR))
  } else if (plan === 'authenticate') {
    await change({ paused_at: now })
    await recordAct(txOf(tx), { account: account_id, actor: 'system', action: 'autoRecharge.pause' }, now)
    await unwatch(tx, account_id)
  } else await giveUp(tx, account_id, now)
  if (plan === 'authenticate') await askForLink(tx, { account_id, id, amount_micros: amount, at: now })
  else await tellFailure(tx, { account: account_id, reason: plan, amount, currency, at: now })
}

/** What the owner has decided meanwhile, off or another card, is not touched by what became of this one. */
async function settingsFor(tx: Transaction<Schema>, { account_id, pm_id }: RechargeRow): Promise<Settings | null> {
  const found = await tx
    .selectFrom('auto_recharge')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('pm_id', '=', pm_id)
    .where('enabled', '=', true)
    .where('paused_at', 'is', null)
    .executeTakeFirst()
  return found ?? null
}

/** Where the balance is still below, nothing falls that would call: it is looked at once the pause is over. */
async function lookAfterwards(tx: Transaction<Schema>, { account_id }: RechargeKey, now: Date): Promise<void> {
  const at = new Date(now.getTime() + limits.coolDown)
  await tx.deleteFrom('recharge_due').where('account_id', '=', account_id).execute()
  await sql`
    insert into recharge_due (account_id, look_at) select account_id, ${at}::timestamptz from balance
     where account_id = ${account_id} and balance_micros < recharge_below`.execute(tx)
}

/** Null while it is in flight. Its row is nobody else's until the transaction ends. */
async function outcomeOf(tx: Transaction<Schema>, { account_id, id }: RechargeKey): Promise<RechargeTable['outcome']> {
  const { outcome } = await tx
    .selectFrom('recharge')
    .select('outcome')
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return outcome
}

const write = (
  tx: Transaction<Schema>,
  { account_id, id }: RechargeKey,
  end: Partial<Pick<Selectable<RechargeTable>, 'outcome' | 'code' | 'payment_id' | 'ended_at'>>,
) => tx.updateTable('recharge').set(end).where('account_id', '=', account_id).where('id', '=', id).execute()

const failTopUp = (tx: Transaction<Schema>, { account_id, id }: RechargeKey) =>
  tx
    .updateTable('top_up')
    .set({ status: TopUpStatus.Failed })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('status', '=', TopUpStatus.Open)
    .execute()

async function isPaid(tx: Transaction<Schema>, { account_id, id }: RechargeKey): Promise<boolean> {
  const { status } = await tx
    .selectFrom('top_up')
    .select('status')
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return status === TopUpStatus.Paid
}
