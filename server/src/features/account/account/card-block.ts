import type { AccountId } from '@hongyan/contract/ids'
import type { Transaction } from 'kysely'
import { announceConfigChange } from '../../../db/config-change.ts'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { changesBetween } from '../../../audit/changes.ts'
import { recordAct } from '../../../audit/log.ts'
import { notify } from '../../../notices/notify.ts'
import { columnsOf, lockStatus } from './status.ts'

/** Blocks payments by card while one is disputed. A status that ranks higher stays (ruling 12). */
export async function blockCards(tx: Transaction<Schema>, account: AccountId, at: Date): Promise<void> {
  const isShown = await setCardBlock(tx, account, { blocked: true, at })
  // The email about the dispute mentions the block, so this notice is shown at the bell only.
  if (isShown) await notify(txOf(tx), { account, kind: 'payments_blocked', values: { by: 'card' }, at, onlyBell: true })
}

/** Lifts the block, unless another open or lost dispute keeps it. The blocks that staff set stay. */
export async function unblockCards(tx: Transaction<Schema>, account: AccountId, at: Date): Promise<void> {
  const disputes = tx
    .selectFrom('dispute')
    .select('remote_id')
    .where('account_id', '=', account)
    .where('status', 'in', ['open', 'lost'])
  if ((await disputes.executeTakeFirst()) === undefined) await setCardBlock(tx, account, { blocked: false, at })
}

interface CardBlock {
  readonly blocked: boolean
  readonly at: Date
}

/** Returns true where the account shows another status than before. */
async function setCardBlock(tx: Transaction<Schema>, account: AccountId, { blocked, at }: CardBlock): Promise<boolean> {
  const { status: before, causes } = await lockStatus(tx, account)
  if (causes.card_block === blocked) return false
  const after = columnsOf({ ...causes, card_block: blocked })
  await tx.updateTable('account').set(after).where('id', '=', account).execute()
  await announceConfigChange(tx, account)
  if (after.status === before) return false
  const action = blocked ? 'account.block' : 'account.unblock'
  const changes = changesBetween({ acct_status: before }, { acct_status: after.status })
  await recordAct(txOf(tx), { account, actor: 'system', action }, at, changes)
  return true
}
