import { expect, test } from 'vitest'
import { availableCredit } from './credit.ts'

test.each([
  ['5000.000000', '0.000000', '5000.000000'],
  ['5000.000000', '-1284.379201', '3715.620799'],
  ['100.000000', '-100.000001', '-0.000001'],
])('of a limit of %s with %s there are %s left', (credit_amount, credit_balance_amount, left) => {
  expect(availableCredit({ credit_amount, credit_balance_amount })).toBe(left)
})
