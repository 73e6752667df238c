import { readFileSync } from 'node:fs'
import { HighRiskReason } from '@hongyan/contract/vocabulary/country'

/** The high-risk countries by ISO 3166 alpha-2, each with its reason. */
export type HighRiskCountries = ReadonlyMap<string, HighRiskReason>

const reasons = Object.values(HighRiskReason)

/**
 * Reads high-risk countries from a file: comma-separated without quotes, a header, `#` begins a comment line. Throws
 * where a row has no known reason.
 */
export function readHighRisk(file: string): HighRiskCountries {
  const [, ...rows] = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    rows.map((line) => {
      const [iso2 = '', reason] = line.split(',')
      const known = reasons.find((one) => one === reason)
      if (known === undefined) throw new Error(`${file}: ${line} has no known reason`)
      return [iso2, known] as const
    }),
  )
}
