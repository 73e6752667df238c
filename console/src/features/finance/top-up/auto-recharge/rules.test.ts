import { parseMicros } from '@hongyan/contract/money'
import { describe, expect, test } from 'vitest'
import { chargesAtOnce, hasRisen, isConfirmed, isReady, missedRanges, mostInDay, type RechargeDraft } from './rules.ts'

const draft = (
  changed: Partial<Record<'below' | 'topup', string>> & Partial<Pick<RechargeDraft, 'enable' | 'card' | 'agreed'>>,
) => {
  const { below = '10', topup = '100', enable = true, card = 'a card', agreed = true } = changed
  return { enable, card, agreed, below: parseMicros(below), topup: parseMicros(topup) }
}

describe('the auto-recharge form', () => {
  test('can be submitted with agreement, a threshold from 10, an amount from 100, and a card', () => {
    expect(isReady(draft({}), false)).toBe(true)
  })

  test.each([
    { agreed: false },
    { card: null },
    { below: '9.99' },
    { topup: '99.99' },
    { below: '' },
    { topup: 'much' },
  ])('cannot be submitted with %o', (changed) => {
    expect(isReady(draft(changed), true)).toBe(false)
  })

  test('can be submitted without the rest to switch auto-recharge off', () => {
    const emptyDraft = draft({ enable: false, agreed: false, card: null, below: '', topup: '' })
    expect([isReady(emptyDraft, true), isReady(emptyDraft, false)]).toEqual([true, false])
    expect(missedRanges(emptyDraft, 'USD')).toEqual({})
  })
})

describe('the ranges of the two amounts', () => {
  test.each([
    ['USD', '10', '100', []],
    ['USD', '2000', '5000', []],
    ['USD', '2000.01', '5000.01', ['below', 'topup']],
    ['USD', '9.99', '99.99', ['below', 'topup']],
    ['CNY', '10', '500', []],
    ['CNY', '2000', '499.99', ['topup']],
    ['CNY', '2000.01', '5000', ['below']],
  ] as const)('hold their ends in %s, for %s and %s', (currency, below, topup, missed) => {
    expect(Object.keys(missedRanges(draft({ below, topup }), currency))).toEqual(missed)
  })

  test('allow submitting from 100 yuan, but start at 500', () => {
    const low = draft({ topup: '100' })
    expect(isReady(low, false)).toBe(true)
    expect(missedRanges(low, 'CNY').topup).toEqual({ min: '500', max: '5000' })
  })
})

test('a day has at most three recharges', () => {
  expect([mostInDay(parseMicros('1000')), mostInDay(null)]).toEqual(['3000.000000', null])
})

test('a charge at once is confirmed where the form showed it, and after a question only for the values that were asked', () => {
  const [asked, changed] = [draft({ topup: '100' }), draft({ topup: '5000' })]
  expect([isConfirmed(asked, false, null), isConfirmed(asked, true, null)]).toEqual([false, true])
  expect([isConfirmed(draft({ topup: '100' }), true, asked), isConfirmed(changed, true, asked)]).toEqual([true, false])
})

test('saving charges at once where the balance is below the threshold already', () => {
  const on = draft({ below: '500', topup: '100' })
  expect(['499.999999', '-1.000000', '500.000000'].map((balance) => chargesAtOnce(on, balance))).toEqual([
    true,
    true,
    false,
  ])
  expect(chargesAtOnce({ ...on, enable: false }, '0.000000')).toBe(false)
  expect(chargesAtOnce(draft({ below: '500', topup: 'x' }), '0.000000')).toBe(false)
})

test('a charge has landed once the balance is above what it was, whatever messages cost meanwhile', () => {
  expect(hasRisen('40.000000', '39.950000')).toBe(false)
  expect(hasRisen('40.000000', '40.000000')).toBe(false)
  expect(hasRisen('-9.000000', '91.000000')).toBe(true)
})
