import { severalLines } from '@hongyan/contract/endpoints/several-lines'
import { TicketId } from '@hongyan/contract/ids'
import { support as limits } from '@hongyan/contract/limits/support'
import { TicketPriority, type TicketState, ticketStates } from '@hongyan/contract/vocabulary/support'
import { sql, type Transaction } from 'kysely'
import { changesBetween } from '../../../audit/changes.ts'
import { beginAct, endAct } from '../../../audit/log.ts'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import {
  type Arguments,
  type Command,
  type CommandResult,
  oneOf,
  operatorOf,
  optional,
  required,
  wholeNumber,
} from '../../../kit/command.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { StartError } from '../../../kit/start-error.ts'
import { ticketAudit } from './audit.ts'
import { moveTicket } from './change.ts'
import { isTurnOfSupport } from './course.ts'
import type { MessageDeps, ReadingDeps } from './deps.ts'
import { addMessage } from './messages.ts'
import { notifySolved } from './notices.ts'
import { replyDueAt } from './reply-goal.ts'
import { linesOf, readForSupport, type ShownDeps, stateNames } from './show.ts'
import * as store from './store.ts'

export type TicketCommandDeps = MessageDeps & ReadingDeps & ShownDeps

const LISTED = 100

/** Lists the tickets of all accounts in a state, or those that wait for support, the most urgent first. */
async function list({ db }: TicketCommandDeps, args: Arguments): Promise<CommandResult> {
  const typed = optional(args, 'state')
  const states: readonly TicketState[] =
    typed === null ? ticketStates.filter(isTurnOfSupport) : [oneOf('--state', typed, ticketStates)]
  const rows = await db
    .selectFrom('ticket as t')
    .innerJoin('account as a', 'a.id', 't.account_id')
    .select(['t.id', 't.no', 't.account_id', 't.category', 't.subject', 't.state', 't.reply_due_at', 't.priority'])
    .select(sql<string>`coalesce(a.email, a.phone, a.id::text)`.as('owner'))
    .where('t.state', 'in', [...states])
    .orderBy('t.priority')
    .orderBy('t.reply_due_at')
    .orderBy('t.id')
    .limit(LISTED)
    .execute()
  const lines = rows.map(({ id, no, owner, category, subject, state, reply_due_at: at, priority }) => {
    const reply = at === null ? '' : `, reply due ${at.toISOString()}`
    return `${id}  P${priority} ${category} #${no} of ${owner}: ${subject} (${stateNames[state]}${reply})`
  })
  return { line: lines.length === 0 ? 'No ticket is in this state.' : lines.join('\n'), json: { tickets: rows } }
}

async function show(deps: TicketCommandDeps, args: Arguments): Promise<CommandResult> {
  const shown = await inTicket(deps, args, 'ticket.show', async (_, ticket) => readForSupport(deps, ticket))
  return { line: linesOf(shown).join('\n'), json: shown }
}

const Text = severalLines(1, limits.replyMax, 'ticket_reply')

/** The text of a message of support. */
export function readText(text: string): string {
  const read = Text.safeParse(text)
  if (read.success) return read.data
  throw new StartError(`--text must have 1 to ${limits.replyMax} characters.`)
}

async function reply(deps: TicketCommandDeps, args: Arguments): Promise<CommandResult> {
  const text = readText(required(args, 'text'))
  const solves = args.options['solve'] === true
  const message = { author: 'support', way: 'command', text, by: operatorOf(args), solves } as const
  return changed(
    await inTicket(deps, args, 'ticket.reply', async (tx, ticket) => addMessage(tx, deps, ticket, message)),
  )
}

const solve = async (deps: TicketCommandDeps, args: Arguments): Promise<CommandResult> =>
  changed(
    await inTicket(deps, args, 'ticket.solve', async (tx, ticket) => {
      const after = await moveTicket(tx, deps, ticket, { event: 'solve', by: operatorOf(args) })
      if (after === null) throw new StartError(`Ticket #${ticket.no} is ${ticket.state} already.`)
      await notifySolved(txOf(tx), after, false, deps.clock.now())
      return after
    }),
  )

