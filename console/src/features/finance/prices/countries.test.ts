import type { Price } from '@hongyan/contract/endpoints/finance/prices'
import { expect, test } from 'vitest'
import { matchingCountries, pricedCountries, sortedCountries } from './countries.ts'

const price = (iso2: string): Price => ({
  iso2,
  product: 'sms',
  unit_prices: { 1: '0.010000', 2: '0.020000', 3: null },
})
const regions = [
  { iso2: 'US', iso3: 'USA', code: '1', en: 'United States', zh: '美国' },
  { iso2: 'CA', iso3: 'CAN', code: '1', en: 'Canada', zh: '加拿大' },
  { iso2: 'IN', iso3: 'IND', code: '91', en: 'India', zh: '印度' },
  { iso2: 'CN', iso3: 'CHN', code: '86', en: 'China', zh: '中国' },
  { iso2: 'SG', iso3: 'SGP', code: '65', en: 'Singapore', zh: '新加坡' },
  { iso2: 'RE', iso3: 'REU', code: '262', en: 'Réunion', zh: '留尼汪' },
]
const prices = ['CN', 'US', 'CA', 'SG', 'IN', 'RE', 'XK'].map(price)
const english = pricedCountries(prices, regions, 'en')
const isoOf = (words: string, list = english) => matchingCountries(list, words).map(({ iso2 }) => iso2)

test('countries are sorted by name in the current language, and by code without a name', () => {
  expect(english.map(({ name }) => name)).toEqual([
    'Canada',
    'China',
    'India',
    'Réunion',
    'Singapore',
    'United States',
    'XK',
  ])
  expect(pricedCountries(prices, regions, 'zh-CN').map(({ name }) => name)).toContain('新加坡')
})

test('a country is found by its names in both languages, whichever is current', () => {
  expect(isoOf('singa')).toEqual(['SG'])
  expect(isoOf('新加坡')).toEqual(['SG'])
  expect(isoOf('united', pricedCountries(prices, regions, 'zh-CN'))).toEqual(['US'])
})

test('the search ignores capitals, accents and surrounding spaces', () => {
  expect(isoOf('  REUNION ')).toEqual(['RE'])
})

test('a matching code comes before names, and the beginning of a name before the rest of it', () => {
  expect(isoOf('in')).toEqual(['IN', 'CN', 'SG'])
  expect(isoOf('ca')).toEqual(['CA'])
  expect(isoOf('chn')).toEqual(['CN'])
})

test.each([
  ['+65', ['SG']],
  ['1', ['CA', 'US']],
  ['006', ['SG']],
  ['26', ['RE']],
  ['+91 98765 43210', ['IN']],
  ['12065550100', ['CA', 'US']],
])('the input %s is searched among calling codes', (typed, expected) => {
  expect(isoOf(typed)).toEqual(expected)
})

test('an empty search lists all countries, and a search without a match lists none', () => {
  expect(isoOf(' ')).toHaveLength(7)
  expect(isoOf('atlantis')).toEqual([])
  expect(isoOf('+')).toEqual([])
})

test('countries are sorted by name or by a scene’s price, and one without a route comes last', () => {
  const rows = ['0.030000', null, '0.010000'].map((marketing, index) => ({
    ...price(['US', 'CA', 'IN'][index] ?? ''),
    unit_prices: { 1: '0.010000', 2: '0.020000', 3: marketing },
  }))
  const found = (sort: Parameters<typeof sortedCountries>[1]) =>
    sortedCountries(pricedCountries(rows, regions, 'en'), sort).map(({ iso2 }) => iso2)
  expect([found('country'), found('-country')]).toEqual([
    ['CA', 'IN', 'US'],
    ['US', 'IN', 'CA'],
  ])
  expect([found('marketing'), found('-marketing')]).toEqual([
    ['IN', 'US', 'CA'],
    ['US', 'IN', 'CA'],
  ])
})
