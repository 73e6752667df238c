import { expect, test } from 'vitest'
import { claimsOn, prefixOf } from './caps.ts'

test('ten thousand numbers share one prefix', () => {
  expect(prefixOf('+12065550100')).toBe(prefixOf('+12065559999'))
  expect(prefixOf('+12065550100')).not.toBe(prefixOf('+12065560100'))
})

test('a value that is named twice is counted once', () => {
  expect(claimsOn('guesses', ['a', 'a'])).toEqual([
    { key: 'guesses 3600 a', subject: 'guesses a', most: 100, seconds: 3600 },
  ])
})
