import { StartError } from '../../../kit/start-error.ts'
import type { HighRiskCountries } from './high-risk.ts'

export interface KnownCountries {
  readonly regions: readonly string[]
  readonly highRisk: HighRiskCountries
}

/**
 * Reads the countries of an option: codes separated by commas, `all` for every country that is not high-risk, or an empty
 * text for none. Throws a StartError that names an unknown code.
 */
export function countriesNamed(option: string, list: string, { regions, highRisk }: KnownCountries): readonly string[] {
  if (list === '') return []
  if (list === 'all') return regions.filter((country) => !highRisk.has(country))
  const named = [...new Set(list.split(',').map((country) => country.trim().toUpperCase()))]
  const unknown = named.find((country) => !regions.includes(country))
  if (unknown !== undefined)
    throw new StartError(`${option} must be country codes such as GB,DE or all, not "${unknown}".`)
  return named
}
