import type { AccountId } from '@hongyan/contract/ids'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import type { Transaction } from 'kysely'
import { announceConfigChange } from '../../../db/config-change.ts'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { changesBetween } from '../../../audit/changes.ts'
import { recordAct } from '../../../audit/log.ts'
import { notify } from '../../../notices/notify.ts'

/** Blocks payments by card while one is disputed. A suspension, or a block of all payments, ranks higher and stays (ruling 12). */
export async function blockCards(tx: Transaction<Schema>, account: AccountId, at: Date): Promise<void> {
  const before = await statusOf(tx, account)
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({ status: AccountStatus.StripeBlocked })
    .where('id', '=', account)
    .where('status', 'not in', [AccountStatus.Suspended, AccountStatus.AllPaymentBlocked, AccountStatus.StripeBlocked])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await record(tx, account, { action: 'account.block', before, after: AccountStatus.StripeBlocked, at })
  await announceConfigChange(tx, account)
  // The email about the dispute mentions the block, so this notice is shown at the bell only.
  await notify(txOf(tx), { account, kind: 'payments_blocked', values: { by: 'card' }, at, onlyBell: true })
}

/** Lifts the block, unless another open or lost dispute keeps it. */
export async function unblockCards(tx: Transaction<Schema>, account: AccountId, at: Date): Promise<void> {
  const before = await statusOf(tx, account)
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({ status: AccountStatus.Ok })
    .where('id', '=', account)
    .where('status', '=', AccountStatus.StripeBlocked)
    .where((is) => is.not(is.exists(blockingDisputes(tx, account))))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await record(tx, account, { action: 'account.unblock', before, after: AccountStatus.Ok, at })
  await announceConfigChange(tx, account)
}

/** The status of an account that staff neither suspend nor block: only its disputes may block its cards. */
export async function statusByDisputes(tx: Transaction<Schema>, account: AccountId): Promise<AccountStatus> {
  const dispute = await blockingDisputes(tx, account).executeTakeFirst()
  return dispute === undefined ? AccountStatus.Ok : AccountStatus.StripeBlocked
}

interface Blocked {
  readonly action: 'account.block' | 'account.unblock'
  readonly before: AccountStatus
  readonly after: AccountStatus
  readonly at: Date
}

async function record(tx: Transaction<Schema>, account: AccountId, blocked: Blocked): Promise<void> {
  const { action, before, after, at } = blocked
  const changes = changesBetween({ acct_status: before }, { acct_status: after })
  await recordAct(txOf(tx), { account, actor: 'system', action }, at, changes)
}

const blockingDisputes = (tx: Transaction<Schema>, account: AccountId) =>
  tx.selectFrom('dispute').select('remote_id').where('account_id', '=', account).where('status', 'in', ['open', 'lost'])

async function statusOf(tx: Transaction<Schema>, account: AccountId): Promise<AccountStatus> {
  const row = await tx.selectFrom('account').select('status').where('id', '=', account).executeTakeFirstOrThrow()
  return row.status
}
