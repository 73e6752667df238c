import { expect, test } from 'vitest'
import { find, isTooShort, type Place } from './find.ts'
import { keywords } from './keywords.ts'

const place = (name: string, path: string): Place => ({ id: path, name, path, keywords: keywords[path] })
const english = [
  place('Home', '/'),
  place('Sender IDs', '/sms/signatures'),
  place('Top up', '/topup'),
  place('Delivery receipts', '/extensions/sms-dlr'),
  place('Credentials', '/credentials'),
  place('Account settings', '/account/settings'),
  place('Documentation', '/docs'),
  place('Developer docs', '/docs'),
]
const chinese = [place('充值', '/topup'), place('访问凭证', '/credentials'), place('开发文档', '/docs')]
const paths = (query: string, locale: 'en' | 'zh-CN' = 'en') =>
  find(locale === 'en' ? english : chinese, query, locale).map((found) => found.place.path)

test('a query under two characters finds nothing, with or without spaces around it', () => {
  expect([isTooShort(''), isTooShort('c'), isTooShort('  c  '), isTooShort('cr'), isTooShort('充值')]).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  expect(paths('c')).toEqual([])
})

test('a page is found by its name, and first by the start of a word', () => {
  expect(find(english, ' RE ', 'en').slice(0, 2)).toMatchObject([
    { place: { path: '/extensions/sms-dlr' }, reason: { by: 'name', from: 9, to: 11 } },
    { place: { path: '/topup' }, reason: { by: 'keyword', keyword: 'recharge' } },
  ])
  expect(find(english, 'reden', 'en')).toMatchObject([
    { place: { path: '/credentials' }, reason: { by: 'name', from: 1, to: 6 } },
  ])
})

test('a page is found by its address', () => {
  expect(paths('/sms/s')).toEqual(['/sms/signatures'])
  expect(find(english, 'sms-dlr', 'en')).toMatchObject([{ reason: { by: 'path' } }])
})

test('keywords of either language find a page in both, and are shown', () => {
  expect(find(english, 'recharge', 'en')).toMatchObject([
    { place: { path: '/topup' }, reason: { by: 'keyword', keyword: 'recharge' } },
  ])
  expect(paths('充值')).toEqual(['/topup'])
  expect(paths('recharge', 'zh-CN')).toEqual(['/topup'])
  expect(paths('密钥', 'zh-CN')).toEqual(['/credentials'])
})

test('Chinese patterns apply in Chinese only, English ones in both languages', () => {
  expect(paths('怎么发短信', 'zh-CN')).toEqual(['/docs'])
  expect(paths('怎么发短信')).toEqual([])
  expect(paths('how to send')).toEqual(['/docs'])
  expect(paths('how to send', 'zh-CN')).toEqual(['/docs'])
})

test('an address is listed once, by its best match', () => {
  expect(find(english, 'docs', 'en').map((found) => found.place.name)).toEqual(['Documentation'])
})

test.each([
  ['cred', 'zh-CN', '/credentials'],
  ['pay', 'en', '/topup'],
  ['top-up', 'en', '/topup'],
  ['cashback', 'en', '/topup'],
  ['notifications', 'en', '/account/settings'],
  ['quickstart', 'en', '/docs'],
  ['trends', 'en', '/'],
  ['余额', 'zh-CN', '/topup'],
  ['趋势', 'zh-CN', '/'],
  ['快速开始', 'zh-CN', '/docs'],
] as const)('%s finds in %s first %s', (query, locale, path) => {
  const names: readonly Place[] =
    locale === 'en' ? [...english, place('Transactions', '/transactions')] : [...chinese, place('首页', '/')]
  expect(find(names, query, locale)[0]?.place.path).toBe(path)
})

test.each(['en', 'zh-CN'] as const)('every label of the menu finds its own page first, in %s', async (locale) => {
  const { nav } = await import('../nav.ts')
  const shell = locale === 'en' ? await import('../messages.en.json') : await import('../messages.zh-CN.json')
  const texts: Readonly<Record<string, string>> = shell.default
  const pages = nav.flatMap((item) => ('pages' in item ? item.pages : [item]))
  const places = pages.map(({ title, path }) => place(texts[title] ?? title, path))
  expect(places.map(({ name }) => [name, find(places, name, locale)[0]?.place.path])).toEqual(
    places.map(({ name, path }) => [name, path]),
  )
})

test('a query without a match finds nothing', () => {
  expect(paths('zebra')).toEqual([])
})

test('every page of the menu has keywords in both languages', async () => {
  const { nav } = await import('../nav.ts')
  const pages = nav.flatMap((item) => ('pages' in item ? item.pages : [item]))
  expect(pages.filter(({ path }) => !keywords[path]?.en.length || !keywords[path].zh.length)).toEqual([])
})
