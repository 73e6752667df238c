import { expect, test } from 'vitest'
import { reloadDue } from './reload-account.ts'

test('a tab hidden for 119 seconds reloads nothing, one hidden for 121 reloads the account', () => {
  expect(reloadDue(119_000, Infinity)).toBe(false)
  expect(reloadDue(121_000, Infinity)).toBe(true)
})

test('a second return within 15 seconds reloads nothing', () => {
  expect(reloadDue(121_000, 14_999)).toBe(false)
  expect(reloadDue(121_000, 15_000)).toBe(true)
})