/** Changes the priority of a ticket. Where it is support's turn, its reply is due anew from now on. */
async function prioritise(deps: TicketCommandDeps, args: Arguments): Promise<CommandResult> {
  const [, typed = ''] = args.positionals
  const level = wholeNumber('The priority', typed, [1, 3])
  const priority = Object.values(TicketPriority).find((each) => each === level) ?? TicketPriority.P3
  return changed(
    await inTicket(deps, args, 'ticket.priority', async (tx, ticket) => {
      const at = deps.clock.now()
      const partition = await store.partitionOf(tx, ticket.account_id)
      const due = isTurnOfSupport(ticket.state) ? replyDueAt(deps.hours[partition], priority, at) : null
      await store.addStep(tx, ticket, { step: 'priority', at, by: operatorOf(args) })
      return store.updateTicket(tx, ticket, { priority, reply_due_at: due, updated_at: at })
    }),
  )
}

export const changed = ({ id, no, account_id: account, state, priority }: store.TicketRow): CommandResult => ({
  line: `Ticket #${no} of account ${account} is ${stateNames[state]}, P${priority}.`,
  json: { id, no, account, state, priority },
})

type Action = `ticket.${'show' | 'reply' | 'solve' | 'priority'}` | `appeal.${'restore' | 'uphold'}`

/** Locks the ticket that a command names, and records the act of its operator with it. */
export async function inTicket<T>(
  { db, clock }: Pick<TicketCommandDeps, 'db' | 'clock'>,
  args: Arguments,
  action: Action,
  work: (tx: Transaction<Schema>, ticket: store.TicketRow) => Promise<T>,
): Promise<T> {
  const [typed = ''] = args.positionals
  const id = TicketId.safeParse(typed.toLowerCase())
  const found = id.success ? await store.findTicketById(db, id.data) : null
  if (found === null) throw new StartError(`There is no ticket ${typed}. See \`ticket list\`.`)
  return db.transaction().execute(async (tx) => {
    const ticket = await store.lockTicket(tx, { account: found.account_id, id: found.id })
    if (ticket === null) throw new StartError(`There is no ticket ${typed}. See \`ticket list\`.`)
    const { account_id: account, id: subject } = ticket
    const standing = () => ticketAudit.read(txOf(tx), account, subject)
    const act = { account, actor: 'staff', operator: operatorOf(args), action, subject } as const
    const entry = await beginAct(txOf(tx), act, clock.now())
    const before = await standing()
    const result = await work(tx, ticket).catch((error: unknown) => {
      throw error instanceof Refusal ? new StartError(`Ticket #${ticket.no}: ${error.message}`) : error
    })
    const changes = changesBetween(before, await standing())
    await endAct(txOf(tx), account, entry, { outcome: 'done', changes })
    return result
  })
}

export const ticketCommands: readonly Command<TicketCommandDeps>[] = [
  {
    name: 'ticket list',
    usage: `[--state ${ticketStates.join('|')}] [--json]`,
    options: { state: 'text' },
    arity: 0,
    run: list,
  },
  { name: 'ticket show', usage: '<id> --by <name> [--json]', options: {}, by: 'required', arity: 1, run: show },
  {
    name: 'ticket reply',
    usage: '<id> --text <text> [--solve] --by <name> [--json]',
    options: { text: 'text', solve: 'flag' },
    by: 'required',
    arity: 1,
    run: reply,
  },
  { name: 'ticket solve', usage: '<id> --by <name> [--json]', options: {}, by: 'required', arity: 1, run: solve },
  {
    name: 'ticket priority',
    usage: '<id> <1|2|3> --by <name> [--json]',
    options: {},
    by: 'required',
    arity: 2,
    run: prioritise,
  },
]
