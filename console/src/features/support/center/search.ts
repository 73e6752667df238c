import { support as limits } from '@hongyan/contract/limits/support'
import {
  type RecordKind,
  recordKinds,
  type TicketCategory,
  ticketCategories,
} from '@hongyan/contract/vocabulary/support'
import { oneOf, readAddress, type Readers, text } from '../../../ui/list/address.ts'

/** The address of the form for a new ticket. */
export interface NewTicketSearch {
  /** The record that it is about, as `<kind>:<id>`. */
  about?: string
  /** The code of the error that led there. */
  code?: string
  /** The id of the request that failed. */
  request?: string
  category?: TicketCategory
}

interface About {
  readonly kind: RecordKind
  readonly id: string
}

const isId = (typed: string): boolean => typed.length <= limits.requestIdMax && /^[\w.:+-]+$/.test(typed)

/** Splits `<kind>:<id>`; null for an unknown kind, or an id that none can have. */
export function aboutOf(typed: string): About | null {
  const [name = ''] = typed.split(':', 1)
  const kind = recordKinds.find((each) => each === name)
  const id = typed.slice(name.length + 1)
  return kind !== undefined && isId(id) ? { kind, id } : null
}

const readers: Readers<NewTicketSearch> = {
  about: text((typed) => (aboutOf(typed) === null ? null : typed)),
  code: text((typed) => (/^[a-z\d_]{2,64}$/.test(typed) ? typed : null)),
  request: text((typed) => (isId(typed) ? typed : null)),
  category: oneOf(ticketCategories),
}

/** Parses the address of the form. Leaves out what no link of the console writes. */
export const readNewTicketSearch = (search: object): NewTicketSearch => readAddress<NewTicketSearch>(readers, search)
