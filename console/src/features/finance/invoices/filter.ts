import { InvoiceStatus } from '@hongyan/contract/vocabulary/payment'
import { oneOf, readAddress, type Readers, text, without } from '../../../ui/list/address.ts'

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

const month = text((typed) => (MONTH.test(typed) ? typed : null))

const readers: Readers<InvoiceSearch> = {
  status: oneOf(Object.values(InvoiceStatus)),
  from: month,
  to: month,
  overdue: oneOf([true]),
  open: text((typed) => (UUID.test(typed) ? typed : null)),
}

export const readSearch = (search: object): InvoiceSearch => readAddress<InvoiceSearch>(readers, search)

export const filterOf = (search: InvoiceSearch): InvoiceFilter => without(search, 'open')

/** The number of filters that are set; a range of months counts once. */
export const countFilters = ({ from, to, ...others }: InvoiceFilter): number =>
  Object.keys(others).length + ((from ?? to) ? 1 : 0)
