import { expect, test } from 'vitest'
import { availableCredit } from './credit.ts'

test.each([
  ['5000.000000', '0.000000', '5000.000000'],
  ['5000.000000', '-1284.379201', '3715.620799'],
  ['100.000000', '-100.000001', '-0.000001'],
])('a limit of %s with a credit balance of %s leaves %s', (credit_amount, credit_balance_amount, left) => {
  expect(availableCredit({ credit_amount, credit_balance_amount })).toBe(left)
})
