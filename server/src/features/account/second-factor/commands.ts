import type { AccountId } from '@hongyan/contract/ids'
import type { Kysely, Transaction } from 'kysely'
import { accountNamed } from '../../../db/account-named.ts'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { changesBetween } from '../../../audit/changes.ts'
import { recordAct } from '../../../audit/log.ts'
import { notify } from '../../../notices/notify.ts'
import type { Clock } from '../../../kit/clock.ts'
import { type Arguments, type Command, type CommandResult, operatorOf } from '../../../kit/command.ts'
import { StartError } from '../../../kit/start-error.ts'
import { securityAudit } from './audit.ts'
import { forgetSecondFactor, isOn, lockSecondFactors, readSecondFactors } from './store.ts'

interface Deps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
}

/**
 * Removes the second factor of an owner who lost the app, the passkeys and the recovery codes, and whom staff
 * identified in another way.
 */
const remove = async ({ db, clock }: Deps, args: Arguments): Promise<CommandResult> => {
  const [owner = ''] = args.positionals
  const operator = operatorOf(args)
  const id = await accountNamed(db, owner)
  await db.transaction().execute((tx) => removeAll(tx, { account: id, owner, operator }, clock.now()))
  return { line: `${owner} signs in without a second factor now.`, json: { id } }
}

interface Removal {
  readonly account: AccountId
  /** The account as the operator named it. */
  readonly owner: string
  readonly operator: string
}

async function removeAll(tx: Transaction<Schema>, { account, owner, operator }: Removal, at: Date): Promise<void> {
  await lockSecondFactors(tx, account)
  const guard = await readSecondFactors(tx, account)
  if (!isOn(guard)) throw new StartError(`${owner} has no second factor.`)
  const was = await securityAudit.read(txOf(tx), account)
  await forgetSecondFactor(tx, account)
  const changes = changesBetween(was, await securityAudit.read(txOf(tx), account))
  await recordAct(txOf(tx), { account, actor: 'staff', operator, action: 'security.remove' }, at, changes)
  const change = guard.totpSince === null ? 'passkey_removed' : 'totp_off'
  await notify(txOf(tx), { account, kind: 'second_factor_changed', values: { change }, at })
}

export const secondFactorCommands: readonly Command<Deps>[] = [
  {
    name: 'second-factor remove',
    usage: '<email> --by <name> [--json]',
    options: {},
    by: 'required',
    arity: 1,
    run: remove,
  },
]
