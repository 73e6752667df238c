import { InvoiceStatus } from '@hongyan/contract/vocabulary/payment'
import { type Sort, sortColumns, sortsBy } from '@hongyan/contract/vocabulary/sorting'
import { readRecordId } from '@hongyan/contract/record-id'
import { oneOf, readAddress, type Readers, text, without } from '../../../ui/list/address.ts'

/** The filter of the list. Months are in the account's time zone. */
export interface InvoiceFilter {
  status?: InvoiceStatus
  from?: string
  to?: string
  overdue?: true
}

export type InvoiceSort = Sort<(typeof sortColumns.invoices)[number]>

/** The newest period first. */
export const initialSort: InvoiceSort = '-from'

/** The search parameters: the filter, and the invoice in the open sheet. */
export interface InvoiceSearch extends InvoiceFilter {
  open?: string
  sort?: InvoiceSort
}

const MONTH = /^20\d{2}-(?:0[1-9]|1[0-2])$/

const month = text((typed) => (MONTH.test(typed) ? typed : null))

const readers: Readers<InvoiceSearch> = {
  status: oneOf(Object.values(InvoiceStatus)),
  from: month,
  to: month,
  overdue: oneOf([true]),
  open: text(readRecordId),
  sort: oneOf(sortsBy(sortColumns.invoices)),
}

export const readSearch = (search: object): InvoiceSearch => readAddress<InvoiceSearch>(readers, search)

export const filterOf = (search: InvoiceSearch): InvoiceFilter => without(search, 'open', 'sort')
