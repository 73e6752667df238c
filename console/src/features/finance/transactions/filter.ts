import { logs } from '@hongyan/contract/limits/messaging'
import { decimalOf, isStorable, parseMicros } from '@hongyan/contract/money'
import { readAmount } from '@hongyan/contract/typed-amount'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import {
  type PaymentChannel,
  paymentChannels,
  TradeDirection,
  TradeType,
  TransactionStatus,
} from '@hongyan/contract/vocabulary/payment'
import { type Sort, sortColumns, sortsBy } from '@hongyan/contract/vocabulary/sorting'
import { RECORD_ID } from '@hongyan/contract/record-id'
import { oneOf, rangeReaders, type Reader, readAddress, type Readers, text, without } from '../../../ui/list/address.ts'
import { daysBefore } from '../../../lib/calendar-day.ts'
import { daysOf, type Range, type RangeSearch } from '../../../ui/list/range.ts'

/** The filter of the list's call. Days are in the account's time zone. */
export interface TransactionFilter extends Range {
  type?: TradeType
  direction?: TradeDirection
  channel?: PaymentChannel
  status?: TransactionStatus
  amount_min?: string
  amount_max?: string
  id?: string
}

type TransactionSort = Sort<(typeof sortColumns.transactions)[number]>

/** The newest first. */
export const initialSort: TransactionSort = '-at'

/** The search parameters: the filter, which may name its days by a period, and the transaction in the open sheet. */
export interface TransactionSearch extends TransactionFilter, RangeSearch {
  open?: string
  sort?: TransactionSort
}

const NAMED = /^(?:\d{4}-\d{2}-\d{2}-sms|held-sms)$/

/** Parses a pasted id; null for an invalid one. */
export function readId(typed: string): string | null {
  const id = typed.trim().toLowerCase()
  return RECORD_ID.test(id) || NAMED.test(id) ? id : null
}

/** Parses a typed amount into an exact decimal, as it stands in the address; null for an invalid one. */
export function readLimit(typed: string, currency: Currency): string | null {
  const amount = readAmount(typed, currency, 6)
  return amount === null || !isStorable(amount) ? null : decimalOf(amount).replace(/\.?0+$/, '')
}

/** The router may pass an amount as a number. */
const amount: Reader<string> = (param) => {
  const exact = typeof param === 'number' ? String(param) : param
  if (typeof exact !== 'string') return undefined
  const micros = parseMicros(exact)
  return micros !== null && micros >= 0n && isStorable(micros) ? exact : undefined
}

const readers: Readers<TransactionSearch> = {
  ...rangeReaders,
  type: oneOf(Object.values(TradeType)),
  direction: oneOf(Object.values(TradeDirection)),
  channel: oneOf(paymentChannels),
  status: oneOf(Object.values(TransactionStatus)),
  amount_min: amount,
  amount_max: amount,
  id: text(readId),
  open: text((typed) => typed || null),
  sort: oneOf(sortsBy(sortColumns.transactions)),
}

export const readSearch = (search: object): TransactionSearch => readAddress<TransactionSearch>(readers, search)

/** The filter of the call on a day in the account's time zone. */
export const filterOf = (search: TransactionSearch, today: string): TransactionFilter => ({
  ...without(search, 'period', 'from', 'to', 'open', 'sort'),
  ...daysOf(search, today),
})

/**
 * The filter of the call. Top-ups that were never paid leave the list an hour after they were started, unless their
 * status or their ID is asked for.
 */
export const listQuery = (filter: TransactionFilter): TransactionFilter & { readonly abandoned?: 'false' } =>
  filter.status === undefined && filter.id === undefined ? { ...filter, abandoned: 'false' } : filter

/** The search of the form of an export: the days of the list, at most as many as an export has, and its other filters. */
export function exportOf(filter: TransactionFilter, today: string) {
  const { from: chosen, to = today, ...others } = listQuery(filter)
  const first = daysBefore(to, logs.maxDays - 1)
  const from = chosen === undefined || chosen < first ? first : chosen
  const where = new URLSearchParams(Object.entries(others).map(([name, value]) => [name, String(value)])).toString()
  return { new: 'transactions', from: from > to ? to : from, to, ...(where && { where }) } as const
}

/** True for a filter beyond the days, which the totals ignore. */
export const isNarrowed = ({ from: _from, to: _to, ...others }: TransactionFilter): boolean =>
  Object.keys(others).length > 0
