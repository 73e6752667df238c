import {
  errorGroups,
  errorPage,
  type ErrorGroup,
  pagedErrors,
  type ShownErrorPage,
} from '@hongyan/contract/error-pages'
import type { Locale } from '@hongyan/contract/vocabulary/account'

export interface FoundGroup {
  readonly group: ErrorGroup
  readonly pages: readonly ShownErrorPage[]
}

const textOf = ({ code, number, word, what, todo, why }: ShownErrorPage): string =>
  [code, code.replaceAll('_', ' '), number, word, what, todo, why].join(' ').toLowerCase()

/** The pages that have every word of the query, by group. An empty query finds all. */
export function findErrors(query: string, locale: Locale): readonly FoundGroup[] {
  const words = query.toLowerCase().split(/\s+/)
  const found = pagedErrors
    .map((code) => errorPage(code, locale))
    .filter((page) => words.every((word) => textOf(page).includes(word)))
  return errorGroups
    .map((group) => ({ group, pages: found.filter((page) => page.group === group) }))
    .filter(({ pages }) => pages.length > 0)
}
