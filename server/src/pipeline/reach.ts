import type { ErrorCode } from '@hongyan/contract/errors'
import { homeCountry, TrustLevel } from '@hongyan/contract/vocabulary/account'
import type { Rules } from './message.ts'

/**
 * Level 0 writes to its own proved numbers, level 1 free text to its home country, and every level above to the countries
 * that the owner enabled (semantics D13). An account keeps its own proved numbers at every level.
 */
export function reachRefusal(
  rules: Rules,
  { to, country }: { readonly to: string; readonly country: string | null },
  isTemplate: boolean,
): ErrorCode | null {
  if (country === null) return 'no_route'
  if (!rules.strictTrust || rules.provedNumbers.includes(to)) return null
  if (rules.level === TrustLevel.New) return 'own_numbers_only'
  if (rules.level === TrustLevel.Paid && !isTemplate && country !== homeCountry[rules.partition]) {
    return 'home_country_only'
  }
  if (rules.countries !== null && !rules.countries.has(country)) return 'geo_restricted'
  return null
}
