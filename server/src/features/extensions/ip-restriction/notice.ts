import type { AccountId } from '@hongyan/contract/ids'
import type { Tx } from '../../../db/tx.ts'
import { notify } from '../../../notices/notify.ts'
import { isEnforced } from './callers.ts'
import type { Settings } from './store.ts'

/** Notifies the owner where a change makes the rules refuse calls, or no longer refuse any. */
export async function notifyChange(
  tx: Tx,
  account: AccountId,
  { before, after }: { readonly before: Settings; readonly after: Settings },
  at: Date,
): Promise<void> {
  if (isEnforced(before) === isEnforced(after)) return
  const change = isEnforced(after) ? 'on' : 'off'
  await notify(tx, { account, kind: 'ip_restriction_changed', values: { change }, at })
}

export const notifyRevert = (tx: Tx, account: AccountId, at: Date): Promise<void> =>
  notify(tx, { account, kind: 'ip_restriction_changed', values: { change: 'reverted' }, at })
