import { InvoiceStatus } from '@hongyan/contract/vocabulary/payment'

/** The filter of the list. Months are in the account's time zone. */
export interface InvoiceFilter {
  status?: InvoiceStatus
  from?: string
  to?: string
  overdue?: true
}

/** The search parameters: the filter, and the invoice in the open sheet. */
export interface InvoiceSearch extends InvoiceFilter {
  open?: string
}

const MONTH = /^20\d{2}-(?:0[1-9]|1[0-2])$/
const UUID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

const month = (text: unknown): string | undefined => (typeof text === 'string' && MONTH.test(text) ? text : undefined)

/** Parses the address. Leaves out invalid parts, and the end of a range that is before its beginning. */
export function readSearch(search: object): InvoiceSearch {
  const params = new Map<string, unknown>(Object.entries(search))
  const status = Object.values(InvoiceStatus).find((each) => each === params.get('status'))
  const [from, to] = [month(params.get('from')), month(params.get('to'))]
  const open = params.get('open')
  return {
    ...(status !== undefined && { status }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && (from === undefined || from <= to) && { to }),
    ...(params.get('overdue') === true && { overdue: true }),
    ...(typeof open === 'string' && UUID.test(open) && { open }),
  }
}

export const filterOf = (search: InvoiceSearch): InvoiceFilter => withPart(search, 'open', undefined)

export const isFiltered = (filter: InvoiceFilter): boolean => Object.keys(filter).length > 0

/** Returns the search with one part set, or removed. */
export function withPart<Name extends keyof InvoiceSearch>(
  search: InvoiceSearch,
  name: Name,
  value: InvoiceSearch[Name] | undefined,
): InvoiceSearch {
  const { [name]: _, ...others } = search
  return value === undefined ? others : { ...others, [name]: value }
}
