import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DAY } from '@hongyan/contract/durations'
import { parseNumber } from '@hongyan/contract/sms/number'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { dataFile } from '../../../data/data-file.ts'
import { readCsvRows } from '../../../kit/csv-rows.ts'
import { readCountryZones, readHolidays, readHoursRules, readNumberingAreas } from './rows.ts'

const rules = readHoursRules(dataFile('quiet-hours.csv'))
const holidays = readHolidays(dataFile('holidays.csv'))
const areas = readNumberingAreas(dataFile('numbering-areas.csv'))
const zones = readCountryZones(dataFile('country-zones.csv'))

const folder = mkdtempSync(path.join(tmpdir(), 'quiet-hours-'))
const fileOf = (text: string): string => {
  const file = path.join(folder, 'rows.csv')
  writeFileSync(file, text)
  return file
}

const HEADER = 'country,region,days,from,to,holidays,contacts_day,contacts_week,kind,source,confidence,checked_on'
const hoursOf = (days: string, from: string, to: string) =>
  readHoursRules(fileOf(`${HEADER}\nSE,,${days},${from},${to},yes,,3,law,https://example.com,high,2026-11-22\n`))

test('one row is the default, and no two rows of a place share a day', () => {
  expect(rules.filter(({ country }) => country === '*')).toMatchObject([{ region: null, kind: 'default' }])
  const days = rules.flatMap(({ country, region, days: on }) => [...on].map((day) => `${country} ${region} ${day}`))
  expect(new Set(days).size).toBe(days.length)
})

test('days are one day, or the first and the last of several', () => {
  expect([...(hoursOf('Sat', '09:00', '20:00')[0]?.days ?? [])]).toEqual([6])
  expect([...(hoursOf('Mon-Sun', '09:00', '20:00')[0]?.days ?? [])]).toEqual([1, 2, 3, 4, 5, 6, 0])
  expect(hoursOf('Fri-Mon', '09:30', '20:00')[0]).toMatchObject({ from: 570, to: 1_200, contacts: { week: 3 } })
  expect([...(hoursOf('Fri-Mon', '09:30', '20:00')[0]?.days ?? [])]).toEqual([5, 6, 0, 1])
})

test('a wrong row is named with its column', () => {
  expect(() => hoursOf('Someday', '09:00', '20:00')).toThrow(/row 1: days/)
  expect(() => hoursOf('Mon-Tue-Wed', '09:00', '20:00')).toThrow(/row 1: days/)
  expect(() => hoursOf('Mon', '9:00', '20:00')).toThrow(/row 1: from/)
  expect(() => hoursOf('Mon', '20:00', '20:00')).toThrow(/row 1: to: is not later/)
  expect(() => readCountryZones(fileOf('country,zones\nSE,Europe/Nowhere\n'))).toThrow(/row 1: zones: names a zone/)
})

/** The Sunday of Easter by the tables of the church: the Paschal full moon and the Sunday after it. */
function easter(year: number): number {
  const golden = (year % 19) + 1
  const century = Math.floor(year / 100) + 1
  const skipped = Math.floor((3 * century) / 4) - 12
  const moon = Math.floor((8 * century + 5) / 25) - 5
  const epact = (((11 * golden + 20 + moon - skipped) % 30) + 30) % 30
  const full = 44 - (epact === 24 || (epact === 25 && golden > 11) ? epact + 1 : epact)
  const fullMoon = Date.UTC(year, 2, full < 21 ? full + 30 : full)
  return fullMoon + (7 - new Date(fullMoon).getUTCDay()) * DAY
}

const datesOf = (country: string, year: number): readonly string[] =>
  holidays
    .filter(({ country: of, date }) => of === country && new Date(date).getUTCFullYear() === year)
    .map(({ date }) => new Date(date).toISOString().slice(5, 10))

const dayOf = (date: number): string => new Date(date).toISOString().slice(5, 10)

