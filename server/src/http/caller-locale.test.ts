import { expect, test } from 'vitest'
import { callerLocale } from './caller-locale.ts'

test.each([
  ['zh-CN', 'en', 'zh-CN'],
  ['en', 'zh-CN', 'en'],
  ['klingon', 'zh-TW', 'zh-CN'],
  [undefined, 'zh-HK,zh;q=0.9,en;q=0.8', 'zh-CN'],
  [undefined, 'fr-FR,fr;q=0.9,en;q=0.8,zh;q=0.7', 'en'],
  [undefined, 'ms-MY,ms;q=0.9,zh-CN;q=0.8,zh;q=0.7,en;q=0.6', 'zh-CN'],
  [undefined, 'en;q=0.3, zh;q=0.5', 'zh-CN'],
  [undefined, 'zh;q=0, en;q=0.1', 'en'],
  [undefined, 'de', 'en'],
  [undefined, '*', 'en'],
  [undefined, ';;;q=,', 'en'],
  [undefined, undefined, 'en'],
])('cookie %s and Accept-Language %s select %s', (cookie, header, locale) => {
  expect(callerLocale(cookie, header)).toBe(locale)
})
