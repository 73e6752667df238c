import { expect, test } from 'vitest'
import { checkFields } from './check-fields.ts'

const messageOf = (message: string) => message

test('an empty, incomplete or invalid Stripe field has a message, Stripe’s own where it sends one', () => {
  expect(checkFields({}, messageOf)).toEqual({
    card: 'auto-recharge.numberMissing',
    'card.exp_year': 'auto-recharge.expiryMissing',
    'card.cvc': 'auto-recharge.cvcMissing',
  })
  const wrong = { complete: false, empty: false, error: { message: 'Your card number is invalid.' } }
  const half = { complete: false, empty: false }
  const whole = { complete: true, empty: false }
  expect(checkFields({ cardNumber: wrong, cardExpiry: half, cardCvc: whole }, messageOf)).toEqual({
    card: 'Your card number is invalid.',
    'card.exp_year': 'auto-recharge.expiryWrong',
  })
})
