import type { ErrorCode } from '@hongyan/contract/errors'
import type { MessageId } from '@hongyan/contract/ids'
import { logs as limits, sendApi } from '@hongyan/contract/limits/messaging'
import { decimalOf, isStorable, parseMicros } from '@hongyan/contract/money'
import { MessageScene, MessageStatus } from '@hongyan/contract/vocabulary/message'
import { RECORD_ID } from '@hongyan/contract/record-id'
import { daysBefore } from '../../../lib/calendar-day.ts'
import { oneOf, type Reader, rangeReaders, readAddress, type Readers, text, without } from '../../../ui/list/address.ts'
import { daysOf, type Range, type RangeSearch } from '../../../ui/list/range.ts'

/** The choices of the filter by money. Every message but a refused recipient of an accepted request has a price. */
export const moneyChoices = {
  accepted: 'charged,held,released',
  charged: 'charged',
  held: 'held',
  released: 'released',
  free: 'free',
} as const

/** The filter of the list's call. Days are in the account's time zone, both included. */
export interface LogFilter extends Range {
  /** Statuses with commas between them. */
  status?: string
  recipient?: string
  ref?: string
  country?: string
  scene?: MessageScene
  signature?: string
  template?: string
  credential?: string
  /** The id of a broadcast, or `any`. */
  broadcast?: string
  error?: string
  upstream?: string
  /** Several with commas between them. */
  money?: string
  price_min?: string
  price_max?: string
  billed_undelivered?: 'true'
}

/** True where a number, a reference or one broadcast is looked for: without days, among all that is kept. */
export const isOfAllTime = ({ recipient, ref, broadcast }: LogFilter): boolean =>
  recipient !== undefined || ref !== undefined || (broadcast !== undefined && broadcast !== 'any')

/** The search parameters: the filter, and the message in the open sheet. */
export interface LogSearch extends LogFilter, RangeSearch {
  open?: string
}

/** The router passes a text of digits as a number, and `true` as a truth value. */
const typed =
  (read: (text: string) => string | null): Reader<string> =>
  (param) =>
    text(read)(typeof param === 'number' || typeof param === 'boolean' ? String(param) : param)

const matching =
  (pattern: RegExp) =>
  (param: string): string | null =>
    pattern.test(param) ? param : null

/** Stands for every broadcast. */
export const ANY = 'any'

/** Parses the id of a message; null for an invalid one. */
export const readId = (param: string): MessageId | null => (RECORD_ID.test(param) ? (param as MessageId) : null) // the brand's pattern

/** The moment in the id of a message: the first 48 bits of a UUIDv7. */
export const momentOf = (id: MessageId | null): string | null =>
  id === null ? null : new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toISOString()

/** Parses a reference: an id of ours, or the customer's own text. */
export function readRef(param: string): string | null {
  const ref = param.trim()
  return ref.length > 0 && ref.length <= sendApi.labelMax ? ref : null
}

/** Parses a number without the marks that people write; null for another text. */
function readRecipient(param: string): string | null {
  const digits = param.replaceAll(/[\s().-]/g, '')
  return limits.recipient.test(digits) ? digits : null
}

/** The errors that a message can end with. */
export const messageErrors = [
  'undelivered',
  'expired',
  'blocked_by_carrier',
  'upstream_refused',
  'no_upstream_available',
  'upstream_auth_failed',
  'mapping_missing',
  'not_handed_over',
  'outcome_unknown',
  'no_route',
  'cancelled',
  'recipient_blocked',
  'opted_out',
  'quiet_hours',
  'geo_restricted',
  'own_numbers_only',
  'home_country_only',
  'signature_restricted',
  'carrier_filing_pending',
  'pre_approved_numbers',
  'recipient_rate_limited',
  'day_cap_reached',
  'country_cap_reached',
  'account_suspended',
] as const satisfies readonly ErrorCode[]

/** Parses the code of a channel's link, or `standard`. */
const readUpstream = (param: string): string | null => matching(/^[a-z\d_-]{1,32}$/)(param.trim().toLowerCase())

/** Parses a price of up to six decimals. */
export function readPrice(param: string): string | null {
  const micros = parseMicros(param.trim())
  return micros === null || micros < 0n || !isStorable(micros) ? null : decimalOf(micros).replace(/\.?0+$/, '')
}

/** Parses one search text: a phone number or its last digits, else a reference. */
export function readEither(param: string): Pick<LogFilter, 'recipient' | 'ref'> | null {
  const recipient = readRecipient(param)
  if (recipient !== null) return { recipient }
  const ref = readRef(param)
  return ref === null ? null : { ref }
}

const statuses = Object.values(MessageStatus)

/** The statuses in a filter, in the order of their numbers. */
export function statusesIn(param = ''): readonly MessageStatus[] {
  const named = param.split(',')
  return statuses.filter((status) => named.includes(String(status)))
}

/** Parses statuses with commas between them; null without a known one. */
export const readStatuses = (param: string): string | null => statusesIn(param).join(',') || null

const readers: Readers<LogSearch> = {
  ...rangeReaders,
  status: typed(readStatuses),
  recipient: typed(readRecipient),
  ref: typed(readRef),
  country: typed(matching(/^[A-Z]{2}$/)),
  scene: oneOf(Object.values(MessageScene)),
  signature: typed(readId),
  template: typed(matching(/^[\w-]{3,48}$/)),
  credential: typed((param) => (param === 'none' ? param : readId(param))),
  broadcast: typed((param) => (param === ANY ? param : readId(param))),
  error: typed(matching(/^[a-z\d_]{2,48}$/)),
  upstream: typed(readUpstream),
  money: typed(matching(/^(?:free|held|charged|released)(?:,(?:held|charged|released))*$/)),
  price_min: typed(readPrice),
  price_max: typed(readPrice),
  billed_undelivered: (param) => (String(param) === 'true' ? 'true' : undefined),
  open: typed(readRef),
}

export const readSearch = (search: object): LogSearch => readAddress<LogSearch>(readers, search)

/** The search of the list behind a sheet. */
export const listSearch = (search: LogSearch): LogSearch => without(search, 'open')

/** The filter of the call on a day in the account's time zone. */
export const filterOf = (search: LogSearch, today: string): LogFilter => ({
  ...without(listSearch(search), 'period', 'from', 'to'),
  ...daysOf(search, today),
})

/**
 * The search of the form of an export: the days of the log, at most the last 92 of them, and its other filters. A log of
 * the last 24 hours has two days, and one of all time as many as an export.
 */
export function exportOf(filter: LogFilter, today: string) {
  const { from: chosen, to = today, ...others } = filter
  const first = daysBefore(to, limits.maxDays - 1)
  const usual = filter.to === undefined && !isOfAllTime(filter) ? daysBefore(today, 1) : first
  const from = chosen ?? usual
  const where = new URLSearchParams(Object.entries(others).map(([name, value]) => [name, String(value)])).toString()
  return {
    new: 'messages',
    from: from < first ? first : from,
    to: from > to ? from : to,
    ...(where && { where }),
  } as const
}
