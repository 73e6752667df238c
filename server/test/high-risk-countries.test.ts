import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dataFile } from '../src/data/data-file.ts'
import { readRegions } from '../src/features/lookup/regions.ts'
import { readHighRisk } from '../src/features/messaging/countries/high-risk.ts'
import { countriesNamed } from '../src/features/messaging/countries/named.ts'

const file = dataFile('high-risk-countries.csv')
const regions = readRegions(dataFile('regions.csv')).map(({ iso2 }) => iso2)
const highRisk = readHighRisk(file)

test('every row of the file of high-risk countries is a country with a reason, a source and a day', () => {
  const [, ...rows] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
  expect(rows.map((row) => row.split(',')[0])).toEqual([...highRisk.keys()].toSorted())
  for (const row of rows) expect(row).toMatch(/^[A-Z]{2},[a-z]+,https:\/\/\S+( https:\/\/\S+)*,\d{4}-\d{2}-\d{2}$/)
  expect([...highRisk.keys()].filter((country) => !regions.includes(country))).toEqual([])
  expect(highRisk.has('US') || highRisk.has('CN')).toBe(false)
})

test('an operator names countries by their codes, or all that are not high-risk', () => {
  const named = (list: string) => countriesNamed('--countries', list, { regions, highRisk })
  expect(named('')).toEqual([])
  expect(named('GB, de,GB,NG')).toEqual(['GB', 'DE', 'NG'])
  expect(named('all')).toHaveLength(regions.length - highRisk.size)
  expect(named('all')).not.toContain('NG')
  expect(() => named('GB,Germany')).toThrow('--countries must be country codes such as GB,DE or all, not "GERMANY".')
})
