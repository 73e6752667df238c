import { readAmount } from '@hongyan/contract/typed-amount'
import { expect, test } from 'vitest'
import { amountInput } from './amount.ts'
import { afterFee, exampleDay, freeDays } from './refund.ts'

test.each([
  ['500', '375.00'],
  ['0.01', '0.01'],
  ['0.05', '0.04'],
  ['20.03', '15.03'],
])('a refund of %s unused after the free days pays out %s', (typed, back) => {
  const amount = readAmount(typed, 'USD')
  expect(amount === null ? '' : amountInput(afterFee(amount))).toBe(back)
})

test('the day of the example is after the free days', () => {
  expect(freeDays).toBe(14)
  expect(exampleDay).toBeGreaterThan(freeDays)
})
