import type { NoticePreferences } from '@hongyan/contract/endpoints/account/notices'
import { type NoticeKind, noticeKinds } from '@hongyan/contract/vocabulary/notice'
import { expect, test } from 'vitest'
import { changesOf, choose, isLast, kindsOf, readThreshold, draftOf } from './preference-draft.ts'

const byMail = Object.keys(noticeKinds).map((kind) => [kind, { email: true, sms: false }])
const kept: NoticePreferences = {
  kinds: Object.fromEntries(byMail) as NoticePreferences['kinds'], // one for each kind
  balance_low: '50.500000',
  channels: ['email', 'sms'],
}

test('the call carries only changed preferences', () => {
  const draft = draftOf(kept)
  expect(changesOf(draft, kept, 'USD')).toEqual({ kinds: {}, balance_low: '50.500000' })
  const kinds = choose(choose(draft.kinds, 'topped_up', 'sms', true), 'dispute', 'sms', true)
  expect(changesOf({ ...draft, kinds, low: false }, kept, 'USD')).toEqual({
    kinds: { topped_up: { email: true, sms: true }, dispute: { email: true, sms: true } },
    balance_low: null,
  })
  expect(changesOf({ ...draft, below: 'ten' }, kept, 'USD')).toBeNull()
})

test('a kind that guards the account keeps its last channel, every other kind can lose it', () => {
  const both = choose(kept.kinds, 'dispute', 'sms', true)
  const last = (kinds: NoticePreferences['kinds'], kind: NoticeKind) => isLast(kinds, kind, 'email')
  expect([last(kept.kinds, 'dispute'), last(both, 'dispute'), last(kept.kinds, 'topped_up')]).toEqual([
    true,
    false,
    false,
  ])
})

test('every kind is in one group, and invoice kinds are for accounts with credit', () => {
  expect([...kindsOf('guard', true), ...kindsOf('choice', true)].toSorted()).toEqual(
    Object.keys(noticeKinds).toSorted(),
  )
  expect(kindsOf('guard', false)).not.toContain('invoice_due')
})

test.each([
  ['1', 1_000_000n],
  ['１００', 100_000_000n],
  ['$1,000.50', 1_000_500_000n],
  ['100000', 100_000_000_000n],
  ['50.5', 50_500_000n],
  ['0.99', 'outside'],
  ['100000.01', 'outside'],
  ['', 'outside'],
  ['-5', 'unreadable'],
  ['12,5', 'unreadable'],
])('the threshold %s is read as %s', (typed, amount) => {
  expect(readThreshold(typed, 'USD')).toBe(amount)
})
