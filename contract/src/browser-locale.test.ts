import { expect, test } from 'vitest'
import { browserLocale } from './browser-locale.ts'

test.each([
  [['zh'], 'zh-CN'],
  [['zh-TW', 'en'], 'zh-CN'],
  [['ZH-Hant-HK'], 'zh-CN'],
  [['en-GB', 'zh-CN'], 'en'],
  [['ms-MY', 'zh-CN', 'en'], 'zh-CN'],
  [['fr-FR', 'fr', 'en', 'zh'], 'en'],
  [['zhx', 'eng', 'de'], 'en'],
  [[], 'en'],
] as const)('a browser that prefers %j starts in %s', (languages, locale) => {
  expect(browserLocale(languages)).toBe(locale)
})
