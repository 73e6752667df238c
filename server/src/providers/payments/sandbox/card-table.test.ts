import { expect, test } from 'vitest'
import { numberNamed, planForCharge, readNumber } from './card-table.ts'

test.each([
  ['4242424242424242', { brand: 'visa', outcome: 'accepted' }],
  ['4000000000000341', { brand: 'visa', outcome: 'declined_later' }],
  ['4000002760003184', { brand: 'visa', outcome: 'authenticated_always' }],
  ['4111111111111111', { brand: 'visa', outcome: 'not_a_test_card' }],
  ['2223003122003222', { brand: 'mastercard', outcome: 'accepted' }],
  ['2720999999999996', { brand: 'mastercard', outcome: 'not_a_test_card' }],
  ['4242424242424241', null],
  ['42424242424', null],
  ['4242 4242 4242 4242', null],
])('card number %s behaves as in Stripe’s test mode', (number, read) => {
  expect(readNumber(number)).toEqual(read)
})

test('known tokens are replaced by card numbers, unknown ones by none', () => {
  expect([numberNamed('tok_visa'), numberNamed('pm_card_amex')]).toEqual(['4242424242424242', '378282246310005'])
  expect([numberNamed('tok_constructor'), numberNamed('visa'), numberNamed('')]).toEqual([null, null, null])
})

test.each([
  [10_000n, { webhooks: [1_000], claimed: 10_000n }],
  [10_002n, { decline: { code: 'card_declined', declineCode: 'generic_decline' } }],
  [10_003n, { processing: 3_000, webhooks: [] }],
  [10_004n, { webhooks: [1_000, 1_000] }],
  [10_005n, { processing: 60_000, webhooks: [60_000] }],
  [10_006n, { claimed: 10_106n }],
  [10_007n, { decline: { declineCode: 'insufficient_funds', advice: 'try_again_later' } }],
  [10_008n, { decline: { declineCode: 'lost_card', advice: 'do_not_try_again' } }],
  [10_009n, { decline: { code: 'authentication_required' } }],
])('the last two digits of a charge of %s choose its result', (amount, plan) => {
  expect(planForCharge(amount)).toMatchObject(plan)
})
