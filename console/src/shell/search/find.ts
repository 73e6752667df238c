import { search as limits } from '@hongyan/contract/limits/screens'
import { Locale } from '@hongyan/contract/vocabulary/account'
import type { Keywords } from './keywords.ts'

/** A search result, named in the current language. */
export interface Place {
  readonly name: string
  readonly path: string
  readonly keywords: Keywords | undefined
}

/** Why a place matched: the characters of its name, or the keyword. */
export type Reason =
  | { readonly by: 'name'; readonly from: number; readonly to: number }
  | { readonly by: 'keyword'; readonly keyword: string }
  | { readonly by: 'path' | 'pattern' }

export interface Found<Of extends Place> {
  readonly place: Of
  readonly reason: Reason
}

const normal = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()

/** A query under two characters finds nothing and clears the results (specification section 2, "Route search"). */
export const isTooShort = (query: string): boolean => normal(query).length < limits.minCharacters

interface Match {
  readonly rank: number
  readonly reason: Reason
}

function byName(name: string, query: string): Match | null {
  const lower = name.toLowerCase()
  const from = lower.indexOf(query)
  if (from < 0) return null
  const atWord = ` ${lower}`.indexOf(` ${query}`)
  const start = atWord < 0 ? from : atWord
  return { rank: atWord < 0 ? 1 : 0, reason: { by: 'name', from: start, to: start + query.length } }
}

function byKeyword({ en, zh }: Keywords, query: string): Match | null {
  const all = [...en, ...zh]
  const starting = all.find((each) => each.toLowerCase().startsWith(query))
  const keyword = starting ?? all.find((each) => each.toLowerCase().includes(query))
  return keyword === undefined ? null : { rank: starting === undefined ? 3 : 2, reason: { by: 'keyword', keyword } }
}

function byPattern({ enPattern, zhPattern }: Keywords, query: string, locale: Locale): Match | null {
  const fits = enPattern?.test(query) || (locale === Locale.SimplifiedChinese && zhPattern?.test(query))
  return fits ? { rank: 4, reason: { by: 'pattern' } } : null
}

const byPath = (path: string, query: string): Match | null =>
  path.includes(query) ? { rank: 5, reason: { by: 'path' } } : null

function match({ name, path, keywords }: Place, query: string, locale: Locale): Match | null {
  return (
    byName(name, query) ??
    (keywords ? (byKeyword(keywords, query) ?? byPattern(keywords, query, locale)) : null) ??
    byPath(path, query)
  )
}

/** The places that match a query, best match first, each address once. */
export function find<Of extends Place>(places: readonly Of[], query: string, locale: Locale): readonly Found<Of>[] {
  if (isTooShort(query)) return []
  const matches = places.flatMap((place) => {
    const matched = match(place, normal(query), locale)
    return matched ? [{ place, ...matched }] : []
  })
  const nearest = matches.toSorted((one, other) => one.rank - other.rank)
  const first = new Map(nearest.toReversed().map((each) => [each.place.path, each]))
  return nearest.filter((each) => first.get(each.place.path) === each).map(({ place, reason }) => ({ place, reason }))
}
