import { txOf } from '../../../db/tx.ts'
import { notify } from '../../../notices/notify.ts'
import type { Caller, Source } from '../../../http/implement.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { ProfileDeps } from './deps.ts'

/**
 * Takes a new password from whoever knows the current one. Every other session and every code ends; the one that asks
 * lives for as long as the console shows that it worked. A new password that is the old one is taken like any other.
 */
export async function changePassword(
  deps: ProfileDeps,
  caller: Caller,
  source: Source,
  { curpassword, password }: { readonly curpassword: string; readonly password: string },
): Promise<void> {
  const { account } = caller
  const isHeld = await deps.provePassword(account, curpassword, source)
  await deps.db.transaction().execute(async (tx) => {
    if (!(await isHeld(tx))) throw new Refusal('wrong_password', { field: 'curpassword' })
    await deps.setPassword(tx, account, password)
    await deps.endOtherSessions(tx, caller)
    await deps.endCodes(tx, account)
    await notify(txOf(tx), { account, kind: 'password_changed', values: {}, at: deps.clock.now() })
  })
}
