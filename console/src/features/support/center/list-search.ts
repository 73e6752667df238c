import type { TicketId } from '@hongyan/contract/ids'
import { type Sort, sortColumns, sortsBy } from '@hongyan/contract/vocabulary/sorting'
import {
  ticketCategories,
  type TicketCategory,
  ticketStates,
  type TicketState,
} from '@hongyan/contract/vocabulary/support'
import { RECORD_ID } from '@hongyan/contract/record-id'
import { oneOf, type Reader, readAddress, type Readers, text, without } from '../../../ui/list/address.ts'

/** The filter of the list's call. */
export interface TicketFilter {
  state?: TicketState
  category?: TicketCategory
  /** A part of the subject, or the number of a ticket. */
  text?: string
}

export type TicketSort = Sort<(typeof sortColumns.tickets)[number]>

/** The last changed first. */
export const initialSort: TicketSort = '-updated_at'

/** The search parameters of the support centre: the filter and order of its tickets. */
export interface SupportSearch extends TicketFilter {
  sort?: TicketSort
  /** The channel of support whose code is shown, as the address names it. */
  channel?: string
}

const TEXT_MAX = 64

/** Parses a part of a subject or a number; null for an empty or too long text. */
export function readText(typed: string): string | null {
  const tidy = typed.trim()
  return tidy !== '' && tidy.length <= TEXT_MAX ? tidy : null
}

/** The router passes a text of digits as a number. */
const typed =
  (read: (param: string) => string | null): Reader<string> =>
  (param) =>
    text(read)(typeof param === 'number' ? String(param) : param)

const listReaders: Readers<SupportSearch> = {
  state: oneOf(ticketStates),
  category: oneOf(ticketCategories),
  text: typed(readText),
  sort: oneOf(sortsBy(sortColumns.tickets)),
  channel: text((name) => name),
}

export const readSupportSearch = (search: object): SupportSearch => readAddress<SupportSearch>(listReaders, search)

export const filterOf = (search: SupportSearch): TicketFilter => without(search, 'sort', 'channel')

/** The id that a page's address names; null where it names none. */
export const readTicketId = (id: string): TicketId | null => (RECORD_ID.test(id) ? (id as TicketId) : null) // the brand's pattern
