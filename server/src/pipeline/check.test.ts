import { AccountId } from '@hongyan/contract/ids'
import { expect, test } from 'vitest'
import { check } from './check.ts'
import type { Draft, Rules } from './message.ts'

const us: Rules = {
  account: AccountId.parse('00000000-0000-0000-0000-00000001a2b3'),
  partition: 'us',
  currency: 'USD',
  status: 0,
  level: 2,
  rate: 50,
  wildcard: { signature: false, template: false },
  payForDelivered: false,
  strictTrust: false,
  countries: new Set(['US']),
  zone: 'UTC',
  scenes: [1, 2, 3],
  provedNumbers: [],
  configured: { sender: null, validity: null, retentionDays: 30 },
}
const cn: Rules = { ...us, partition: 'cn', currency: 'CNY' }
const draft = (change: Partial<Draft> = {}): Draft => ({
  recipients: ['+12065550100'],
  content: { kind: 'text', text: 'Hello' },
  scene: 2,
  ...change,
})

test('a plain text to a good number passes, in one part', () => {
  expect(check(us, draft())).toMatchObject({
    recipients: [
      { ok: { to: '+12065550100', country: 'US', callingCode: '1', parts: 1, unicode: false, sender: null } },
    ],
  })
})

test('a number without plus gets the calling code of home', () => {
  expect(check(us, draft({ recipients: ['2065550100'] }))).toMatchObject({
    recipients: [{ ok: { to: '+12065550100' } }],
  })
  const free: Rules = { ...cn, wildcard: { signature: true, template: true } }
  expect(check(free, draft({ recipients: ['13800138000'] }))).toMatchObject({
    recipients: [{ ok: { to: '+8613800138000', country: 'CN' } }],
  })
})

test('one bad number is reported in its own entry, only bad ones refuse the request', () => {
  expect(check(us, draft({ recipients: ['12', '+12065550100'] }))).toMatchObject({
    recipients: [{ refused: { to: '12', code: 'invalid_phone_number' } }, { ok: {} }],
  })
  expect(check(us, draft({ recipients: ['12', '34'] }))).toEqual({ refused: 'invalid_phone_number', field: 'to' })
})

test('a suspended account sends nothing', () => {
  expect(check({ ...us, status: 1 }, draft())).toEqual({ refused: 'account_suspended' })
})

test('a mainland account needs a signature and a template', () => {
  expect(check(cn, draft())).toMatchObject({ refused: 'missing_signature' })
  expect(check(cn, draft({ content: { kind: 'template', templateId: 'x' } }))).toMatchObject({
    refused: 'template_not_found',
  })
})

test('a wildcard of signature alone still needs a template', () => {
  const half: Rules = { ...cn, wildcard: { signature: true, template: false } }
  expect(check(half, draft({ signature: '鸿雁' }))).toMatchObject({ refused: 'template_not_found' })
})

test('an international account may not make up a sender', () => {
  expect(check(us, draft({ signature: 'BANK' }))).toEqual({ refused: 'signature_not_found', field: 'signature' })
})

test('content to +86 carries its signature in brackets and counts it; elsewhere the signature is the sender', () => {
  const free: Rules = { ...us, wildcard: { signature: true, template: true } }
  const both = draft({
    recipients: ['+8613800138000', '+12065550100'],
    content: { kind: 'content', text: 'a'.repeat(67) },
    signature: 'Hongyan',
  })
  expect(check(free, both)).toMatchObject({
    recipients: [
      { ok: { text: `【Hongyan】${'a'.repeat(67)}`, parts: 2, unicode: true } },
      { ok: { text: 'a'.repeat(67), parts: 1, unicode: false, sender: 'Hongyan' } },
    ],
  })
})

test('ten parts are the most, and white space is no text', () => {
  expect(check(us, draft({ content: { kind: 'text', text: 'a'.repeat(1530) } }))).toMatchObject({ scene: 2 })
  expect(check(us, draft({ content: { kind: 'text', text: 'a'.repeat(1531) } }))).toEqual({
    refused: 'too_many_parts',
    field: 'text',
  })
  expect(check(us, draft({ content: { kind: 'text', text: ' \n ' } }))).toEqual({
    refused: 'missing_params',
    field: 'text',
  })
})

test('under strict trust a new account writes to its own numbers, a paid one to its home country and without links', () => {
  const fresh: Rules = { ...us, strictTrust: true, level: 0, provedNumbers: ['+12065550100'] }
  expect(check(fresh, draft())).toMatchObject({ scene: 2 })
  expect(check(fresh, draft({ recipients: ['+12065550101'] }))).toMatchObject({ refused: 'own_numbers_only' })
  const paid: Rules = { ...us, strictTrust: true, level: 1 }
  expect(check(paid, draft({ recipients: ['+442079460018'] }))).toMatchObject({ refused: 'home_country_only' })
  expect(check(paid, draft({ content: { kind: 'text', text: 'see bit.ly/x' } }))).toMatchObject({
    refused: 'content_restricted',
  })
  expect(check(paid, draft({ content: { kind: 'text', text: 'call +1 206 555 0100' } }))).toMatchObject({
    refused: 'content_restricted',
  })
})

test('under strict trust a verified account writes to the countries that it enabled, and to its own phone anywhere', () => {
  const verified: Rules = {
    ...us,
    strictTrust: true,
    countries: new Set(['US', 'GB']),
    provedNumbers: ['+4915112345678'],
  }
  const to = (...recipients: string[]) => check(verified, draft({ recipients }))
  expect(to('+12065550100', '+442079460018', '+4915112345678', '+33612345678')).toMatchObject({
    recipients: [{ ok: {} }, { ok: {} }, { ok: {} }, { refused: { code: 'geo_restricted', country: 'FR' } }],
  })
  expect(to('+33612345678')).toEqual({ refused: 'geo_restricted', field: 'to' })
  expect(check({ ...verified, level: 3 }, draft({ recipients: ['+33612345678'] }))).toMatchObject({
    refused: 'geo_restricted',
  })
})

test('an account keeps its own phone abroad when its first payment lifts it to level 1', () => {
  const paid: Rules = { ...us, strictTrust: true, level: 1, provedNumbers: ['+442079460018'] }
  expect(check(paid, draft({ recipients: ['+442079460018'] }))).toMatchObject({ recipients: [{ ok: {} }] })
})

test('an account verified as an individual sends no marketing', () => {
  const person: Rules = { ...us, scenes: [1, 2] }
  expect(check(person, draft({ scene: 3 }))).toEqual({ refused: 'scene_restricted', field: 'scene' })
  for (const scene of [1, 2] as const) expect(check(person, draft({ scene }))).not.toHaveProperty('refused')
})

test('a house account has no rule of countries', () => {
  const house: Rules = { ...us, strictTrust: true, level: 3, countries: null }
  expect(check(house, draft({ recipients: ['+33612345678'] }))).toMatchObject({ recipients: [{ ok: {} }] })
})
