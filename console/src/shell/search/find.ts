import { search as limits } from '@hongyan/contract/limits/screens'
import { Locale } from '@hongyan/contract/vocabulary/account'
import type { Keywords } from './keywords.ts'

/** A page or an action that the search can find, named in the current language. */
export interface Place {
  /** Results with one id are one result. */
  readonly id: string
  readonly name: string
  /** The page's address without its query; empty for an action. */
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

/** Hyphens count as spaces: people type top-up, top up and auto-recharge. */
const normal = (text: string): string =>
  text
    .trim()
    .replace(/[\s-]+/g, ' ')
    .toLowerCase()

/** A query under two characters finds nothing and clears the results (specification section 2, "Route search"). */
export const isTooShort = (query: string): boolean => normal(query).length < limits.minCharacters

/** The fits of a query in a text, best first. */
const EXACT = 0
const PREFIX = 1
const INSIDE = 2
/** Behind every match of a text. */
const PATTERN = 3

interface Match {
  /** Decides first. */
  readonly fit: number
  readonly reason: Reason
}

/** Returns how a text contains a query: as a whole, at the start of a word, inside, or not at all. */
function fitOf(text: string, query: string): number | null {
  const lower = normal(text)
  if (lower === query) return EXACT
  if (` ${lower}`.includes(` ${query}`)) return PREFIX
  return lower.includes(query) ? INSIDE : null
}

function byName(name: string, query: string): Match | null {
  const fit = fitOf(name, query)
  if (fit === null) return null
  const lower = normal(name)
  const from = fit === INSIDE ? lower.indexOf(query) : ` ${lower}`.indexOf(` ${query}`)
  return { fit, reason: { by: 'name', from, to: from + query.length } }
}

function byKeyword({ en, zh }: Keywords, query: string): Match | null {
  const matches = [...en, ...zh].flatMap((keyword): readonly Match[] => {
    const fit = fitOf(keyword, query)
    return fit === null ? [] : [{ fit, reason: { by: 'keyword', keyword } }]
  })
  return best(matches)
}

function byPattern({ enPattern, zhPattern }: Keywords, query: string, locale: Locale): Match | null {
  const fits = enPattern?.test(query) || (locale === Locale.SimplifiedChinese && zhPattern?.test(query))
  return fits ? { fit: PATTERN, reason: { by: 'pattern' } } : null
}

/** An address is matched as it is written, and by its words: /sms/signatures by signatures. */
function byPath(path: string, query: string): Match | null {
  const fit = fitOf(path, query) ?? fitOf(path.replaceAll('/', ' '), query)
  return fit === null ? null : { fit, reason: { by: 'path' } }
}

/** The match that fits best; of equal ones the first. */
const best = (matches: readonly (Match | null)[]): Match | null =>
  matches.reduce((one, other) => (other !== null && (one === null || other.fit < one.fit) ? other : one), null)

/** The best match of a place. Of equal ones the name counts before keywords, and these before the address. */
function match({ name, path, keywords }: Place, query: string, locale: Locale): Match | null {
  const ofKeywords = keywords ? [byKeyword(keywords, query), byPattern(keywords, query, locale)] : []
  return best([byName(name, query), ...ofKeywords, byPath(path, query)])
}

const order: Readonly<Record<Reason['by'], number>> = { name: 0, keyword: 1, path: 2, pattern: 3 }

/** The places that match a query, best match first, each id once. */
export function find<Of extends Place>(places: readonly Of[], query: string, locale: Locale): readonly Found<Of>[] {
  if (isTooShort(query)) return []
  const matches = places.flatMap((place) => {
    const matched = match(place, normal(query), locale)
    return matched ? [{ place, ...matched }] : []
  })
  const nearest = matches.toSorted((one, other) => one.fit - other.fit || order[one.reason.by] - order[other.reason.by])
  const first = new Map(nearest.toReversed().map((each) => [each.place.id, each]))
  return nearest.filter((each) => first.get(each.place.id) === each).map(({ place, reason }) => ({ place, reason }))
}
