import { timingSafeEqual } from 'node:crypto'
import { type AccountId, dashedId, TicketId } from '@hongyan/contract/ids'
import type { SecretBox } from '../../../kit/secret-box.ts'

interface Target {
  readonly account: AccountId
  readonly id: TicketId
}

const ID_BYTES = 16
const MAC_BYTES = 15
/** The digits of a token in base 32, which mail servers may write in capitals. */
const DIGITS = 50
const TOKEN = /^[0-9a-v]{50}$/
const BITS_A_DIGIT = 5n

/**
 * The token in the address for replies to a ticket: the ticket's id, and a keyed hash of it and its account. It ends
 * with the ticket and names no person.
 */
export function replyToken(secrets: Pick<SecretBox, 'hash'>, { account, id }: Target): string {
  const mac = secrets.hash(`${account} ${id}`, 'ticket.reply_address').subarray(0, MAC_BYTES)
  return BigInt(`0x${id.replaceAll('-', '')}${mac.toString('hex')}`)
    .toString(32)
    .padStart(DIGITS, '0')
}

/** The ticket that a token names, not yet proved; null for a text that is no token. */
export function ticketIn(token: string): TicketId | null {
  if (!TOKEN.test(token)) return null
  let value = 0n
  for (const digit of token) value = (value << BITS_A_DIGIT) | BigInt(Number.parseInt(digit, 32))
  const hex = value.toString(16).padStart(2 * (ID_BYTES + MAC_BYTES), '0')
  return TicketId.safeParse(dashedId(hex.slice(0, 2 * ID_BYTES))).data ?? null
}

/** True where the token was made for this ticket of this account. */
export function isReplyToken(secrets: Pick<SecretBox, 'hash'>, target: Target, token: string): boolean {
  const [given, expected] = [Buffer.from(token), Buffer.from(replyToken(secrets, target))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The address for replies to a ticket, by the mailbox of support. */
export const replyAddress = (mailbox: string, token: string): string => mailbox.replace('@', `+${token}@`)

/** The token of the first address that is the mailbox of support with one; null where none is. */
export function tokenIn(mailbox: string, addresses: readonly string[]): string | null {
  const [name = '', domain = ''] = mailbox.split('@')
  const start = `${name}+`
  const end = `@${domain}`
  const found = addresses.find((each) => each.startsWith(start) && each.endsWith(end))
  return found?.slice(start.length, -end.length) ?? null
}
