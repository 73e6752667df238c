import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seenNumbers } from './seen-numbers.ts'

test('a number is new exactly once, whatever others came between', () =>
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1_000_000, max: 1_000_300 }), { maxLength: 3_000 }), (digits) => {
      const seen = seenNumbers()
      const known = new Set<string>()
      for (const number of digits.map((each) => `+${each}`)) {
        expect(seen.add(number)).toBe(!known.has(number))
        known.add(number)
      }
    }),
    { numRuns: 50 },
  ))

test('numbers that differ in their last digits, and the longest ones, are told apart', () => {
  const seen = seenNumbers()
  const numbers = Array.from({ length: 20_000 }, (_, nr) => `+${999_999_999_900_000 + nr}`)
  expect(numbers.every((number) => seen.add(number))).toBe(true)
  expect(numbers.some((number) => seen.add(number))).toBe(false)
})
