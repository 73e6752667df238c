import type { AccountId } from '@hongyan/contract/ids'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import type { Transaction, Updateable } from 'kysely'
import { changesBetween } from '../../../audit/changes.ts'
import { recordAct } from '../../../audit/log.ts'
import { announceConfigChange } from '../../../db/config-change.ts'
import type { Schema } from '../../../db/schema.ts'
import type { AccountTable } from '../../../db/schema/account.ts'
import { txOf } from '../../../db/tx.ts'
import { ledger } from '../../../ledger/ledger.ts'
import { accountAudit } from './audit.ts'
import { statusByDisputes } from './card-block.ts'
import { notifyStatus } from './status-notice.ts'

/** A change of an account by staff. */
export interface AccountChange {
  readonly account: AccountId
  readonly operator: string | null
  readonly change: Updateable<AccountTable>
}

/** Changes an account, records what changed, and notifies the owner of another status. */
export async function changeAccount(
  tx: Transaction<Schema>,
  { account, operator, change }: AccountChange,
  at: Date,
): Promise<void> {
  await ledger.lock(txOf(tx), [account])
  const before = await lockStatus(tx, account)
  const was = await accountAudit.read(txOf(tx), account)
  await tx.updateTable('account').set(change).where('id', '=', account).execute()
  const changes = changesBetween(was, await accountAudit.read(txOf(tx), account))
  await recordAct(txOf(tx), { account, actor: 'staff', operator, action: 'account.set' }, at, changes)
  await ledger.setLowBalanceBound(txOf(tx), account)
  await announceConfigChange(tx, account)
  await notifyStatus(tx, account, { before, after: change.status ?? before }, at)
}

/**
 * Ends the suspension of an account. Its cards stay blocked for an open or lost dispute. False, and nothing is changed,
 * where it is not suspended.
 */
export async function endSuspension(
  tx: Transaction<Schema>,
  account: AccountId,
  operator: string,
  at: Date,
): Promise<boolean> {
  await ledger.lock(txOf(tx), [account])
  if ((await lockStatus(tx, account)) !== AccountStatus.Suspended) return false
  const status = await statusByDisputes(tx, account)
  await changeAccount(tx, { account, operator, change: { status } }, at)
  return true
}

async function lockStatus(tx: Transaction<Schema>, account: AccountId): Promise<AccountStatus> {
  const { status } = await tx
    .selectFrom('account')
    .select('status')
    .where('id', '=', account)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return status
}
