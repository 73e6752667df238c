import type { Plugin } from 'vite'

const PAGING = './infiniteQueryBehavior.js'
const SLOT = '\0infinite-queries:slot'
const FILLED = '\0infinite-queries:filled'

const slot = `
let behavior
export const fill = (own) => { behavior = own }
export const infiniteQueryBehavior = (pages) => behavior(pages)`

const filled = (paging: string): string => `
import { fill } from ${JSON.stringify(SLOT)}
import { infiniteQueryBehavior } from ${JSON.stringify(paging)}
fill(infiniteQueryBehavior)
export { hasNextPage, hasPreviousPage } from ${JSON.stringify(paging)}`

/**
 * Loads the paging of infinite queries with their observer, so with the first list, instead of with every query. Only
 * an observer makes a query infinite, so the slot is filled before the first such query fetches.
 */
export function infiniteQueries(): Plugin {
  let paging = ''
  return {
    name: 'hongyan:infinite-queries',
    enforce: 'pre',
    apply: 'build',
    async resolveId(source, importer = '') {
      if (source === SLOT) return SLOT
      if (source !== PAGING) return null
      if (importer.endsWith('/query.js')) return SLOT
      paging = (await this.resolve(source, importer, { skipSelf: true }))?.id ?? this.error(`${source} is missing`)
      return FILLED
    },
    load(id) {
      if (id === SLOT) return slot
      return id === FILLED ? filled(paging) : null
    },
  }
}
