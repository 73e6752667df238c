import { dataFile } from '../data/data-file.ts'
import type { AccountCommandDeps } from '../features/account/account/commands.ts'
import { countriesNamed } from '../features/messaging/countries/named.ts'
import { readHighRisk } from '../features/messaging/countries/high-risk.ts'
import { enableCountries } from '../features/messaging/countries/store.ts'
import type { IncidentDeps } from '../features/support/status/commands.ts'
import { readRegions } from '../features/lookup/regions.ts'

/** Adds the countries of a new account to the dependencies of the account commands. */
export function withCountries(parts: Pick<AccountCommandDeps, 'db' | 'clock'>): AccountCommandDeps {
  const regions = readRegions(dataFile('regions.csv')).map(({ iso2 }) => iso2)
  const highRisk = readHighRisk(dataFile('high-risk-countries.csv'))
  return {
    ...parts,
    enableCountries,
    readCountries: (option, list) => countriesNamed(option, list, { regions, highRisk }),
  }
}

/** Adds the codes of all countries to the dependencies of the commands about incidents. */
export function withCountryCodes(parts: Pick<IncidentDeps, 'pool' | 'clock'>): IncidentDeps {
  const codes = new Set(readRegions(dataFile('regions.csv')).map(({ iso2 }) => iso2))
  return { ...parts, isCountry: (iso2) => codes.has(iso2) }
}
