import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { septetsIn } from './encoding.ts'
import { plainReplacement, unicodeCharacters } from './plain-characters.ts'

describe('the characters that force Unicode', () => {
  test('are listed once each, in the order of their first places, with their plain forms', () => {
    expect(unicodeCharacters('It’s “fine” – it’s ok 🎉')).toEqual([
      { character: '’', from: 2, times: 2, replacement: "'" },
      { character: '“', from: 5, times: 1, replacement: '"' },
      { character: '”', from: 10, times: 1, replacement: '"' },
      { character: '–', from: 12, times: 1, replacement: '-' },
      { character: '🎉', from: 22, times: 1, replacement: null },
    ])
  })

  test('are none in a text of GSM-7, and some in every other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(unicodeCharacters(text).length === 0).toBe(septetsIn(text) !== null)
      }),
    )
  })
})

test('every plain form of a character is in GSM-7', () => {
  const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
  const plain = all.flatMap((character) => plainReplacement(character) ?? [])
  expect(plain.length).toBeGreaterThan(120)
  expect(plain.filter((text) => septetsIn(text) === null)).toEqual(['`'])
})

test('a full-width letter becomes its plain one, a letter of another script stays', () => {
  expect(['Ａ', '５', '！', '\u00a0', '\u200b', '中', 'é'].map(plainReplacement)).toEqual([
    'A',
    '5',
    '!',
    ' ',
    '',
    null,
    null,
  ])
})
