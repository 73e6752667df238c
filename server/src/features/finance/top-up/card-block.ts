import type { AccountId } from '@hongyan/contract/ids'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import type { ExpressionBuilder, Transaction } from 'kysely'
import { tellConfigChanged } from '../../../db/config-changed.ts'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { changesBetween, type State } from '../../../audit/changes.ts'
import { recordAct } from '../../../audit/log.ts'
import { stateOf } from '../../../audit/states.ts'
import { notify } from '../../../notices/notify.ts'

/** Blocks payments by card while one is disputed. A suspension, or a block of all payments, ranks higher and stays (ruling 12). */
export async function blockCards(tx: Transaction<Schema>, account: AccountId, at: Date): Promise<void> {
  const was = await stateOf(txOf(tx), 'account', account)
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({ status: AccountStatus.StripeBlocked })
    .where('id', '=', account)
    .where('status', 'not in', [AccountStatus.Suspended, AccountStatus.AllPaymentBlocked, AccountStatus.StripeBlocked])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await record(tx, account, { action: 'account.block', was, at })
  await tellConfigChanged(tx, account)
  // The letter about the dispute says so.
  await notify(txOf(tx), { account, kind: 'payments_blocked', values: { by: 'card' }, at, onlyBell: true })
}

/** Takes the block away, unless another dispute, open or lost, holds it. */
export async function unblockCards(tx: Transaction<Schema>, account: AccountId, at: Date): Promise<void> {
  const was = await stateOf(txOf(tx), 'account', account)
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({ status: AccountStatus.Ok })
    .where('id', '=', account)
    .where('status', '=', AccountStatus.StripeBlocked)
    .where((is) => is.not(is.exists(holding(is, account))))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await record(tx, account, { action: 'account.unblock', was, at })
  await tellConfigChanged(tx, account)
}

interface Blocked {
  readonly action: 'account.block' | 'account.unblock'
  readonly was: State | null
  readonly at: Date
}

async function record(tx: Transaction<Schema>, account: AccountId, { action, was, at }: Blocked): Promise<void> {
  const changes = changesBetween(was, await stateOf(txOf(tx), 'account', account))
  await recordAct(txOf(tx), { account, actor: 'system', action }, at, changes)
}

const holding = (is: ExpressionBuilder<Schema, 'account'>, account: AccountId) =>
  is.selectFrom('dispute').select('remote_id').where('account_id', '=', account).where('status', 'in', ['open', 'lost'])
