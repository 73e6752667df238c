import type { AccountId } from '@hongyan/contract/ids'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import {
  type Arguments,
  type Command,
  type CommandResult,
  operatorOf,
  optional,
  required,
} from '../../../kit/command.ts'
import { StartError } from '../../../kit/start-error.ts'
import { moveTicket } from './change.ts'
import { changed, inTicket, readText } from './commands.ts'
import type { MessageDeps, ReadingDeps } from './deps.ts'
import { addMessage } from './messages.ts'
import { notifySolved } from './notices.ts'
import * as store from './store.ts'

export interface AppealCommandDeps extends MessageDeps, Pick<ReadingDeps, 'db'> {
  /** Ends the suspension of an account and notifies its owner. False where it is not suspended. */
  readonly endSuspension: (tx: Transaction<Schema>, account: AccountId, operator: string, at: Date) => Promise<boolean>
}

/** Grants an appeal: the account is no longer suspended, and the ticket is solved. */
const restore = async (deps: AppealCommandDeps, args: Arguments): Promise<CommandResult> => {
  const [by, typed] = [operatorOf(args), optional(args, 'text')]
  const text = typed === null ? null : readText(typed)
  return changed(
    await inTicket(deps, args, 'appeal.restore', async (tx, appeal) => {
      const decided = await decide(tx, deps, appeal, { decision: 'restored', by })
      if (!(await deps.endSuspension(tx, appeal.account_id, by, deps.clock.now())))
        throw new StartError(`The account of appeal #${appeal.no} is not suspended. Solve its ticket instead.`)
      return text === null ? solve(tx, deps, decided, by) : tellDecision(tx, deps, decided, { text, by })
    }),
  )
}

/** Declines an appeal: the suspension stays, its reason goes to the owner, and the ticket is solved. */
const uphold = async (deps: AppealCommandDeps, args: Arguments): Promise<CommandResult> => {
  const [by, text] = [operatorOf(args), readText(required(args, 'text'))]
  return changed(
    await inTicket(deps, args, 'appeal.uphold', async (tx, appeal) =>
      tellDecision(tx, deps, await decide(tx, deps, appeal, { decision: 'upheld', by }), { text, by }),
    ),
  )
}

interface Decided {
  readonly decision: 'restored' | 'upheld'
  readonly by: string
}

/** Writes the decision on a locked appeal, once. */
async function decide(
  tx: Transaction<Schema>,
  { clock }: MessageDeps,
  ticket: store.TicketRow,
  { decision, by }: Decided,
): Promise<store.TicketRow> {
  const { no, category, state } = ticket
  if (category !== 'appeal') throw new StartError(`Ticket #${no} is no appeal.`)
  if (ticket.decision !== null) throw new StartError(`Appeal #${no} is ${ticket.decision} already.`)
  if (state === 'closed') throw new StartError(`Appeal #${no} is closed.`)
  await store.addStep(tx, ticket, { step: decision, at: clock.now(), by })
  return store.updateTicket(tx, ticket, { decision })
}

const tellDecision = (
  tx: Transaction<Schema>,
  deps: MessageDeps,
  ticket: store.TicketRow,
  { text, by }: { readonly text: string; readonly by: string },
): Promise<store.TicketRow> =>
  addMessage(tx, deps, ticket, { author: 'support', way: 'command', text, by, solves: true })

/** Solves a ticket without a message. One that is solved stays so. */
async function solve(
  tx: Transaction<Schema>,
  deps: MessageDeps,
  ticket: store.TicketRow,
  by: string,
): Promise<store.TicketRow> {
  const after = await moveTicket(tx, deps, ticket, { event: 'solve', by })
  if (after === null) return ticket
  await notifySolved(txOf(tx), after, false, deps.clock.now())
  return after
}

export const appealCommands: readonly Command<AppealCommandDeps>[] = [
  {
    name: 'appeal restore',
    usage: '<ticket id> [--text <text>] --by <name> [--json]',
    options: { text: 'text' },
    by: 'required',
    arity: 1,
    run: restore,
  },
  {
    name: 'appeal uphold',
    usage: '<ticket id> --text <text> --by <name> [--json]',
    options: { text: 'text' },
    by: 'required',
    arity: 1,
    run: uphold,
  },
]
