import { type NoticeKind, noticeKinds, type NoticeValues } from '@hongyan/contract/vocabulary/notice'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { describe, expect, test } from 'vitest'
import { filled, type Message } from '../../i18n/message.ts'
import { shownValues } from './shown-values.ts'
import english from './messages.en.json'
import chinese from './messages.zh-CN.json'

const money = { amount: '1234.509000', currency: 'USD' }
const invoice = { ...money, number: 'US-2026-000001', due_on: '2026-11-30' }
const revocation = { state: 'announced', ends_at: '2026-11-24T09:30:00.000Z', reasons: 'content:complaints' } as const
const ticket = { id: '019aa9c4-0000-7000-8000-000000000001', no: '3', subject: 'No codes arrive' }
const examples: { readonly [K in NoticeKind]: NoticeValues[K] } = {
  signed_in: { address: '192.0.2.7', user_agent: 'Firefox/140.0' },
  sign_in_failed: { failures: '10', address: '192.0.2.7' },
  password_changed: {},
  phone_changed: { phone: '+12*******00' },
  email_changed: { email: 'm***@example.com' },
  second_factor_changed: { change: 'passkey_added' },
  account_suspended: {},
  account_resumed: {},
  payments_blocked: { by: 'card' },
  credential_changed: { change: 'mode', key: 'AK1', mode: 'hmac' },
  ip_restriction_changed: { change: 'reverted' },
  country_enabled: { country: 'NG' },
  funds_changed: { ...money, change: 'debit', reason: 'Credited twice' },
  topped_up: { ...money, channel: 'stripe' },
  recharged: money,
  recharge_failed: { ...money, reason: 'again' },
  card_expiring: { last4: '4242', exp_month: '2', exp_year: '2027', days: '0' },
  refund_ended: { ...money, status: 'done', paid_out: '1234.509000' },
  dispute: { ...money, paid_at: '2026-11-19T12:00:00.000Z' },
  balance_low: { below: '50.000000', balance: '49.999999', currency: 'USD' },
  invoice_issued: invoice,
  invoice_due: { ...invoice, days: '1' },
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
  signature_rejected: { name: 'Lumen', reasons: 'name:name_not_proved' },
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
  ticket_replied: { ...ticket, text: 'Please send us an example.', until: '' },
  ticket_solved: { ...ticket, until: '2026-12-04T09:00:00.000Z', silence: 'yes' },
  country_cap_passed: { country: 'NG', limit: '200' },
}
const kinds = Object.keys(noticeKinds) as NoticeKind[] // the keys of this object are the kinds

const catalogues = { en: english, 'zh-CN': chinese } as const
function textOf(locale: keyof typeof catalogues, kind: NoticeKind, values: object = examples[kind]) {
  const writeDay = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { timeZone: 'UTC', ...options }).format(new Date(day))
  const shown = shownValues({ ...values }, writeDay, (iso2) => iso2)
  const say = (id: `notices.${NoticeKind}` | `notices.${NoticeKind}Text`) =>
    filled(compileMessage(catalogues[locale][id]) as Message, shown, locale) // as the build compiles it
  return [say(`notices.${kind}`), say(`notices.${kind}Text`)].join(' | ')
}

describe.each(kinds)('the notice %s', (kind) => {
  test('has a text in both languages, with its amount', () => {
    const both = [textOf('en', kind), textOf('zh-CN', kind)]
    for (const text of both) expect(text).not.toMatch(/[{}]|undefined|NaN|^ \||\| *$/)
    if ('amount' in examples[kind]) {
      expect(both).toEqual([expect.stringContaining('$1,234.50'), expect.stringContaining('$1,234.50')])
    }
  })
})

test.each([
  [
    'signed_in',
    examples.signed_in,
    'New sign-in | New sign-in from 192.0.2.7 (Firefox). If this wasn’t you, change your password.',
  ],
  [
    'signed_in',
    { ...examples.signed_in, user_agent: 'a program' },
    'New sign-in | New sign-in from 192.0.2.7. If this wasn’t you, change your password.',
  ],
  [
    'recharge_failed',
    { ...money, reason: 'capped' },
    'Auto-recharge reached today’s limit | Resumes tomorrow with $1,234.50. Top up now if you need more.',
  ],
  [
    'recharge_failed',
    { ...money, reason: 'paused' },
    'Auto-recharge paused | Your bank needs you to confirm $1,234.50, but we couldn’t open a payment page. Top up to resume.',
  ],
  [
    'recharge_failed',
    { ...money, reason: 'card_gone' },
    'Auto-recharge turned off | We couldn’t charge $1,234.50 because the card was removed.',
  ],
  [
    'card_expiring',
    examples.card_expiring,
    'Your card has expired | The card ending in 4242 expired at the end of February 2027. Add a new card for auto-recharge.',
  ],
  ['credential_changed', examples.credential_changed, 'Auth mode changed | AK1: HMAC mode'],
  ['credential_changed', { ...examples.credential_changed, change: 'removed' }, 'Credential removed | AK1'],
  [
    'dispute',
    examples.dispute,
    'Payment disputed | The bank reversed $1,234.50 of your 19 Nov 2026 payment. Card payments are paused.',
  ],
  ['invoice_due', examples.invoice_due, 'Invoice US-2026-000001 is overdue | $1,234.50 was due on 30 Nov 2026.'],
  ['invoice_due', { ...invoice, days: '-7' }, 'Invoice US-2026-000001 is due soon | $1,234.50 is due on 30 Nov 2026.'],
  ['export_ended', { ...examples.export_ended, rows: '1' }, 'Export is ready | October: 1 row.'],
  [
    'day_cap_passed',
    { limit: '10000' },
    'Daily cap passed | More than 10,000 messages today. Messages keep going out.',
  ],
] as const)('the notice %s with %o has a text of its own', (kind, values, text) => {
  expect(textOf('en', kind, values)).toBe(text)
})

test('the minus of a balance in a notice stands before the currency sign', () => {
  const values = { below: '50.000000', balance: '-40.000000', currency: 'USD' }
  expect(shownValues(values, String, String)).toMatchObject({ below: '$50.00', balance: '−$40.00' })
})
