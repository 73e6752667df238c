import type { AccountId } from '@hongyan/contract/ids'
import { statement, type Tx } from '../../../db/tx.ts'
import { type NumberInText, numberInText } from '../../../kit/number-in-text.ts'

/** The digits of a text alone. */
const digitsOf = (text: string): string => `regexp_replace(${text}, '[^0-9]', '', 'g')`
const mentions = (text: string): string => `${digitsOf(text)} like '%' || $2 || '%'`

const FIND_TICKETS = statement(
  'ticket.find_number',
  `select id, subject, answers from ticket
    where account_id = $1 and ($3 = any(numbers) or ${mentions('subject')} or ${mentions(`coalesce(answers::text, '')`)})`,
)
const FIND_MESSAGES = statement(
  'ticket_message.find_number',
  `select ticket_id, id, text from ticket_message where account_id = $1 and ${mentions('text')}`,
)
const ERASE_TICKET = statement(
  'ticket.erase_number',
  `update ticket set numbers = array_remove(numbers, $3), subject = $4, answers = $5::jsonb
    where account_id = $1 and id = $2`,
)
const ERASE_MESSAGE = statement(
  'ticket_message.erase_number',
  'update ticket_message set text = $4 where account_id = $1 and ticket_id = $2 and id = $3',
)

interface TicketTexts {
  readonly id: string
  readonly subject: string
  readonly answers: Readonly<Record<string, string>> | null
}

interface MessageText {
  readonly ticket_id: string
  readonly id: string
  readonly text: string
}

/** Erases a person's number from the tickets of an account: from their lists of numbers, and masked from their texts. */
export async function eraseFromTickets(tx: Tx, account: AccountId, e164: string): Promise<void> {
  const number = numberInText(e164)
  for (const { id, subject, answers } of await ticketsWith(tx, account, e164, number)) {
    const shown = Object.entries(answers ?? {}).map(([name, text]) => [name, number.masked(text)])
    const masked = answers === null ? null : JSON.stringify(Object.fromEntries(shown))
    await tx.run(ERASE_TICKET, [account, id, e164, number.masked(subject), masked])
  }
  for (const { ticket_id: ticket, id, text } of await messagesWith(tx, account, number)) {
    const masked = number.masked(text)
    if (masked !== text) await tx.run(ERASE_MESSAGE, [account, ticket, id, masked])
  }
}

/** True where a ticket of the account lists or mentions the number. */
export async function isInTickets(db: Tx, account: AccountId, e164: string): Promise<boolean> {
  const number = numberInText(e164)
  if ((await ticketsWith(db, account, e164, number)).length > 0) return true
  return (await messagesWith(db, account, number)).some(({ text }) => number.masked(text) !== text)
}

const ticketsWith = (db: Tx, account: AccountId, e164: string, { digits }: NumberInText) =>
  db.run<TicketTexts>(FIND_TICKETS, [account, digits, e164])

const messagesWith = (db: Tx, account: AccountId, { digits }: NumberInText) =>
  db.run<MessageText>(FIND_MESSAGES, [account, digits])
