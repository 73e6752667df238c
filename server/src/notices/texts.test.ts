import type { Locale } from '@hongyan/contract/vocabulary/account'
import { unicodeCharacters } from '@hongyan/contract/sms/plain-characters'
import { type NoticeKind, noticeKinds, type NoticeValues } from '@hongyan/contract/vocabulary/notice'
import { describe, expect, test } from 'vitest'
import { letterOf, textOf } from './texts.ts'

const money = { amount: '1234.500000', currency: 'USD' }
const invoice = { ...money, number: 'US-2026-000001', due_on: '2026-11-30' }
const revocation = { state: 'announced', ends_at: '2026-11-24T09:30:00.000Z', reasons: 'content:complaints' } as const
const ticket = { id: '019aa9c4-0000-7000-8000-000000000001', no: '3', subject: 'No codes arrive' }
const examples: { readonly [K in NoticeKind]: NoticeValues[K] } = {
  signed_in: { address: '192.0.2.7', user_agent: 'Firefox' },
  sign_in_failed: { failures: '10', address: '192.0.2.7' },
  password_changed: {},
  phone_changed: { phone: '+12*******00' },
  email_changed: { email: 'm***@example.com' },
  second_factor_changed: { change: 'totp_on' },
  account_suspended: {},
  account_resumed: {},
  payments_blocked: { by: 'card' },
  credential_changed: { change: 'mode', key: 'AK1', mode: 'hmac' },
  ip_restriction_changed: { change: 'reverted' },
  country_enabled: { country: 'NG' },
  funds_changed: { ...money, change: 'debit', reason: 'Credited twice' },
  topped_up: { ...money, channel: 'stripe' },
  recharged: money,
  recharge_failed: { ...money, reason: 'authenticate', link: 'https://pay.example' },
  card_expiring: { last4: '4242', exp_month: '2', exp_year: '2027', days: '30' },
  refund_ended: { ...money, status: 'done', paid_out: '1000.000000' },
  dispute: { ...money, paid_at: '2026-11-19T23:30:00.000Z' },
  balance_low: { below: '50.000000', balance: '49.999999', currency: 'USD' },
  invoice_issued: invoice,
  invoice_due: { ...invoice, days: '-1' },
  invoice_part_paid: { ...money, number: invoice.number, outstanding: '10.000000' },
  invoice_paid: { ...money, number: invoice.number },
  invoice_void: { ...money, number: invoice.number, credit_note: 'HYC-US-2026-000001' },
  verification_approved: { valid_until: '2027-11-20T09:00:00.000Z' },
  verification_rejected: { reasons: 'id_number:number_mismatch,id_front:document_blurry' },
  verification_expiring: {
    days: '7',
    valid_until: '2027-11-20T09:00:00.000Z',
    grace_until: '2027-12-20T09:00:00.000Z',
  },
  verification_expired: {},
  signature_approved: { name: 'Lumen' },
  signature_rejected: { name: 'Lumen', reasons: 'name:name_not_proved,licence:evidence_unreadable' },
  signature_filing: { name: 'Lumen', carrier: 'CUCC', state: 'lapsed', reason: 'unused' },
  signature_revocation: { ...revocation, name: 'Lumen' },
  signature_expiring: { name: 'Lumen', days: '7', due_on: '2026-11-30' },
  signature_renewal: {
    name: 'Lumen',
    state: 'rejected',
    due_on: '2027-11-30',
    reasons: 'authorisation:authorisation_invalid',
  },
  template_approved: { name: 'Sign-in code' },
  template_rejected: { name: 'Sign-in code', reasons: 'content:content_unclear' },
  template_filing: { name: 'Sign-in code', carrier: 'CMCC', state: 'filed', reason: '' },
  template_revocation: { ...revocation, name: 'Sign-in code', state: 'kept' },
  broadcast_finished: { name: 'Autumn sale', sent: '980', skipped: '20' },
  broadcast_interrupted: { name: 'Autumn sale', reason: 'canary_hold' },
  export_ended: { name: 'October', state: 'finished', rows: '1200' },
  webhook_changed: { name: 'Orders', state: 'gone' },
  day_cap_passed: { limit: '5000' },
  country_cap_passed: { country: 'NG', limit: '200' },
  ticket_replied: { ...ticket, text: 'Please send us an example.', until: '' },
  ticket_solved: { ...ticket, until: '2026-12-04T09:00:00.000Z', silence: 'yes' },
}
const kinds = Object.keys(noticeKinds) as NoticeKind[] // the keys of this object are its kinds
const noticeIn = (kind: NoticeKind, locale: Locale, zone = 'UTC') =>
  textOf({ kind, values: examples[kind], locale, zone })

describe.each(kinds)('the texts of %s', (kind) => {
  test('contain every value, in the language of the owner', () => {
    const [english, chinese] = [noticeIn(kind, 'en'), noticeIn(kind, 'zh-CN')]
    expect(english.subject + english.text).not.toMatch(/\p{Script=Han}|undefined|NaN/u)
    expect(chinese.subject).toMatch(/\p{Script=Han}/u)
    expect(chinese.text).toMatch(/\p{Script=Han}/u)
    expect(chinese.subject + chinese.text).not.toMatch(/undefined|NaN/)
    if ('amount' in examples[kind]) expect([english.text, chinese.text]).toEqual([cut('$1,234.50'), cut('$1,234.50')])
  })
})

