import { password as limits } from '@hongyan/contract/limits/account'
import { txOf } from '../../../db/tx.ts'
import { notify } from '../../../notices/notify.ts'
import type { Caller, Source } from '../../../http/implement.ts'
import { hashPassword } from '../../../kit/password.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { ProfileDeps } from './deps.ts'

/**
 * Replaces the password, given the current one. Ends every other session and every code; the caller's own session ends
 * a few seconds later, when the console has shown the success. Accepts the current password as the new one.
 */
export async function changePassword(
  deps: ProfileDeps,
  caller: Caller,
  source: Source,
  { curpassword, password }: { readonly curpassword: string; readonly password: string },
): Promise<void> {
  const { account } = caller
  const isHeld = await deps.checkPassword(account, curpassword, source)
  const passwordHash = await hashPassword(password)
  await deps.db.transaction().execute(async (tx) => {
    if (!(await isHeld(tx))) throw new Refusal('wrong_password', { field: 'curpassword' })
    await deps.setPassword(tx, account, passwordHash)
    await deps.endOtherSessions(tx, caller)
    const now = deps.clock.now()
    await deps.endSessionAt(tx, caller, new Date(now.getTime() + limits.sessionEndsAfter))
    await deps.endCodes(tx, account)
    await notify(txOf(tx), { account, kind: 'password_changed', values: {}, at: now })
  })
}
