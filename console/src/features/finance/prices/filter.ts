import type { SearchSchemaInput } from '@tanstack/react-router'

/** What the address says of the list: the words that countries are looked for by. */
export interface PriceFilter {
  q?: string
}

/** Reads the filter from the address; a calling code may have arrived as a number. */
export function priceFilter({ q }: { q?: unknown } & SearchSchemaInput): PriceFilter {
  const words = typeof q === 'number' ? String(q) : q
  return typeof words === 'string' && words !== '' ? { q: words } : {}
}
