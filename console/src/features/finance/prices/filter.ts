import { oneOf, readAddress, type Readers } from '../../../ui/list/address.ts'
import { type PriceSort, priceSorts } from './countries.ts'

/** The search parameters of the list: the text that countries are searched by, and the order. */
export interface PriceSearch {
  q?: string
  sort?: PriceSort
}

/** The router turns a calling code into a number. */
function searchText(param: unknown): string | undefined {
  const typed = typeof param === 'number' ? String(param) : param
  return typeof typed === 'string' && typed !== '' ? typed : undefined
}

const readers: Readers<PriceSearch> = { q: searchText, sort: oneOf(priceSorts) }

export const readSearch = (search: object): PriceSearch => readAddress<PriceSearch>(readers, search)
