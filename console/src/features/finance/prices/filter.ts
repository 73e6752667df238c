import type { SearchSchemaInput } from '@tanstack/react-router'

/** The search parameter of the list: the text that countries are searched by. */
export interface PriceFilter {
  q?: string
}

/** Parses the filter from the address. The router turns a calling code into a number. */
export function priceFilter({ q }: { q?: unknown } & SearchSchemaInput): PriceFilter {
  const text = typeof q === 'number' ? String(q) : q
  return typeof text === 'string' && text !== '' ? { q: text } : {}
}
