import { noticeChannels, noticeKinds } from '@hongyan/contract/vocabulary/notice'
import { expect, test } from 'vitest'
import { fieldName, valueName } from './fields.ts'

test('a field has the label of the screen where it is set, or none', () => {
  expect(fieldName('firstname')).toEqual({ label: 'profile.firstname', channel: null })
  expect([fieldName('hue'), fieldName('toString')]).toEqual([null, null])
})

test('an enabled country is named by its code', () => {
  expect(fieldName('country.GB')).toEqual({ label: 'audit.country', channel: null, country: 'GB' })
  expect(fieldName('country.hue')).toBeNull()
})

test('each channel of each notice has a label', () => {
  const fields = Object.keys(noticeKinds).flatMap((kind) => noticeChannels.map((channel) => `kinds.${kind}.${channel}`))
  expect(fields.filter((field) => fieldName(field) === null)).toEqual([])
  expect(fieldName('kinds.signed_in.sms')).toEqual({ label: 'notifications.signed_in', channel: 'notifications.sms' })
  expect([fieldName('kinds.signed_in.pigeon'), fieldName('kinds.hue.email')]).toEqual([null, null])
})

test('an enumerated number has a label, in staff and owner actions alike, and a plain number has none', () => {
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
