import type { AccountId } from '@hongyan/contract/ids'
import type { Transaction, Updateable } from 'kysely'
import { changesBetween } from '../../../audit/changes.ts'
import { recordAct } from '../../../audit/log.ts'
import { announceConfigChange } from '../../../db/config-change.ts'
import type { Schema } from '../../../db/schema.ts'
import type { AccountTable } from '../../../db/schema/account.ts'
import { txOf } from '../../../db/tx.ts'
import { ledger } from '../../../ledger/ledger.ts'
import { accountAudit } from './audit.ts'
import { causesSetTo, columnsOf, lockStatus, type StatusCauses } from './status.ts'
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
  { account, operator, change: { status, ...change } }: AccountChange,
  at: Date,
): Promise<void> {
  await ledger.lock(txOf(tx), [account])
  const { causes } = await lockStatus(tx, account)
  const after = status === undefined ? causes : causesSetTo(status, causes)
  await write(tx, { account, operator, change }, after, at)
}

/**
 * Ends the suspension of an account. Its payments stay blocked by staff or for a dispute. False, and nothing is changed,
 * where it is not suspended.
 */
export async function endSuspension(
  tx: Transaction<Schema>,
  account: AccountId,
  operator: string,
  at: Date,
): Promise<boolean> {
  await ledger.lock(txOf(tx), [account])
  const { causes } = await lockStatus(tx, account)
  if (!causes.suspended) return false
  await write(tx, { account, operator, change: {} }, { ...causes, suspended: false }, at)
  return true
}

async function write(
  tx: Transaction<Schema>,
  { account, operator, change }: AccountChange,
  causes: StatusCauses,
  at: Date,
): Promise<void> {
  const { status: before } = await lockStatus(tx, account)
  const status = columnsOf(causes)
  const was = await accountAudit.read(txOf(tx), account)
  await tx
    .updateTable('account')
    .set({ ...change, ...status })
    .where('id', '=', account)
    .execute()
  const changes = changesBetween(was, await accountAudit.read(txOf(tx), account))
  await recordAct(txOf(tx), { account, actor: 'staff', operator, action: 'account.set' }, at, changes)
  await ledger.setLowBalanceBound(txOf(tx), account)
  await announceConfigChange(tx, account)
  await notifyStatus(tx, account, { before, after: status.status }, at)
}
