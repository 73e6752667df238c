import { setImmediate as yieldToOtherWork } from 'node:timers/promises'
import type { AccountId } from '@hongyan/contract/ids'
import { statement, type Tx } from '../../../db/tx.ts'
import { FIRST_ID } from '../../../kit/ids.ts'
import { type NumberInText, numberInText } from '../../../kit/number-in-text.ts'

/** The digits of a text alone. */
const digitsOf = (text: string): string => `regexp_replace(${text}, '[^0-9]', '', 'g')`
const mentions = (text: string): string => `${digitsOf(text)} like '%' || $2 || '%'`

/**
 * Rows that one statement searches. An account's tickets grow without end, and each row costs a replacement over its
 * whole text.
 */
const PAGE = 200

const FIND_TICKETS = statement(
  'ticket.find_number',
  `select id, subject, answers,
     $3 = any(numbers) or ${mentions('subject')} or ${mentions(`coalesce(answers::text, '')`)} as found
     from (
       select id, subject, answers, numbers from ticket where account_id = $1 and id > $4 order by id limit ${PAGE}) page
    order by id`,
)
const FIND_MESSAGES = statement(
  'ticket_message.find_number',
  `select ticket_id, id, case when ${mentions('text')} then text end as text
     from (
       select ticket_id, id, text from ticket_message
        where account_id = $1 and (ticket_id, id) > ($3::uuid, $4::uuid) order by ticket_id, id limit ${PAGE}) page
    order by ticket_id, id`,
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
  for await (const { id, subject, answers } of ticketsWith(tx, account, e164, number)) {
    const shown = Object.entries(answers ?? {}).map(([name, text]) => [name, number.masked(text)])
    const masked = answers === null ? null : JSON.stringify(Object.fromEntries(shown))
    await tx.run(ERASE_TICKET, [account, id, e164, number.masked(subject), masked])
  }
  for await (const { ticket_id: ticket, id, text } of messagesWith(tx, account, number)) {
    const masked = number.masked(text)
    if (masked !== text) await tx.run(ERASE_MESSAGE, [account, ticket, id, masked])
  }
}

/** True where a ticket of the account lists or mentions the number. */
export async function isInTickets(db: Tx, account: AccountId, e164: string): Promise<boolean> {
  const number = numberInText(e164)
  for await (const _ of ticketsWith(db, account, e164, number)) return true
  for await (const { text } of messagesWith(db, account, number)) if (number.masked(text) !== text) return true
  return false
}

type TicketFound = { readonly found: boolean } & TicketTexts
type MessageFound = Omit<MessageText, 'text'> & { readonly text: string | null }

/** Tickets that list the number or have its digits. */
async function* ticketsWith(
  db: Tx,
  account: AccountId,
  e164: string,
  { digits }: NumberInText,
): AsyncGenerator<TicketTexts> {
  for (let after: string | undefined = FIRST_ID; after !== undefined;) {
    const rows: readonly TicketFound[] = await db.run<TicketFound>(FIND_TICKETS, [account, digits, e164, after])
    yield* rows.filter(({ found }) => found)
    after = rows.length < PAGE ? undefined : rows.at(-1)?.id
    await yieldToOtherWork()
  }
}

/** Messages that have the digits of the number. */
async function* messagesWith(db: Tx, account: AccountId, { digits }: NumberInText): AsyncGenerator<MessageText> {
  let after: Pick<MessageText, 'ticket_id' | 'id'> | undefined = { ticket_id: FIRST_ID, id: FIRST_ID }
  while (after !== undefined) {
    const rows: readonly MessageFound[] = await db.run<MessageFound>(FIND_MESSAGES, [
      account,
      digits,
      after.ticket_id,
      after.id,
    ])
    for (const { text, ...key } of rows) if (text !== null) yield { ...key, text }
    after = rows.length < PAGE ? undefined : rows.at(-1)
    await yieldToOtherWork()
  }
}