test.each([2026, 2027, 2028])('the holidays of France and Colombia in %i are those of their laws', (year) => {
  const sunday = easter(year)
  const monday = (month: number, day: number): string => {
    const date = Date.UTC(year, month - 1, day)
    return dayOf(date + ((8 - new Date(date).getUTCDay()) % 7) * DAY)
  }
  const after = (days: number): string => dayOf(sunday + days * DAY)
  const france = [
    '01-01',
    '05-01',
    '05-08',
    '07-14',
    '08-15',
    '11-01',
    '11-11',
    '12-25',
    after(1),
    after(39),
    after(50),
  ]
  expect(datesOf('FR', year)).toEqual(france.toSorted())
  const moved = [
    [1, 6],
    [3, 19],
    [6, 29],
    [8, 15],
    [10, 12],
    [11, 1],
    [11, 11],
  ] as const
  const colombia = [
    ...'01-01 05-01 07-20 08-07 12-08 12-25'.split(' '),
    ...moved.map(([month, day]) => monday(month, day)),
    ...[-3, -2, 43, 64, 71].map(after),
  ]
  expect(datesOf('CO', year)).toEqual(colombia.toSorted())
})

test('Corpus Christi of 2026 is kept in Colombia on Monday 8 June', () => {
  expect(datesOf('CO', 2026)).toContain('06-08')
})

test('every country whose marketing keeps holidays has those of three years', () => {
  const keeping = [...new Set(rules.filter(({ holidays: open }) => !open).map(({ country }) => country))]
  expect(keeping).toEqual(['CO', 'FR'])
  for (const country of keeping) {
    expect([2026, 2027, 2028].map((year) => datesOf(country, year).length)).not.toContain(0)
  }
})

const LINES = ['FIXED_LINE', 'MOBILE', 'FIXED_LINE_OR_MOBILE']

/** The areas in which the numbering plan has lines of a country. */
const areasIn = (country: 'US' | 'CA'): readonly string[] =>
  Array.from({ length: 800 }, (_, at) => String(at + 200)).filter((area) => {
    const number = parseNumber(`+1${area}2345678`, null)
    return number.ok && number.valid && number.iso === country && LINES.includes(number.type ?? '')
  })

test.each(['US', 'CA'] as const)('every numbering area of %s is known once, with its regions and zones', (country) => {
  const known = areas.filter((one) => one.country === country).map(({ area }) => area)
  expect(new Set(known).size).toBe(known.length)
  const inService = areasIn(country)
  expect(inService.length).toBeGreaterThan(50)
  expect(inService.filter((area) => !known.includes(area))).toEqual([])
})

test('areas name the 51 states and 13 provinces and territories', () => {
  const regionsOf = (country: string) =>
    new Set(areas.filter((one) => one.country === country).flatMap(({ regions }) => regions))
  expect(regionsOf('US').size).toBe(51)
  expect([...regionsOf('CA')].toSorted()).toEqual('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '))
  const places = rules.filter(({ region }) => region !== null)
  expect(places.every(({ country, region }) => regionsOf(country).has(region ?? ''))).toBe(true)
})

test.each([
  ['713', ['TX'], ['America/Chicago']],
  ['915', ['TX'], ['America/Denver']],
  ['850', ['FL'], ['America/New_York', 'America/Chicago']],
  ['907', ['AK'], ['America/Anchorage', 'America/Adak']],
  ['606', ['KY'], ['America/New_York', 'America/Chicago', 'America/Kentucky/Monticello']],
  ['902', ['NS', 'PE'], ['America/Halifax']],
])('area %s lies in %j and %j', (area, regions, in_) => {
  expect(areas.find((one) => one.area === area)).toMatchObject({ regions, zones: in_ })
})

test('every country and territory has zones, and China its legal one alone', () => {
  const known = new Map(zones.map(({ country, zones: names }) => [country, names]))
  const named = readCsvRows(dataFile('regions.csv'), z.object({ iso2: z.string() })).map(({ iso2 }) => iso2)
  // Bouvet Island and Heard Island have neither inhabitants nor numbers.
  expect(named.filter((country) => !known.has(country)).toSorted()).toEqual(['BV', 'HM'])
  expect(known.get('CN')).toEqual(['Asia/Shanghai'])
})
