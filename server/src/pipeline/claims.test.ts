import { SignatureId } from '@hongyan/contract/ids'
import { ZERO } from '@hongyan/contract/money'
import { expect, test } from 'vitest'
import { plainRules } from '../../test/plain-rules.ts'
import { claims as allClaims } from './claims.ts'
import type { Outcome, Priced, PricedRecipient, Rules } from './message.ts'

const claims = (...of: Parameters<typeof allClaims>) => allClaims(...of).limitClaims

const rules: Rules = { ...plainRules, level: 0, rate: 50, strictTrust: true }
const one: { readonly ok: PricedRecipient } = {
  ok: {
    to: '',
    country: 'US',
    callingCode: '1',
    text: '',
    sender: null,
    signature: null,
    shown: { kind: 'shared_number', value: '+12025550147', rule: null, warning: null },
    unicode: false,
    values: null,
    period: null,
    parts: 1,
    unitPrice: ZERO,
    route: null,
    price: ZERO,
  },
}
const bad: Outcome<PricedRecipient> = {
  refused: { to: '', country: null, callingCode: null, code: 'invalid_phone_number', text: null },
}
const priced: Priced = {
  scene: 2,
  template: null,
  codes: [],
  preApproved: [],
  recipients: [one, bad, one],
  total: ZERO,
}
const noon = new Date('2026-11-20T12:00:00Z')

test('a new account claims its recipients of twenty a day, until midnight', () => {
  expect(claims(rules, priced, noon)).toEqual([
    {
      code: 'daily_cap_new',
      key: 'trust.day',
      windowStart: new Date('2026-11-20T00:00:00Z'),
      limit: 20n,
      cost: 2n,
      retryAfter: 43_200,
    },
  ])
})

test('a paid account has a thousand, a verified one and the sandbox have no cap', () => {
  expect(claims({ ...rules, level: 1 }, priced, noon)).toMatchObject([{ limit: 1_000n, code: 'daily_cap_paid' }])
  expect(claims({ ...rules, level: 2 }, priced, noon)).toEqual([])
  expect(claims({ ...rules, strictTrust: false }, priced, noon)).toEqual([])
})

test('a cap counts the days of the account’s zone', () => {
  const beijing: Rules = { ...rules, zone: 'Asia/Shanghai' }
  expect(claims(beijing, priced, noon)).toMatchObject([
    { windowStart: new Date('2026-11-19T16:00:00Z'), retryAfter: 4 * 3_600 },
  ])
  expect(claims(beijing, priced, new Date('2026-11-20T16:00:00Z'))).toMatchObject([
    { windowStart: new Date('2026-11-20T16:00:00Z'), retryAfter: 24 * 3_600 },
  ])
})

test('a sender ID that no person approved claims the messages under it, and a template those of the request', () => {
  const id = SignatureId.parse('019ab000-0000-7000-8000-000000000001')
  const under: Outcome<PricedRecipient> = { ok: { ...one.ok, signature: id } }
  const preApproved = [
    { key: 'pre_approved.signature', signature: id },
    { key: 'pre_approved.template', signature: null },
  ]
  const claimed = claims({ ...rules, level: 2 }, { ...priced, recipients: [one, under, bad, one], preApproved }, noon)
  expect(claimed).toMatchObject([
    { key: 'pre_approved.signature', cost: 1n, limit: 100n },
    { key: 'pre_approved.template', cost: 3n, limit: 100n },
  ])
})
