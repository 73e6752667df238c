import { decimalOf, parseMicros } from '@hongyan/contract/money'
import { readAmount } from '@hongyan/contract/typed-amount'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import {
  type PaymentChannel,
  paymentChannels,
  TradeDirection,
  TradeType,
  TransactionStatus,
} from '@hongyan/contract/vocabulary/payment'

/** The filter of the list. Days are in the account's time zone. */
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

/** The search parameters: the filter, and the transaction in the open sheet. */
export interface TransactionSearch extends TransactionFilter {
  open?: string
}

type Reader<Value> = (param: unknown) => Value | undefined

const DAY = /^20\d{2}-\d{2}-\d{2}$/
const UUID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
const NAMED = /^(?:\d{4}-\d{2}-\d{2}-sms|held-sms)$/

/** Parses a pasted id; null for an invalid one. */
export function readId(typed: string): string | null {
  const id = typed.trim().toLowerCase()
  return UUID.test(id) || NAMED.test(id) ? id : null
}

/** Parses a typed amount into an exact decimal, as it stands in the address; null for an invalid one. */
export function readLimit(typed: string, currency: Currency): string | null {
  const amount = readAmount(typed, currency, 6)
  return amount === null ? null : decimalOf(amount).replace(/\.?0+$/, '')
}

/** Parses a calendar day; null for an invalid one. */
export function readDay(typed: string): string | null {
  const at = new Date(`${typed}T00:00:00Z`)
  return DAY.test(typed) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(typed) ? typed : null
}

const text =
  (read: (typed: string) => string | null): Reader<string> =>
  (param) =>
    typeof param === 'string' ? (read(param) ?? undefined) : undefined
const oneOf =
  <Value>(values: readonly Value[]): Reader<Value> =>
  (param) =>
    values.find((value) => value === param)
/** The router may pass an amount as a number. */
const amount: Reader<string> = (param) => {
  const exact = typeof param === 'number' ? String(param) : param
  return typeof exact === 'string' && (parseMicros(exact) ?? -1n) >= 0n ? exact : undefined
}

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
  open: (param) => (typeof param === 'string' && param !== '' ? param : undefined),
}

/** Parses the address. Leaves out invalid parts, and the end of a range that is before its beginning. */
export function readSearch(search: object): TransactionSearch {
  const param = new Map(Object.entries(search))
  const read = Object.entries(readers).flatMap(([name, reader]) => {
    const value = reader(param.get(name))
    return value === undefined ? [] : [[name, value] as const]
  })
  const found: TransactionSearch = Object.fromEntries(read)
  const { to, ...rest } = found
  return to === undefined || (found.from !== undefined && found.from > to) ? rest : found
}

export const filterOf = (search: TransactionSearch): TransactionFilter => withPart(search, 'open', undefined)

/**
 * The filter of the call. Top-ups that were never paid leave the list an hour after they were started, unless their
 * status or their ID is asked for.
 */
export const listQuery = (filter: TransactionFilter): TransactionFilter & { readonly abandoned?: 'false' } =>
  filter.status === undefined && filter.id === undefined ? { ...filter, abandoned: 'false' } : filter

/** True for a filter beyond the days, which the totals ignore. */
export const isNarrowed = ({ from: _from, to: _to, ...others }: TransactionFilter): boolean =>
  Object.keys(others).length > 0

export const isFiltered = (filter: TransactionFilter): boolean => Object.keys(filter).length > 0

/** Returns the search with one part set, or removed. */
export function withPart<Name extends keyof TransactionSearch>(
  search: TransactionSearch,
  name: Name,
  value: TransactionSearch[Name] | undefined,
): TransactionSearch {
  const { [name]: _, ...others } = search
  return value === undefined ? others : { ...search, [name]: value }
}
