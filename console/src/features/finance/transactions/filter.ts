import { parseMicros } from '@hongyan/contract/money'
import {
  type PaymentChannel,
  paymentChannels,
  TradeDirection,
  TradeType,
  TransactionStatus,
} from '@hongyan/contract/vocabulary/payment'

/** What narrows the list. Days are those of the account's zone. */
export interface TransactionFilter {
  from?: string
  to?: string
  type?: TradeType
  direction?: TradeDirection
  channel?: PaymentChannel
  status?: TransactionStatus
  amount_min?: string
  amount_max?: string
  id?: string
}

/** What the address says: the filter, and the transaction whose sheet is open. */
export interface TransactionSearch extends TransactionFilter {
  open?: string
}

type Reader<Value> = (said: unknown) => Value | undefined

const DAY = /^20\d{2}-\d{2}-\d{2}$/
const UUID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
const NAMED = /^(?:\d{4}-\d{2}-\d{2}-sms|held-sms)$/

/** An id as somebody pastes it; null for what cannot be one. */
export function readId(typed: string): string | null {
  const id = typed.trim().toLowerCase()
  return UUID.test(id) || NAMED.test(id) ? id : null
}

/** An amount as somebody types it, without sign, as an exact decimal; null for what is none (ruling 3). */
export function readAmount(typed: string): string | null {
  const plain = typed.normalize('NFKC').replace(/[,\s$¥]/g, '')
  return parseMicros(plain) === null || plain.startsWith('-') ? null : plain
}

/** A day of the calendar; null for what is none. */
export function readDay(typed: string): string | null {
  const at = new Date(`${typed}T00:00:00Z`)
  return DAY.test(typed) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(typed) ? typed : null
}

const text =
  (read: (typed: string) => string | null): Reader<string> =>
  (said) =>
    typeof said === 'string' ? (read(said) ?? undefined) : undefined
const oneOf =
  <Value>(values: readonly Value[]): Reader<Value> =>
  (said) =>
    values.find((value) => value === said)
/** An amount may have arrived as a number. */
const amount: Reader<string> = (said) =>
  typeof said === 'string' || typeof said === 'number' ? (readAmount(String(said)) ?? undefined) : undefined

const readers: { readonly [Name in keyof Required<TransactionSearch>]: Reader<TransactionSearch[Name]> } = {
  from: text(readDay),
  to: text(readDay),
  type: oneOf(Object.values(TradeType)),
  direction: oneOf(Object.values(TradeDirection)),
  channel: oneOf(paymentChannels),
  status: oneOf(Object.values(TransactionStatus)),
  amount_min: amount,
  amount_max: amount,
  id: text(readId),
  open: (said) => (typeof said === 'string' && said !== '' ? said : undefined),
}

/** Reads the address. What makes no sense is left out, as is the end of a range that is before its beginning. */
export function readSearch(search: object): TransactionSearch {
  const said = new Map(Object.entries(search))
  const read = Object.entries(readers).flatMap(([name, reader]) => {
    const value = reader(said.get(name))
    return value === undefined ? [] : [[name, value] as const]
  })
  const found: TransactionSearch = Object.fromEntries(read)
  const { to, ...rest } = found
  return to === undefined || (found.from !== undefined && found.from > to) ? rest : found
}

export const filterOf = (search: TransactionSearch): TransactionFilter => withPart(search, 'open', undefined)

/** Whether something but the days narrows the list, which the totals then do not follow. */
export const isNarrowed = ({ from: _from, to: _to, ...others }: TransactionFilter): boolean =>
  Object.keys(others).length > 0

export const isFiltered = (filter: TransactionFilter): boolean => Object.keys(filter).length > 0

/** The filter with one part changed, or taken out. */
export function withPart<Name extends keyof TransactionSearch>(
  search: TransactionSearch,
  name: Name,
  value: TransactionSearch[Name] | undefined,
): TransactionSearch {
  const { [name]: _, ...others } = search
  return value === undefined ? others : { ...search, [name]: value }
}
