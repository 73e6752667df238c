import type { CallOf } from '@hongyan/contract/endpoint'
import { type Ticket, tickets } from '@hongyan/contract/endpoints/support/tickets'
import { ticketsOf } from '../src/compose/tickets.ts'
import { ticketCommands } from '../src/features/support/tickets/commands.ts'
import { type CommandResult, readArguments } from '../src/kit/command.ts'
import type { SignedIn, World } from './world.ts'

export type TicketForm = CallOf<typeof tickets.create>['body']

export const newTicketForm = (changes: Partial<TicketForm> = {}): TicketForm => ({
  category: 'delivery',
  impact: 'degraded',
  subject: 'No codes arrive',
  body: 'None of our codes arrive since this morning.',
  ...changes,
})

/** Opens a ticket of an owner. */
export const newTicket = (owner: SignedIn, changes: Partial<TicketForm> = {}): Promise<Ticket> =>
  owner.call(tickets.create, { body: newTicketForm(changes) })

/** Runs a command about tickets: its name, then its arguments. */
export async function ticketCommand(world: World, name: string, ...typed: readonly string[]): Promise<CommandResult> {
  const command = ticketCommands.find((each) => each.name === `ticket ${name}`)
  if (command === undefined) throw new Error(`there is no command ticket ${name}`)
  return command.run(ticketsOf(world), readArguments(command, typed))
}

/** Replies to a ticket as support. */
export const replyAsSupport = (world: World, id: string, text: string, ...more: readonly string[]) =>
  ticketCommand(world, 'reply', id, '--text', text, '--by', 'Ines', ...more)

/**
 * Inserts many tickets of an account ($1, their number $2): of all categories and states, with declined appeals, three at
 * a moment, the newest of them two days old.
 */
export const manyTickets = `insert into ticket (account_id, id, no, subject, category, impact, priority, state, decision,
    messages, created_at, updated_at)
  select $1, uuidv7(-age), n, 'Matter ' || n, (array['delivery', 'billing', 'review', 'account', 'api', 'appeal'])[n % 6 + 1],
    'question', 3, (array['new', 'waiting_for_us', 'waiting_for_you', 'solved', 'closed', 'closed', 'closed'])[n % 7 + 1],
    case when n % 6 = 5 then 'upheld' end, 1, now() - age, date_trunc('minute', now()) - make_interval(mins => 2880 + n / 3)
    from generate_series(1, $2::int) n cross join lateral (select make_interval(mins => 2880 + n) as age) aged`