test.each(kinds)('the text message of %s in English keeps to the GSM alphabet', (kind) => {
  const { text, brief = text } = noticeIn(kind, 'en')
  expect(unicodeCharacters(brief)).toEqual([])
})

const cut = (amount: string) => expect.stringContaining(amount)

test('only a known browser of a User-Agent is named to an owner', () => {
  const text = (user_agent: string) =>
    textOf({ kind: 'signed_in', values: { address: '192.0.2.7', user_agent }, locale: 'en', zone: 'UTC' }).text
  expect(text('Mozilla/5.0 (X11; Linux) Chrome/142.0 Safari/537.36')).toContain('from 192.0.2.7 (Chrome).')
  expect(text('Confirm at https://evil.example within a day')).toContain('from 192.0.2.7. If this was not you')
})

test('a country is named in the language of the owner', () => {
  expect(noticeIn('country_enabled', 'en').subject).toBe('Sending to Nigeria turned on')
  expect(noticeIn('country_enabled', 'zh-CN').subject).toBe('已开通向尼日利亚发送短信')
})

test('a card expires in a month with its name', () => {
  expect(noticeIn('card_expiring', 'en').text).toContain('expires at the end of February 2027.')
  expect(noticeIn('card_expiring', 'zh-CN').text).toContain('将于2027年2月底过期')
})

test('money is cut to cents, dates are those of the account’s zone, and the link to pay is there', () => {
  expect(noticeIn('balance_low', 'en').text).toContain('$49.99 left')
  const owing = { ...examples.balance_low, balance: '-40.000000' }
  const low = textOf({ kind: 'balance_low', values: owing, locale: 'en', zone: 'UTC' })
  expect(low.text).toContain('−$40.00 left')
  expect(noticeIn('dispute', 'en', 'Asia/Shanghai').text).toContain('20 November 2026')
  expect(noticeIn('dispute', 'en').text).toContain('19 November 2026')
  expect(noticeIn('dispute', 'zh-CN').text).toContain('2026年11月19日')
  expect(noticeIn('recharge_failed', 'en').text).toContain('https://pay.example')
})

test('counts are grouped, and of one there is a singular', () => {
  const text = (locale: Locale, kind: NoticeKind, values: object) =>
    textOf({ kind, values: { ...examples[kind], ...values }, locale, zone: 'UTC' }).text
  expect(text('en', 'export_ended', { rows: '1' })).toContain('with 1 row.')
  expect(text('en', 'export_ended', { rows: '12000' })).toContain('with 12,000 rows.')
  expect(text('zh-CN', 'export_ended', { rows: '12000' })).toContain('共 12,000 行')
  expect(text('en', 'broadcast_finished', { sent: '1', skipped: '1' })).toContain(
    '1 message went out, 1 recipient was skipped.',
  )
  expect(text('zh-CN', 'broadcast_finished', { sent: '12000', skipped: '1000' })).toContain(
    '共发出 12,000 条，跳过 1,000 个收件人',
  )
  expect(text('en', 'day_cap_passed', { limit: '10000' })).toContain('more than 10,000 messages today')
  expect(text('zh-CN', 'country_cap_passed', { limit: '10000' })).toContain('上限 10,000 条')
})

test.each([
  ['-7', 'is due in 7 days'],
  ['-1', 'is due in 1 day'],
  ['0', 'is due today'],
  ['1', 'is 1 day overdue'],
  ['14', 'is 14 days overdue'],
])('an invoice %s days after its due day %s', (days, expected) => {
  const { subject } = textOf({ kind: 'invoice_due', values: { ...invoice, days }, locale: 'en', zone: 'UTC' })
  expect(subject).toBe(`Invoice US-2026-000001 ${expected}`)
})

const solved = {
  kind: 'ticket_solved',
  values: { ...ticket, until: '2026-12-04T09:00:00.000Z', silence: 'no' },
} as const
const reply = { kind: 'ticket_replied', values: { ...ticket, text: 'It works.', until: solved.values.until } } as const

test.each([
  ['en', null, 'If something is still wrong, reply in the console until 4 December 2026 at 09:00. A reply reopens it.'],
  ['en', 'a@b.example', 'reply to this email or in the console until 4 December 2026 at 09:00. A reply reopens it.'],
  ['zh-CN', null, '如仍有问题，请在2026年12月4日 09:00前到控制台回复，工单将重新打开。'],
  ['zh-CN', 'a@b.example', '请在2026年12月4日 09:00前回复本邮件或到控制台回复，工单将重新打开。'],
] as const)(
  'the emails of a solved ticket say how a reply reopens it, in %s with replies to %s',
  (locale, to, text) => {
    for (const content of [solved, reply]) {
      expect(letterOf({ ...content, locale, zone: 'UTC' }, (path) => path, to).text).toContain(text)
    }
  },
)

describe.each(kinds)('the email of %s', (kind) => {
  test.each(['en', 'zh-CN'] as const)('leads to a page of the console, in %s', (locale) => {
    const addressOf = (path: string) => `https://console.example${path}`
    const { subject, text, button, footer } = letterOf({ kind, values: examples[kind], locale, zone: 'UTC' }, addressOf)
    expect(noticeIn(kind, locale)).toMatchObject({ subject, text })
    expect(button).toMatchObject({ address: expect.stringMatching(/^https:\/\//), title: expect.any(String) })
    expect(footer === null).toBe(noticeKinds[kind] === 'guard')
  })
})
