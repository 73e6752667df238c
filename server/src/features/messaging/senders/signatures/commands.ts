import { isDate } from '@hongyan/contract/identity-numbers'
import { recordAct } from '../../../../audit/log.ts'
import { txOf } from '../../../../db/tx.ts'
import { type Arguments, type Command, type CommandResult, operatorOf, required } from '../../../../kit/command.ts'
import { StartError } from '../../../../kit/start-error.ts'
import type { SenderDeps } from '../deps.ts'
import { findTyped } from './review.ts'
import * as store from './store.ts'

/** Records the last day of a new authorisation that the owner sent in, so that the sender ID goes on without a pause. */
async function renew({ db, clock }: SenderDeps, args: Arguments): Promise<CommandResult> {
  const [typed = ''] = args.positionals
  const until = required(args, 'until')
  const by = operatorOf(args)
  const at = clock.now()
  if (!isDate(until) || until < at.toISOString().slice(0, 10)) {
    throw new StartError('--until must be a day to come, such as 2027-12-31.')
  }
  const found = await findTyped(db, typed)
  if (found?.usage !== 'third_party') throw new StartError(`There is no sender ID ${typed} that a third party lent.`)
  const { account_id: account, id } = found
  await db.transaction().execute(async (tx) => {
    const row = await store.lockRow(tx, { account, id })
    if (row === null) throw new StartError(`There is no sender ID ${typed}.`)
    const evidence = JSON.stringify({ ...row.evidence, authorised_until: until })
    await store.updateRow(tx, { account, id }, { evidence, updated_at: at })
    await store.setExpiry(tx, { account, id })
    const act = { account, actor: 'staff', operator: by, action: 'signature.renew', subject: id } as const
    const before = row.evidence.authorised_until ?? null
    await recordAct(txOf(tx), act, at, [{ field: 'authorised_until', before, after: until }])
  })
  return { line: `The authorisation of ${typed} is valid until ${until}.`, json: { id, account, until } }
}

/** Sender IDs as staff change them beside their review. */
export const signatureCommands: readonly Command<SenderDeps>[] = [
  {
    name: 'sender renew',
    usage: '<id> --until <date> --by <name> [--json]',
    options: { until: 'text' },
    by: 'required',
    arity: 1,
    run: renew,
  },
]
