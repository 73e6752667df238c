import { AccountId } from '@hongyan/contract/ids'
import { type Arguments, type Command, type CommandResult, optional } from '../../../kit/command.ts'
import { StartError } from '../../../kit/start-error.ts'
import type { CountDeps } from './count.ts'
import { rebuild } from './days.ts'

async function rebuildFigures(deps: CountDeps, args: Arguments): Promise<CommandResult> {
  const typed = optional(args, 'account')
  const account = typed === null ? null : AccountId.safeParse(typed.toLowerCase())
  if (account?.success === false) throw new StartError(`"${typed}" is no account id.`)
  const days = await rebuild(deps, account?.data ?? null)
  return { line: `Counted ${days} days again from their messages.`, json: { days } }
}

export const analyticsCommands: readonly Command<CountDeps>[] = [
  {
    name: 'analytics rebuild',
    usage: '[--account <id>] [--json]',
    options: { account: 'text' },
    arity: 0,
    run: rebuildFigures,
  },
]
