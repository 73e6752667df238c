import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percentsOf } from './percents.ts'

test.each([
  [
    [70, 30],
    [70, 30],
  ],
  [
    [50, 30],
    [63, 37],
  ],
  [
    [1, 1, 1],
    [34, 33, 33],
  ],
  [
    [0, 0],
    [0, 0],
  ],
])('the weights %j are %j percent', (weights, percents) => {
  expect(percentsOf(weights)).toEqual(percents)
})

test('percents add up to 100, each less than one away from the exact share', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 5 }), (weights) => {
      const percents = percentsOf(weights)
      const sum = weights.reduce((total, weight) => total + weight, 0)
      expect(percents.reduce((total, percent) => total + percent, 0)).toBe(100)
      for (const [index, percent] of percents.entries()) {
        expect(Math.abs(percent - ((weights[index] ?? 0) * 100) / sum)).toBeLessThan(1)
      }
    }),
  )
})
