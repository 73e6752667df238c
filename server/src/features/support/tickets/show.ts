import type { Ticket } from '@hongyan/contract/endpoints/support/tickets'
import type { AccountId } from '@hongyan/contract/ids'
import type { TicketState } from '@hongyan/contract/vocabulary/support'
import type { Clock } from '../../../kit/clock.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { SecretBox } from '../../../kit/secret-box.ts'
import { signLink } from '../../../uploads/links.ts'
import type { ReadingDeps } from './deps.ts'
import { momentOf, presentTicket } from './present.ts'
import type { TicketRow } from './store.ts'
import { readWhole } from './whole.ts'

export interface ShownDeps {
  readonly clock: Clock
  readonly secrets: Pick<SecretBox, 'hash'>
  /** The address of an upload under its signed token. */
  readonly fileAddress: (token: string) => string
}

/** A message as support sees it: with the name of its author's person, and addresses of files for 15 minutes. */
interface ShownMessage {
  readonly at: string
  readonly by: string
  readonly text: string
  readonly files: readonly string[]
}

export interface ShownTicket extends Omit<Ticket, 'messages'> {
  readonly account: AccountId
  readonly messages: readonly ShownMessage[]
}

/** The states as staff reads them. */
export const stateNames: Readonly<Record<TicketState, string>> = {
  new: 'new',
  waiting_for_us: 'waiting for support',
  waiting_for_you: 'waiting for the owner',
  solved: 'solved',
  closed: 'closed',
}

/** Reads a ticket as support sees it. */
export async function readForSupport(
  deps: ReadingDeps & ShownDeps,
  { account_id: account, id: ticket }: TicketRow,
): Promise<ShownTicket> {
  const whole = await readWhole(deps, { account, id: ticket })
  if (whole === null) throw new Refusal('not_found')
  return {
    ...presentTicket(whole, await deps.readAppeal(deps.db, whole)),
    account,
    messages: whole.written.map(({ at, author, way, by, text, attachments }) => ({
      at: momentOf(at),
      by: `${by ?? author}, by ${way}`,
      text,
      files: attachments.map(({ id, name }) => {
        const link = deps.fileAddress(signLink(deps.secrets, { account, id }, deps.clock.now()))
        return `${link} (${name})`
      }),
    })),
  }
}

/** The lines of a ticket for a person. Text of the owner is indented, so that no line of it looks like one of ours. */
export function linesOf(ticket: ShownTicket): readonly string[] {
  const { no, account, category, impact, priority, state, about, numbers, contact } = ticket
  const fact = (label: string, value: string | null) => (value === null || value === '' ? [] : [`  ${label}  ${value}`])
  return [
    `Ticket #${no} of account ${account}: ${ticket.subject}`,
    `  P${priority} ${category}, ${impact}, ${stateNames[state]}`,
    ...fact('reply due', ticket.reply_due_at),
    ...fact('about', about && `${about.kind} ${about.id}`),
    ...fact('messages', ticket.message_ids.join(' ')),
    ...fact('numbers', numbers.join(' ')),
    ...fact('contact', contact),
    ...appealLines(ticket),
    ...diagnosticsLines(ticket),
    ...historyLines(ticket),
  ]
}

function appealLines({ appeal }: ShownTicket): readonly string[] {
  if (appeal === null) return []
  const facts = Object.entries(appeal.facts).map(([name, holds]) => `    ${plain(name)}: ${holds ? 'yes' : 'no'}`)
  const answers = Object.entries(appeal.answers).flatMap(([name, text]) => [`  answer: ${name}`, ...indented(text)])
  return [`  appeal  ${plain(appeal.state)}`, ...facts, ...answers]
}

function diagnosticsLines({ diagnostics }: ShownTicket): readonly string[] {
  if (diagnostics === null) return []
  const lines = diagnostics.lines.map(({ label, value }) => `    ${label}: ${value}`)
  return [`  diagnostics of ${diagnostics.taken_at}`, ...lines]
}

/** Messages and steps by their moments. */
function historyLines({ messages, steps }: ShownTicket): readonly string[] {
  const written = messages.map(({ at, by, text, files }) => ({
    at,
    lines: [`${at}  ${by}`, ...indented(text), ...files.map((file) => `    file: ${file}`)],
  }))
  const taken = steps.map(({ at, step }) => ({ at, lines: [`${at}  step: ${step}`] }))
  return [...written, ...taken].toSorted((one, other) => one.at.localeCompare(other.at)).flatMap(({ lines }) => lines)
}

const plain = (name: string): string => name.replaceAll('_', ' ')
const indented = (text: string): readonly string[] => text.split('\n').map((line) => `    ${line}`)
