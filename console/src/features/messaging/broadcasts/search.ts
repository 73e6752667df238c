import {
  broadcastScenes,
  type BroadcastScene,
  type RecipientState,
  recipientStates,
} from '@hongyan/contract/vocabulary/broadcast'
import { SendJobStatus } from '@hongyan/contract/vocabulary/job'
import { oneOf, rangeReaders, readAddress, type Readers, text, without } from '../../../ui/list/address.ts'
import { daysOf, type Range, type RangeSearch } from '../../../ui/list/range.ts'

/** The filter of the list's call. Days are in the account's time zone, both included. */
export interface BroadcastFilter extends Range {
  status?: SendJobStatus
  scene?: BroadcastScene
  /** A part of the name or text. */
  text?: string
}

/** The search parameters of the list. */
export interface BroadcastSearch extends Omit<BroadcastFilter, 'from' | 'to'>, RangeSearch {}

/** The search parameters of one broadcast: the filter of its recipients. */
export interface RecipientsSearch {
  state?: RecipientState
}

const LONGEST = 64

/** Parses a part of a name or text; null where there is none, or too much. */
export function readText(typed: string): string | null {
  const part = typed.trim()
  return part.length > 0 && part.length <= LONGEST ? part : null
}

const readers: Readers<BroadcastSearch> = {
  ...rangeReaders,
  status: oneOf(Object.values(SendJobStatus)),
  scene: oneOf(broadcastScenes),
  // The router passes a text of digits as a number.
  text: (param) => text(readText)(typeof param === 'number' ? String(param) : param),
}

export const readSearch = (search: object): BroadcastSearch => readAddress<BroadcastSearch>(readers, search)

export const readRecipientsSearch = (search: object): RecipientsSearch =>
  readAddress<RecipientsSearch>({ state: oneOf(recipientStates) }, search)

/** The filter of the call on a day in the account's time zone. */
export const filterOf = (search: BroadcastSearch, today: string): BroadcastFilter => ({
  ...without(search, 'period', 'from', 'to'),
  ...daysOf(search, today),
})
