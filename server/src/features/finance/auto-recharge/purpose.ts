import { autoRecharge as limits } from '@hongyan/contract/limits/finance'
import { decimalOf } from '@hongyan/contract/money'
import type { AccountId } from '@hongyan/contract/ids'
import { type Selectable, sql, type Transaction } from 'kysely'
import { recordAct } from '../../../audit/log.ts'
import type { Schema } from '../../../db/schema.ts'
import type { AutoRechargeTable } from '../../../db/schema/auto-recharge.ts'
import { txOf } from '../../../db/tx.ts'
import { notify } from '../../../notices/notify.ts'
import type { ChargeRow } from '../../../payments/charges/store.ts'
import type { PurposeEffects } from '../../../payments/purposes.ts'
import { notifyRefund } from '../../../payments/refunds/notify-refund.ts'
import { creditFunds } from '../../../payments/settlement/funds.ts'
import { notifyFailure, requestLink } from './notices.ts'
import { type Plan, planOf, PUT_OFF_FOR } from './plan.ts'
import { switchOffBySystem } from './set.ts'
import { setDue, clearDue, unwatch } from './settings.ts'

type Settings = Selectable<AutoRechargeTable>

/** A recharge is credited to the funds; a charge that fails follows its plan. */
export const autoRechargePurpose: PurposeEffects = {
  async paid(tx, order, { at, endedAs }) {
    const { account_id: account, amount_micros: amount, currency } = order
    const entry = await creditFunds(tx, order, at)
    await notify(txOf(tx), { account, kind: 'recharged', values: { amount: decimalOf(amount), currency }, at })
    // A charge that had been given up, but whose money arrives now, changes neither the retries nor the next check.
    if (endedAs === null) {
      await tx.updateTable('auto_recharge').set({ put_off: 0 }).where('account_id', '=', account).execute()
      await checkAfterCoolDown(tx, account, at)
    }
    return { entry }
  },

  async failed(tx, charge, failure, at) {
    const settings = await settingsOf(tx, charge)
    if (settings === null) await checkAfterCoolDown(tx, charge.account_id, at)
    else await carryOut(tx, charge, settings, planOf(failure, settings.put_off), at)
  },

  refunded: notifyRefund,
}

async function carryOut(
  tx: Transaction<Schema>,
  { account_id, id, amount, currency }: ChargeRow,
  { put_off }: Settings,
  plan: Plan,
  at: Date,
): Promise<void> {
  const change = (values: Partial<Settings>) =>
    tx.updateTable('auto_recharge').set(values).where('account_id', '=', account_id).execute()
  if (plan === 'again') {
    await change({ put_off: put_off + 1 })
    await setDue(tx, account_id, new Date(at.getTime() + PUT_OFF_FOR))
  } else if (plan === 'authenticate') {
    await change({ paused_at: at })
    await recordAct(txOf(tx), { account: account_id, actor: 'system', action: 'autoRecharge.pause' }, at)
    await unwatch(tx, account_id)
  } else await switchOffBySystem(tx, account_id, at)
  if (plan === 'authenticate') await requestLink(tx, { account_id, id, amount_micros: amount, at })
  else await notifyFailure(tx, { account: account_id, reason: plan, amount, currency, at })
}

/** Null where the owner has switched auto-recharge off, or chosen another card, since the charge began. */
async function settingsOf(tx: Transaction<Schema>, { account_id, pm_id }: ChargeRow): Promise<Settings | null> {
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

/** A balance that is still below cannot fall below again, so it is due once the cool-down is over. */
async function checkAfterCoolDown(tx: Transaction<Schema>, account: AccountId, now: Date): Promise<void> {
  const at = new Date(now.getTime() + limits.coolDown)
  await clearDue(tx, account)
  await sql`
    insert into recharge_due (account_id, due_at) select account_id, ${at}::timestamptz from balance
     where account_id = ${account} and balance_micros < recharge_below`.execute(tx)
}
