import { auditFieldText, auditValueText } from '@hongyan/contract/audit-fields'
import { noticeChannels, noticeKinds } from '@hongyan/contract/vocabulary/notice'
import { expect, test } from 'vitest'
import notificationsEn from '../notifications/messages.en.json' with { type: 'json' }
import notificationsZh from '../notifications/messages.zh-CN.json' with { type: 'json' }
import profileEn from '../profile/messages.en.json' with { type: 'json' }
import profileZh from '../profile/messages.zh-CN.json' with { type: 'json' }
import { fieldLabels, fieldName, valueName } from './fields.ts'
import auditEn from './messages.en.json' with { type: 'json' }
import auditZh from './messages.zh-CN.json' with { type: 'json' }

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

test('a limit of the owner is named by what it limits, and its values by the words of its page', () => {
  const [rule, cap] = ['rule.0199f3c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f.per_day', 'country.ID.limit']
  expect(fieldName(rule)).toEqual({ label: 'audit.limit.perDay', channel: null })
  expect(fieldName(cap)).toEqual({ label: 'audit.limit.hourCap', channel: null, country: 'ID' })
  expect(fieldName('day.action')).toEqual({ label: 'audit.limit.dayAction', channel: null })
  const save = 'smsRateLimiting.save'
  expect([valueName(save, 'day.action', 'alert'), valueName(save, 'enabled', 'true')]).toEqual([
    'audit.limit.alert',
    'audit.yes',
  ])
  expect(valueName(save, rule, '2')).toBeNull()
})

test('a rule of routing is named by its part, in force and in the draft alike, and a mapping by its own', () => {
  const label = (field: string) => fieldName(field)?.label
  expect([label('rule.1.targets'), label('draft.1.targets')]).toEqual(['audit.route.targets', 'audit.route.targets'])
  expect([label('rule.1.match.countries'), label('rule.1.hue')]).toEqual(['audit.route.conditions', undefined])
  expect([label('mapping.1.remote'), label('credentials.region')]).toEqual([
    'audit.route.remote',
    'audit.route.credentials',
  ])
  expect(valueName('upstreams.pause', 'state', 'paused')).toBe('audit.route.paused')
})

test('each field of an export has a label', () => {
  const fields = ['name', 'kind', 'from', 'to', 'format', 'masked', 'filters', 'status', 'repeat']
  expect(fields.filter((field) => fieldName(field) === null)).toEqual([])
})

const catalogues: readonly (readonly ['en' | 'zh-CN', Readonly<Record<string, string>>])[] = [
  ['en', { ...auditEn, ...profileEn, ...notificationsEn }],
  ['zh-CN', { ...auditZh, ...profileZh, ...notificationsZh }],
]

test.each(catalogues)('the file of the audit log in %s names fields and values as the screen does', (locale, texts) => {
  const inFile = Object.keys(fieldLabels).map((field) => [field, auditFieldText(field, locale)])
  expect(inFile).toEqual(Object.entries(fieldLabels).map(([field, id]) => [field, texts[id]]))
  const { label, channel } = fieldName('kinds.signed_in.sms') ?? { label: '', channel: '' }
  const byWay = texts['notifications.byWay']
    ?.replace('{what}', texts[label] ?? '')
    .replace('{way}', texts[channel ?? ''] ?? '')
  expect(auditFieldText('kinds.signed_in.sms', locale)).toBe(byWay)
  expect(auditFieldText('rule.1.per_day', locale)).toBe(texts[fieldName('rule.1.per_day')?.label ?? ''])
  for (const field of ['rule.1.targets', 'draft.1.canary.percent', 'rule.1.match.scenes', 'mapping.1.variables']) {
    expect(auditFieldText(field, locale)).toBe(texts[fieldName(field)?.label ?? ''])
  }
  for (const [action, field, value] of [
    ['profile.save', 'gender', '2'],
    ['account.set', 'acct_status', '12'],
    ['invoices.pay', 'status', '1'],
    ['signature.approve', 'status', '4'],
    ['broadcasts.pause', 'status', '3'],
    ['autoRecharge.set', 'enable', 'true'],
    ['smsRateLimiting.save', 'day.action', 'alert'],
    ['smsRateLimiting.save', 'rule.1.scope', 'recipient_content'],
    ['recipients.add', 'reason', 'opt_out'],
    ['upstreams.create', 'state', 'auth_failed'],
    ['exports.cancel', 'status', '0'],
    ['exports.create', 'status', '1'],
    ['exports.create', 'repeat', 'daily'],
  ] as const) {
    expect(auditValueText(action, field, value, locale)).toBe(texts[valueName(action, field, value) ?? ''])
  }
})
