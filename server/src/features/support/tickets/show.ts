import type { Ticket } from '@hongyan/contract/endpoints/support/tickets'
import type { AccountId } from '@hongyan/contract/ids'
import type { Clock } from '../../../kit/clock.ts'
import type { SecretBox } from '../../../kit/secret-box.ts'
import { signLink } from '../../../uploads/links.ts'
import type { ReadingDeps } from './deps.ts'
import { presentTicket, readMessages } from './present.ts'
import type { TicketRow } from './store.ts'

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
  readonly answers: Readonly<Record<string, string>>
  readonly messages: readonly ShownMessage[]
}

export async function readForSupport(deps: ReadingDeps & ShownDeps, row: TicketRow): Promise<ShownTicket> {
  const { account_id: account } = row
  const messages = await readMessages(deps.db, row)
  return {
    ...(await presentTicket(deps, row)),
    account,
    answers: row.answers ?? {},
    messages: messages.map(({ at, author, way, by, text, attachments }) => ({
      at: at.toISOString(),
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
  const { no, account, category, impact, priority, state, about, numbers, contact, diagnostics } = ticket
  const fact = (label: string, value: string | null) => (value === null || value === '' ? [] : [`  ${label}  ${value}`])
  return [
    `Ticket #${no} of account ${account}: ${ticket.subject}`,
    `  P${priority} ${category}, ${impact}, ${state.replaceAll('_', ' ')}`,
    ...fact('reply due', ticket.reply_due_at),
    ...fact('about', about && `${about.kind} ${about.id}`),
    ...fact('messages', ticket.message_ids.join(' ')),
    ...fact('numbers', numbers.join(' ')),
    ...fact('contact', contact),
    ...Object.entries(ticket.answers).flatMap(([name, text]) => [`  answer: ${name}`, ...indented(text)]),
    ...(diagnostics === null
      ? []
      : [
          `  diagnostics of ${diagnostics.taken_at}`,
          ...diagnostics.lines.map(({ label, value }) => `    ${label}: ${value}`),
        ]),
    ...ticket.messages.flatMap(({ at, by, text, files }) => [
      `${at}  ${by}`,
      ...indented(text),
      ...files.map((file) => `    file: ${file}`),
    ]),
  ]
}

const indented = (text: string): readonly string[] => text.split('\n').map((line) => `    ${line}`)
