import { noticeChannels, noticeKinds } from '@hongyan/contract/vocabulary/notice'
import { expect, test } from 'vitest'
import { fieldName, valueName } from './fields.ts'

test('a field is called as on the screen where it is set, and by its own name where it is on none', () => {
  expect(fieldName('firstname')).toEqual({ what: 'profile.firstname', way: null })
  expect([fieldName('hue'), fieldName('toString')]).toEqual([null, null])
})

test('each way of each notice has words', () => {
  const fields = Object.keys(noticeKinds).flatMap((kind) => noticeChannels.map((way) => `kinds.${kind}.${way}`))
  expect(fields.filter((field) => fieldName(field) === null)).toEqual([])
  expect(fieldName('kinds.signed_in.sms')).toEqual({ what: 'notifications.signed_in', way: 'notifications.sms' })
  expect([fieldName('kinds.signed_in.pigeon'), fieldName('kinds.hue.email')]).toEqual([null, null])
})

test('a number of a few is told in words, of an invoice by staff as of one by its owner; a plain one is not', () => {
  expect([valueName('profile.save', 'gender', '2'), valueName('account.set', 'acct_status', '12')]).toEqual([
    'profile.female',
    'audit.account.stripe',
  ])
  expect([valueName('invoice.issue', 'status', '1'), valueName('invoices.pay', 'status', '1')]).toEqual([
    'audit.invoice.open',
    'audit.invoice.open',
  ])
  expect([valueName('account.set', 'tps', '2'), valueName('autoRecharge.set', 'enable', 'true')]).toEqual([
    null,
    'audit.yes',
  ])
})
