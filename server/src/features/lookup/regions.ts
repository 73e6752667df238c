import { readFileSync } from 'node:fs'
import type { Region } from '@hongyan/contract/endpoints/lookup'

/**
 * Reads countries from a file: comma-separated without quotes, a header, `#` begins a comment line. By English name.
 */
export function readRegions(file: string): readonly Region[] {
  const [, ...rows] = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const order = new Intl.Collator('en')
  return rows
    .map((line): Region => {
      const [iso2 = '', iso3 = '', code = '', en = '', zh = ''] = line.split(',')
      return { iso2, iso3, code, en, zh }
    })
    .toSorted((one, other) => order.compare(one.en, other.en))
}
