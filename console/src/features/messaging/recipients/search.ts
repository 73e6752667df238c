import type { ListedRecipientId, MessageId } from '@hongyan/contract/ids'
import { logs as limits } from '@hongyan/contract/limits/messaging'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { listReasons, type ListReason, listSources, type ListSource } from '@hongyan/contract/vocabulary/recipient-list'
import { type Sort, sortColumns, sortsBy } from '@hongyan/contract/vocabulary/sorting'
import { readRecordId } from '@hongyan/contract/record-id'
import { oneOf, type Reader, rangeReaders, readAddress, type Readers, text, without } from '../../../ui/list/address.ts'
import { daysOf, type Range, type RangeSearch } from '../../../ui/list/range.ts'

/** The filter of the list's call. Days are in the account's time zone, both included. */
export interface RecipientFilter extends Range {
  reason?: ListReason
  scene?: MessageScene
  source?: ListSource
  recipient?: string
  id?: ListedRecipientId
  /** The message whose number the entries are of. */
  message?: MessageId
}

export type RecipientSort = Sort<(typeof sortColumns.recipients)[number]>

/** The newest first. */
export const initialSort: RecipientSort = '-created_at'

/** The search parameters: the filter, the order, and `add` for the open form. */
export interface RecipientSearch extends RecipientFilter, RangeSearch {
  sort?: RecipientSort
  form?: 'add' | 'import'
}

/** Parses a whole number or its last four digits, without the marks that people write. */
export function readRecipient(typed: string): string | null {
  const digits = typed.replaceAll(/[\s().-]/g, '')
  return limits.recipient.test(digits) ? digits : null
}

/** The router passes a text of digits as a number. */
const recipient: Reader<string> = (param) => text(readRecipient)(typeof param === 'number' ? String(param) : param)

const readers: Readers<RecipientSearch> = {
  ...rangeReaders,
  reason: oneOf(listReasons),
  scene: oneOf(Object.values(MessageScene)),
  source: oneOf(listSources),
  recipient,
  id: text(readRecordId) as Reader<ListedRecipientId>, // its pattern is that of the brand
  message: text(readRecordId) as Reader<MessageId>, // its pattern is that of the brand
  sort: oneOf(sortsBy(sortColumns.recipients)),
  form: oneOf(['add', 'import']),
}

export const readSearch = (search: object): RecipientSearch => readAddress<RecipientSearch>(readers, search)

/** The search of the list behind a form. */
export const listSearch = (search: RecipientSearch): RecipientSearch => without(search, 'form')

/** The filter of the call on a day in the account's time zone. */
export const filterOf = (search: RecipientSearch, today: string): RecipientFilter => ({
  ...without(listSearch(search), 'period', 'from', 'to', 'sort'),
  ...daysOf(search, today),
})
