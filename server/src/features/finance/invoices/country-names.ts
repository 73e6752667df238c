import type { Region } from '@hongyan/contract/endpoints/lookup'
import { Locale } from '@hongyan/contract/vocabulary/account'
import type { InvoicesDeps } from './deps.ts'

/** Names countries by their ISO codes; a code without a region is its own name. */
export function countryNames(regions: readonly Region[]): InvoicesDeps['countryName'] {
  const names = new Map(regions.map((region) => [region.iso2, region]))
  return (iso2, locale) => names.get(iso2)?.[locale === Locale.SimplifiedChinese ? 'zh' : 'en'] ?? iso2
}
