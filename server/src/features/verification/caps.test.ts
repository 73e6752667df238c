import { expect, test } from 'vitest'
import { claimsOn, networkOf, prefixOf } from './caps.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:1::6', '2001:db8:1:0'],
  ['::1', '0:0:0:0'],
])('the address %s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('ten thousand numbers are one block', () => {
  expect(prefixOf('+12065550100')).toBe(prefixOf('+12065559999'))
  expect(prefixOf('+12065550100')).not.toBe(prefixOf('+12065560100'))
})

test('what is named twice is counted once', () => {
  expect(claimsOn('guesses', ['a', 'a'])).toEqual([{ key: 'guesses 3600 a', most: 100, seconds: 3600 }])
})
