import { expect, test } from 'vitest'
import { localeCookie, preferredLocale } from './locale.ts'

test('without a remembered language the browser starts in the first of its languages that the console has', () => {
  expect(preferredLocale('', ['ms-MY', 'zh-CN', 'en'])).toBe('zh-CN')
  expect(preferredLocale('', [])).toBe('en')
})

test('a remembered language takes precedence over the browser, an unknown one does not', () => {
  expect(preferredLocale('hy_locale=en', ['zh-CN'])).toBe('en')
  expect(preferredLocale('hy_locale=fr', ['zh-CN'])).toBe('zh-CN')
})

test('the language is remembered for a year', () => {
  expect(localeCookie('zh-CN')).toBe('hy_locale=zh-CN; Path=/; Max-Age=31536000; SameSite=Lax')
})
