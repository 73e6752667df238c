import { oneOf, readAddress, type Readers } from '../../../ui/list/address.ts'

export const tabs = ['channels', 'routing', 'mappings', 'health'] as const
export type TabName = (typeof tabs)[number]

/** The search parameters: the tab, and what it shows. */
export interface UpstreamSearch {
  tab?: TabName
}

const readers: Readers<UpstreamSearch> = {
  tab: oneOf(tabs),
}

export const readSearch = (search: object): UpstreamSearch => readAddress<UpstreamSearch>(readers, search)
