import type { Region } from '@hongyan/contract/endpoints/lookup'
import type { SendingCountry } from '@hongyan/contract/endpoints/messaging/countries'
import { expect, test } from 'vitest'
import { foundRows, rowsOf } from './rows.ts'

const region = (iso2: string, iso3: string, en: string, zh: string): Region => ({ iso2, iso3, code: '', en, zh })
const regions = [
  region('US', 'USA', 'United States', '美国'),
  region('NG', 'NGA', 'Nigeria', '尼日利亚'),
  region('NE', 'NER', 'Niger', '尼日尔'),
  region('RE', 'REU', 'Réunion', '留尼汪'),
  region('AQ', 'ATA', 'Antarctica', '南极洲'),
]
const sending = (iso2: string, change: Partial<SendingCountry> = {}): SendingCountry => ({
  iso2,
  unit_price: '0.010000',
  enabled: false,
  home: false,
  high_risk: null,
  ...change,
})
const list = [
  sending('NE'),
  sending('NG', { high_risk: 'pumping' }),
  sending('RE'),
  sending('US', { enabled: true, home: true }),
]
const rows = rowsOf(list, regions, 'en')
const found = (search: Parameters<typeof foundRows>[1]) => foundRows(rows, search).map(({ iso2 }) => iso2)

test('the countries with a price are listed by name in the language of the viewer, the home country first', () => {
  expect(rows.map(({ name }) => name)).toEqual(['United States', 'Niger', 'Nigeria', 'Réunion'])
  expect(rowsOf(list, regions, 'zh-CN').map(({ name }) => name)).toEqual(['美国', '留尼汪', '尼日尔', '尼日利亚'])
})

test('a country is found by its names and codes, a code before a name', () => {
  expect(found({ q: 'ne' })).toEqual(['NE'])
  expect(found({ q: 'nig' })).toEqual(['NE', 'NG'])
  expect(found({ q: 'reunion' })).toEqual(['RE'])
  expect(found({ q: '尼日利亚' })).toEqual(['NG'])
  expect(found({ q: 'antarctica' })).toEqual([])
})

test('the enabled countries alone are shown, or the high-risk ones, also within a search', () => {
  expect(found({ show: 'enabled' })).toEqual(['US'])
  expect(found({ show: 'high-risk' })).toEqual(['NG'])
  expect(found({ show: 'high-risk', q: 'niger' })).toEqual(['NG'])
})
