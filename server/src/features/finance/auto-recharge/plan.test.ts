import { describe, expect, test } from 'vitest'
import { planOf } from './plan.ts'

const declined = (code: string, advice: string | null = null) => ({ kind: 'declined', code, advice }) as const

describe('a charge that the bank declined', () => {
  test.each(['lost_card', 'stolen_card', 'pickup_card', 'fraudulent', 'do_not_honor', 'expired_card'])(
    'as %s turns auto-recharge off, whatever the bank advises',
    (code) => {
      for (const advice of [null, 'try_again_later', 'confirm_card_data']) {
        expect(planOf(declined(code, advice), 0)).toBe('off')
      }
    },
  )

  test.each(['insufficient_funds', 'generic_decline', 'processing_error', 'a code of tomorrow'])(
    'as %s is retried three times at most',
    (code) => {
      expect([0, 1, 2, 3].map((putOff) => planOf(declined(code), putOff))).toEqual(['again', 'again', 'again', 'off'])
    },
  )

  test('with the advice not to try again is not retried', () => {
    expect(planOf(declined('insufficient_funds', 'do_not_try_again'), 0)).toBe('off')
  })

  test('with the advice to confirm the card’s data requires that', () => {
    expect(planOf(declined('incorrect_number', 'confirm_card_data'), 0)).toBe('confirm')
  })

  test('with the advice to try later is retried later', () => {
    expect(planOf(declined('generic_decline', 'try_again_later'), 0)).toBe('again')
  })
})

test('a charge that requires authentication is never retried', () => {
  expect(planOf({ kind: 'authentication_required' }, 0)).toBe('authenticate')
})

test('a card that the provider no longer has counts as removed', () => {
  expect(planOf({ kind: 'refused', code: 'resource_missing' }, 0)).toBe('card_gone')
})

test.each([{ kind: 'refused', code: 'amount_too_small' }, { kind: 'unknown' }] as const)(
  'a charge that is $kind is postponed',
  (failed) => {
    expect([0, 3].map((putOff) => planOf(failed, putOff))).toEqual(['again', 'off'])
  },
)
