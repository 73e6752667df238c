import { expect, test } from 'vitest'
import { localeCookie, preferredLocale } from './locale.ts'

test('a browser in any Chinese starts in Chinese, every other one in English', () => {
  expect(['zh', 'zh-CN', 'zh-TW', 'zh-Hant-HK'].map((language) => preferredLocale('', [language]))).toEqual(
    Array(4).fill('zh-CN'),
  )
  expect(['de-DE', 'en-GB', 'zhx'].map((language) => preferredLocale('', [language]))).toEqual(Array(3).fill('en'))
  expect(preferredLocale('', [])).toBe('en')
})

test('a remembered language takes precedence over the browser, an unknown one does not', () => {
  expect(preferredLocale('hy_locale=en', ['zh-CN'])).toBe('en')
  expect(preferredLocale('hy_locale=fr', ['zh-CN'])).toBe('zh-CN')
})

test('the language is remembered for a year', () => {
  expect(localeCookie('zh-CN')).toBe('hy_locale=zh-CN; Path=/; Max-Age=31536000; SameSite=Lax')
})
