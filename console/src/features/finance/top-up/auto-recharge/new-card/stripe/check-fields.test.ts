import { expect, test } from 'vitest'
import { checkFields } from './check-fields.ts'

const say = (words: string) => words

test('a field of Stripe’s that is empty, half typed or wrong is told, in Stripe’s words where it has some', () => {
  expect(checkFields({}, say)).toEqual({
    card: 'auto-recharge.numberMissing',
    'card.exp_year': 'auto-recharge.expiryMissing',
    'card.cvc': 'auto-recharge.cvcMissing',
  })
  const wrong = { complete: false, empty: false, error: { message: 'Your card number is invalid.' } }
  const half = { complete: false, empty: false }
  const whole = { complete: true, empty: false }
  expect(checkFields({ cardNumber: wrong, cardExpiry: half, cardCvc: whole }, say)).toEqual({
    card: 'Your card number is invalid.',
    'card.exp_year': 'auto-recharge.expiryWrong',
  })
})
