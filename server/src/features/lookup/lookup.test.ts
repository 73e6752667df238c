import { lookup } from '@hongyan/contract/endpoints/lookup'
import { plugins } from '@hongyan/contract/endpoints/extensions/plugins'
import { parseNumber } from '@hongyan/contract/sms/number'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

test('a visitor may list every country, with its usual names and its calling code', async () => {
  const regions = await world.visitor().call(lookup.regions)
  expect(regions).toHaveLength(250)
  const of = (iso2: string) => regions.find((region) => region.iso2 === iso2)
  expect(of('US')).toEqual({ iso2: 'US', iso3: 'USA', code: '1', en: 'United States', zh: '美国' })
  expect(of('SG')).toMatchObject({ iso3: 'SGP', code: '65', zh: '新加坡' })
  expect(['HK', 'MO', 'TW'].map(of)).toMatchObject([
    { code: '852', en: 'Hong Kong', zh: '中国香港' },
    { code: '853', en: 'Macao', zh: '中国澳门' },
    { code: '886', en: 'Taiwan', zh: '中国台湾' },
  ])
})

test('each country is listed once, complete, in the order of its English name', async () => {
  const regions = await world.visitor().call(lookup.regions)
  for (const { iso2, iso3, code, en, zh } of regions) {
    expect([iso2, iso3, code].join(' ')).toMatch(/^[A-Z]{2} [A-Z]{3} \d{1,3}$/)
    expect(en).toMatch(/^[^,&]{3,}$/)
    expect(zh).toMatch(/\p{Script=Han}/u)
  }
  for (const field of ['iso2', 'iso3', 'en', 'zh'] as const) {
    expect(new Set(regions.map((region) => region[field])).size).toBe(regions.length)
  }
  expect(regions.map(({ en }) => en).slice(0, 3)).toEqual(['Afghanistan', 'Åland Islands', 'Albania'])
})

test('a calling code is the prefix of the country’s numbers', async () => {
  const regions = await world.visitor().call(lookup.regions)
  const code = (iso2: string) => regions.find((region) => region.iso2 === iso2)?.code
  for (const number of ['+12065550100', '+8613800138000', '+442079460018', '+85251234567', '+77012345678']) {
    const parsed = parseNumber(number, null)
    expect(parsed.ok && code(parsed.iso ?? '')).toBe(parsed.ok && String(parsed.cc))
  }
})

test('every extension is listed in the order of the menu', async () => {
  expect(await (await world.account()).call(plugins.list)).toEqual([
    { id: 'ip-restriction' },
    { id: 'sms-rate-limiting' },
    { id: 'sms-dlr' },
  ])
})
