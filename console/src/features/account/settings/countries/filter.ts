import { oneOf, readAddress, type Readers } from '../../../../ui/list/address.ts'

export const shows = ['enabled', 'high-risk'] as const

/** The search parameters of the list: the text that countries are searched by, and which of them are shown. */
export interface CountrySearch {
  q?: string
  show?: (typeof shows)[number]
}

const readers: Readers<CountrySearch> = {
  q: (param) => (typeof param === 'string' && param !== '' ? param : undefined),
  show: oneOf(shows),
}

export const readSearch = (search: object): CountrySearch => readAddress<CountrySearch>(readers, search)
