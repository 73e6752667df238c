import type { AutoRecharge } from '@hongyan/contract/endpoints/configuration'
import type { AccountId } from '@hongyan/contract/ids'
import { decimalOf, type Micros } from '@hongyan/contract/money'
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { AutoRechargeTable } from '../../../db/schema/auto-recharge.ts'
import { txOf } from '../../../db/tx.ts'
import { ledger } from '../../../ledger/ledger.ts'

const NEVER_SET: AutoRecharge = { enable: false, below: null, topup: null, pm_id: null }

/** Reads the owner's settings. While auto-recharge is off, the last ones stay visible. */
export async function readAutoRecharge(db: Kysely<Schema>, account: AccountId): Promise<AutoRecharge> {
  const set = await db
    .selectFrom('auto_recharge')
    .select(['enabled', 'below_micros', 'topup_micros', 'pm_id'])
    .where('account_id', '=', account)
    .executeTakeFirst()
  if (set === undefined) return NEVER_SET
  return {
    enable: set.enabled,
    below: decimalOf(set.below_micros),
    topup: decimalOf(set.topup_micros),
    pm_id: set.pm_id,
  }
}

/** Saves the settings and resets the count of retries. */
export async function saveSettings(tx: Transaction<Schema>, row: Insertable<AutoRechargeTable>): Promise<void> {
  const { account_id: _, ...columns } = row
  await tx
    .insertInto('auto_recharge')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
    .execute()
}

/**
 * Starts recharging the account, at once where its balance is below already. Clears the wait of an earlier charge,
 * which would delay the next recharge. The caller has locked the balance.
 */
export async function watch(tx: Transaction<Schema>, account: AccountId, below: Micros): Promise<void> {
  await ledger.watch(txOf(tx), account, below)
  await clearDue(tx, account)
  await sql`
    insert into recharge_due (account_id) select account_id from balance
     where account_id = ${account} and balance_micros < ${below}`.execute(tx)
}

/** Stops recharging the account. The caller has locked the balance. */
export async function unwatch(tx: Transaction<Schema>, account: AccountId): Promise<void> {
  await ledger.watch(txOf(tx), account, null)
  await clearDue(tx, account)
}

/**
 * Marks the account as not due until its balance falls again. The caller has locked the balance, so that no fall is
 * missed.
 */
export async function clearDue(tx: Transaction<Schema>, account: AccountId): Promise<void> {
  await tx.deleteFrom('recharge_due').where('account_id', '=', account).execute()
}

/** Marks the account as due at that time and not before, whatever its balance does. */
export async function setDue(tx: Transaction<Schema>, account: AccountId, at: Date): Promise<void> {
  await tx
    .insertInto('recharge_due')
    .values({ account_id: account, due_at: at })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ due_at: at }))
    .execute()
}
