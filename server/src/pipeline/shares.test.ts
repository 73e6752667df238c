import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isInShare, pickByWeight } from './shares.ts'

const NUMBERS = 20_000
/** Numbers that follow each other, as a blast has them. */
const near = Array.from({ length: NUMBERS }, (_, nr) => `+6591${String(nr).padStart(6, '0')}`)
const number = fc.integer({ min: 0, max: 9_999_999 }).map((nr) => `+65${String(nr).padStart(8, '9')}`)
const weights = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 5 })

test('a recipient is in the same share at every draw', () => {
  fc.assert(
    fc.property(fc.uuid(), number, fc.integer({ min: 1, max: 50 }), weights, (seed, to, percent, given) => {
      expect(isInShare(seed, to, percent)).toBe(isInShare(seed, to, percent))
      expect(pickByWeight(seed, to, given)).toBe(pickByWeight(seed, to, given))
    }),
  )
})

test('a pick is an index of the weights, and never one whose weight is 0', () => {
  const some = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(fc.uuid(), number, some, (seed, to, given) => {
      fc.pre(given.some((weight) => weight > 0))
      expect(given[pickByWeight(seed, to, given)]).toBeGreaterThan(0)
    }),
  )
})

test('a larger share keeps the recipients of a smaller one', () => {
  const percent = fc.integer({ min: 1, max: 50 })
  fc.assert(
    fc.property(fc.uuid(), number, percent, percent, (seed, to, one, other) => {
      if (isInShare(seed, to, Math.min(one, other))) expect(isInShare(seed, to, Math.max(one, other))).toBe(true)
    }),
  )
})

test.each([1, 5, 20, 50])('a share of %d percent has so many of 20,000 numbers in a row', (percent) => {
  const inside = near.filter((to) => isInShare('seed canary', to, percent)).length
  expect(Math.abs(inside / NUMBERS - percent / 100)).toBeLessThan(0.01)
})

test.each([[[50, 50]], [[80, 15, 5]], [[1, 1, 1]], [[100, 1, 30, 7, 62]]])(
  'the weights %j are met over 20,000 numbers in a row',
  (given) => {
    const sum = given.reduce((total, weight) => total + weight, 0)
    const picked = given.map(() => 0)
    for (const to of near) {
      const index = pickByWeight('rule', to, given)
      picked[index] = (picked[index] ?? 0) + 1
    }
    given.forEach((weight, index) => {
      expect(Math.abs((picked[index] ?? 0) / NUMBERS - weight / sum)).toBeLessThan(0.015)
    })
  },
)

test('numbers that follow each other are not drawn alike', () => {
  const draws = near.map((to) => isInShare('seed canary', to, 50))
  const alike = draws.filter((draw, nr) => nr > 0 && draw === draws[nr - 1]).length
  expect(Math.abs(alike / NUMBERS - 0.5)).toBeLessThan(0.02)
})

test('rules draw apart: the recipients of one share are spread over the shares of another rule', () => {
  const inBoth = near.filter((to) => isInShare('one', to, 50) && isInShare('other', to, 50)).length
  expect(Math.abs(inBoth / NUMBERS - 0.25)).toBeLessThan(0.02)
})
