import { Locale } from '@hongyan/contract/vocabulary/account'
import { expect, test } from 'vitest'
import { countriesOf, matchingCountries } from './countries.ts'

const regions = [
  { iso2: 'NE', iso3: 'NER', code: '227', en: 'Niger', zh: '尼日尔' },
  { iso2: 'NG', iso3: 'NGA', code: '234', en: 'Nigeria', zh: '尼日利亚' },
  { iso2: 'RE', iso3: 'REU', code: '262', en: 'Réunion', zh: '留尼汪' },
  { iso2: 'SG', iso3: 'SGP', code: '65', en: 'Singapore', zh: '新加坡' },
  { iso2: 'CN', iso3: 'CHN', code: '86', en: 'China', zh: '中国' },
]
const english = countriesOf(regions, Locale.English)
const matches = (typed: string) => matchingCountries(english, typed).map(({ value }) => value)

test('a country has its name in the current language and its code', () => {
  expect(english.map(({ title }) => title)).toEqual([
    'China (CN)',
    'Niger (NE)',
    'Nigeria (NG)',
    'Réunion (RE)',
    'Singapore (SG)',
  ])
  const chinese = countriesOf(regions, Locale.SimplifiedChinese)
  expect(chinese.find(({ value }) => value === 'SG')?.title).toBe('新加坡 (SG)')
})

test('a country is found by its names in both languages and by its codes', () => {
  expect([matches('sing'), matches('新加'), matches('sgp'), matches('SG'), matches('reunion')]).toEqual([
    ['SG'],
    ['SG'],
    ['SG'],
    ['SG'],
    ['RE'],
  ])
  expect(matches('Singapore (SG)')).toEqual(['SG'])
})

test('the best match comes first, and an empty search lists all countries', () => {
  expect(matches('ng')).toEqual(['NG', 'SG'])
  expect(matches('ni')).toEqual(['NE', 'NG', 'RE'])
  expect(matches('')).toHaveLength(5)
  expect(matches('nowhere')).toEqual([])
})
