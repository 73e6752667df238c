import { SignatureId } from '@hongyan/contract/ids'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { expect, test } from 'vitest'
import { plainRules } from '../../test/plain-rules.ts'
import { readQuietHours } from '../features/messaging/quiet-hours/rows.ts'
import { check as checkAt } from './check.ts'
import { destinationSchedule } from './destinations.ts'
import { NONE_LISTED, sceneSet } from './listed.ts'
import type { Draft, Rules, Sender, SendTemplate } from './message.ts'
import { operatorTexts } from './operator-texts.ts'
import { type SenderRule, senderRules } from './shown-sender.ts'

const us: Rules = { ...plainRules, rate: 50 }
const cn: Rules = { ...us, partition: 'cn', currency: 'CNY' }
const sender: Sender = {
  id: SignatureId.parse('019ab000-0000-7000-8000-000000000001'),
  name: 'Lumen',
  status: ReviewStatus.Approved,
  mainland: false,
  international: true,
  scenes: [1, 2],
  isDefault: false,
  checkedAt: Date.parse('2026-11-23T07:30:00Z'),
  isFiled: false,
  expiresAt: null,
}
const shipped: SendTemplate = {
  id: '019ab000-0000-7000-8000-000000000002',
  code: 'shipped',
  version: 3,
  name: 'Shipped',
  scene: 2,
  content: 'Order {order} has shipped.',
  variables: [{ name: 'order', type: 'id', max_length: 12, sample: 'A1' }],
  signature: null,
  isApproved: true,
  checkedAt: 0,
  isFiled: true,
  mappings: new Map(),
}
const draft = (change: Partial<Draft> = {}): Draft => ({
  recipients: ['+12065550100'],
  content: { kind: 'text', text: 'Hello' },
  scene: 2,
  listed: NONE_LISTED,
  now: new Date('2026-11-23T08:00:00Z'),
  ...change,
})

const ruleOf = (iso2: string, alpha: SenderRule['alpha']): SenderRule => ({
  iso2,
  alpha,
  numeric: 'yes',
  short_code: 'yes',
  replaced_by: null,
  shown_instead: null,
  confidence: 'high',
  checked_on: '2026-11-22',
})
const shared = { number: '+12025550147', shortCode: '55501', mainland: '1069055501' }
const destinations = destinationSchedule(
  {
    senders: senderRules([ruleOf('US', 'no'), ruleOf('GB', 'yes'), ruleOf('CN', 'no')], shared),
    quietHours: readQuietHours(),
    operators: operatorTexts([{ iso2: 'KR', scene: null, place: 'before', text: '[Web발신]', ifMissing: false }]),
  },
  [{ carrier: 'CMCC', scene: 3, phrase: '拒收请回复R', from: null }],
)
const check = (rules: Rules, given: Draft) => checkAt(rules, destinations, given)

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
  const withName: Rules = { ...cn, senders: [{ ...sender, mainland: true }] }
  expect(check(withName, draft({ signature: 'Lumen' }))).toMatchObject({ refused: 'no_template', field: 'text' })
})

test('a wildcard of signature alone still needs a template', () => {
  const half: Rules = { ...cn, wildcard: { signature: true, template: false } }
  expect(check(half, draft({ signature: '鸿雁' }))).toMatchObject({ refused: 'no_template' })
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

test('a name that makes a template’s text longer than its maximum is refused, as its values cannot', () => {
  const free: Rules = { ...cn, wildcard: { signature: true, template: false } }
  const content = `${'字'.repeat(50)}{who}。`
  const variables = [{ name: 'who', type: 'name', max_length: 5, sample: 'Li' }] as const
  const sent = (signature: string, who: string, template: SendTemplate = { ...shipped, content, variables }) =>
    check(free, { ...templated({ who }, template), recipients: ['+8613800138000'], signature })
  expect(sent('N'.repeat(13), 'L')).toMatchObject({ recipients: [{ ok: { parts: 1 } }] })
  expect(sent('N'.repeat(12), '𠮷𠮷𠮷𠮷𠮷')).toMatchObject({ recipients: [{ ok: { parts: 2 } }] })
  const short = { ...shipped, content: content.slice(6), variables }
  expect(sent('N'.repeat(17), 'L', short)).toMatchObject({ recipients: [{ ok: { parts: 1 } }] })
  expect(sent('N'.repeat(20), '𠮷𠮷𠮷𠮷', short)).toEqual({ refused: 'too_many_parts', field: 'templateData' })
})

test('a text that a template was found for goes out as it was written, beyond the parts of that template', () => {
  const content = '字'.repeat(68)
  const template = { ...shipped, content, variables: [] }
  const text = { kind: 'text', text: `【鸿雁】${content}`, matched: { template, codes: [] } } as const
  const free: Rules = { ...cn, wildcard: { signature: true, template: false } }
  expect(check(free, draft({ content: text, signature: '鸿雁' }))).toMatchObject({ recipients: [{ ok: { parts: 2 } }] })
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

test('under strict trust a paid account may send again what a template made, with its numbers', () => {
  const paid: Rules = { ...us, strictTrust: true, level: 1, countries: new Set(['US', 'GB']) }
  const content = {
    kind: 'text',
    text: 'Order 20261123001 has shipped.',
    matched: { template: shipped, codes: [] },
  } as const
  expect(check(paid, draft({ content, recipients: ['+447400123456'] }))).toMatchObject({ recipients: [{ ok: {} }] })
})

test('a marketing template that no person approved is refused by its id and as the text that it makes', () => {
  const template: SendTemplate = { ...shipped, scene: 3, isApproved: false }
  const data = { order: 'A1' }
  expect(check(us, draft({ content: { kind: 'template', template, data } }))).toEqual({
    refused: 'template_not_approved',
    field: 'templateId',
  })
  const text = { kind: 'text', text: 'Order A1 has shipped.', matched: { template, codes: [] } } as const
  expect(check(us, draft({ content: text }))).toEqual({ refused: 'template_not_approved', field: 'text' })
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

const templated = (data: Record<string, string>, template: SendTemplate = shipped, change: Partial<Draft> = {}) =>
  draft({ content: { kind: 'template', template, data }, ...change })

test('a template takes its scene and its text from its approved version', () => {
  expect(check(us, templated({ order: 'A20261' }, shipped, { scene: 3 }))).toMatchObject({
    scene: 2,
    template: { id: shipped.id, version: 3 },
    recipients: [{ ok: { text: 'Order A20261 has shipped.' } }],
  })
})

test('a missing, unknown or unfit value of a variable refuses the request and names the variable', () => {
  expect(check(us, templated({}))).toEqual({ refused: 'missing_template_data', field: 'order' })
  expect(check(us, templated({ order: 'A1', name: 'Li' }))).toEqual({ refused: 'invalid_template_data', field: 'name' })
  expect(check(us, templated({ order: 'no spaces allowed' }))).toEqual({
    refused: 'invalid_template_data',
    field: 'order',
  })
})

test('a value that looks like a variable stays a value', () => {
  const free: SendTemplate = {
    ...shipped,
    content: '{one} and {two}',
    variables: [
      { name: 'one', type: 'text', max_length: 20, sample: 'a' },
      { name: 'two', type: 'text', max_length: 20, sample: 'b' },
    ],
  }
  expect(check(us, templated({ one: '{two}', two: 'x' }, free))).toMatchObject({
    recipients: [{ ok: { text: '{two} and x' } }],
  })
})

const own = (change: Partial<Sender> = {}): Rules => ({ ...us, senders: [{ ...sender, ...change }] })

test('an approved sender ID is the sender of a message that names it', () => {
  expect(check(own(), draft({ signature: 'Lumen' }))).toMatchObject({
    recipients: [{ ok: { sender: 'Lumen', signature: sender.id, text: 'Hello' } }],
  })
})

test.each([0, 1, 2] as const)('a sender ID of review status %s is refused as not approved', (status) => {
  expect(check(own({ status }), draft({ signature: 'Lumen' }))).toEqual({
    refused: 'signature_not_approved',
    field: 'signature',
  })
})

test('a sender ID is refused for a scene or a region that it was not submitted for', () => {
  expect(check(own(), draft({ signature: 'Lumen', scene: 3 }))).toEqual({
    refused: 'signature_restricted',
    field: 'signature',
  })
  expect(check(own(), draft({ signature: 'Lumen', recipients: ['+8613800138000'] }))).toMatchObject({
    refused: 'signature_restricted',
  })
})

test('a sender ID that only the automatic check passed reaches proved numbers alone for an hour, and sends no marketing', () => {
  const early = own({ status: ReviewStatus.PreApproved, scenes: [1, 2, 3] })
  const checked = check(early, draft({ signature: 'Lumen' }))
  expect(checked).toEqual({ refused: 'pre_approved_numbers', field: 'to' })
  expect(check({ ...early, provedNumbers: ['+12065550100'] }, draft({ signature: 'Lumen' }))).toMatchObject({
    preApproved: [{ key: `pre_approved.signature.${sender.id}`, signature: sender.id }],
    recipients: [{ ok: {} }],
  })
  const later = new Date('2026-11-23T08:30:00Z')
  expect(check(early, draft({ signature: 'Lumen', now: later }))).toMatchObject({ recipients: [{ ok: {} }] })
  expect(check(early, draft({ signature: 'Lumen', scene: 3, now: later }))).toMatchObject({
    refused: 'signature_not_approved',
  })
})

test('the default sender ID carries messages that name none, and gives way to the shared one where it does not fit', () => {
  const rules = own({ isDefault: true })
  expect(check(rules, draft())).toMatchObject({ recipients: [{ ok: { sender: 'Lumen' } }] })
  expect(check(rules, draft({ recipients: ['+8613800138000'] }))).toMatchObject({
    recipients: [{ ok: { sender: null, signature: null } }],
  })
  expect(check(rules, draft({ scene: 3 }))).toMatchObject({ recipients: [{ ok: { sender: null } }] })
})

test('a template that is bound to a sender ID goes out under it alone', () => {
  const other = { ...sender, id: SignatureId.parse('019ab000-0000-7000-8000-000000000009'), name: 'Other' }
  const rules: Rules = { ...us, senders: [sender, other] }
  const bound = { ...shipped, signature: sender.id }
  expect(check(rules, templated({ order: 'A1' }, bound))).toMatchObject({ recipients: [{ ok: { sender: 'Lumen' } }] })
  expect(check(rules, templated({ order: 'A1' }, bound, { signature: 'Other' }))).toEqual({
    refused: 'signature_restricted',
    field: 'signature',
  })
})

test('a message to +86 under a sender ID or template that a carrier has not filed is refused', () => {
  const rules: Rules = { ...cn, senders: [{ ...sender, mainland: true, isFiled: true }] }
  const to = { recipients: ['+8613800138000'], signature: 'Lumen' }
  expect(check(rules, templated({ order: 'A1' }, shipped, to))).toMatchObject({
    recipients: [{ ok: { text: '【Lumen】Order A1 has shipped.', parts: 1 } }],
  })
  expect(check(rules, templated({ order: 'A1' }, { ...shipped, isFiled: false }, to))).toEqual({
    refused: 'carrier_filing_pending',
    field: 'to',
  })
  const unfiled: Rules = { ...rules, senders: [{ ...sender, mainland: true }] }
  expect(check(unfiled, templated({ order: 'A1' }, shipped, to))).toMatchObject({ refused: 'carrier_filing_pending' })
})

test('an account that chose so sends to +86 unfiled, except under what no person has approved', () => {
  const to = { recipients: ['+8613800138000'], signature: 'Lumen' }
  const unfiled = { ...sender, mainland: true }
  const rules: Rules = { ...cn, sendsUnfiled: true, senders: [unfiled] }
  expect(check(rules, templated({ order: 'A1' }, shipped, to))).toMatchObject({ recipients: [{ ok: { parts: 1 } }] })
  const unapproved: Rules = { ...rules, senders: [{ ...unfiled, status: ReviewStatus.PreApproved, checkedAt: 0 }] }
  expect(check(unapproved, templated({ order: 'A1' }, shipped, to))).toMatchObject({
    refused: 'carrier_filing_pending',
  })
})

test('a template goes to every enabled country at the level that keeps free text at home', () => {
  const paid: Rules = { ...us, level: 1, strictTrust: true, countries: new Set(['US', 'SG']) }
  const abroad = { recipients: ['+6581234567'] }
  expect(check(paid, draft(abroad))).toMatchObject({ refused: 'home_country_only' })
  expect(check(paid, templated({ order: 'A1' }, shipped, abroad))).toMatchObject({ recipients: [{ ok: {} }] })
})
test('an account sends under sender IDs of its own once it is verified, and under the shared one before', () => {
  const paid = (change: Partial<Rules> = {}): Rules => ({ ...own(), level: 1, strictTrust: true, ...change })
  const named = draft({ signature: 'Lumen' })
  expect(check(paid(), named)).toEqual({ refused: 'sender_unverified', field: 'signature' })
  expect(check(paid(), templated({ order: 'A1' }, { ...shipped, signature: sender.id }))).toEqual({
    refused: 'sender_unverified',
    field: 'templateId',
  })
  const byDefault = paid({ senders: [{ ...sender, isDefault: true }] })
  expect(check(byDefault, draft())).toMatchObject({ recipients: [{ ok: { sender: null, signature: null } }] })
  for (const verified of [paid({ level: 2 }), paid({ strictTrust: false })]) {
    expect(check(verified, named)).toMatchObject({ recipients: [{ ok: { sender: 'Lumen' } }] })
  }
})

test('each recipient has the sender that its country shows', () => {
  const free: Rules = { ...us, wildcard: { signature: true, template: true } }
  const recipients = ['+12065550100', '+442079460018', '+8613800138000']
  expect(check(free, draft({ recipients, signature: 'Acme' }))).toMatchObject({
    recipients: [
      { ok: { sender: 'Acme', shown: { kind: 'shared_number', value: '+12025550147', warning: 'no_names' } } },
      { ok: { sender: 'Acme', shown: { kind: 'name', value: 'Acme', rule: { iso2: 'GB' } } } },
      { ok: { sender: 'Acme', shown: { kind: 'mainland', value: '1069055501' } } },
    ],
  })
})

test('the opt-out line of the scene ends texts to +86 alone, once, and is counted', () => {
  const recipients = ['+8613800138000', '+12065550100']
  const text = '新'.repeat(65)
  const toBoth = (scene: 1 | 2 | 3, given = text) =>
    check(us, draft({ recipients, scene, content: { kind: 'text', text: given } }))
  expect(toBoth(3)).toMatchObject({
    recipients: [{ ok: { text: `${text}拒收请回复R`, parts: 2 } }, { ok: { text, parts: 1 } }],
  })
  expect(toBoth(2)).toMatchObject({ recipients: [{ ok: { text, parts: 1 } }, { ok: { text } }] })
  expect(toBoth(3, '新品，拒收请回复R')).toMatchObject({
    recipients: [{ ok: { text: '新品，拒收请回复R' } }, { ok: { text: '新品，拒收请回复R' } }],
  })
})

test('the text that operators add is counted and forces Unicode, but is not sent', () => {
  const text = 'a'.repeat(63)
  const to = (recipient: string, given: string) =>
    check(us, draft({ recipients: [recipient], content: { kind: 'text', text: given } }))
  expect(to('+821020001234', text)).toMatchObject({ recipients: [{ ok: { text, parts: 1, unicode: true } }] })
  expect(to('+821020001234', `${text}a`)).toMatchObject({ recipients: [{ ok: { text: `${text}a`, parts: 2 } }] })
  expect(to('+12065550100', `${text}a`)).toMatchObject({ recipients: [{ ok: { parts: 1, unicode: false } }] })
})

test('a listed recipient is refused after its sender and content, and before its country', () => {
  const entry = (blocked: boolean, scenes: readonly (1 | 2 | 3)[]) => ({ blocked, optedOut: sceneSet(scenes) })
  const listed = new Map([
    ['+12065550100', entry(true, [])],
    ['+12065550101', entry(false, [3])],
    ['+33612345678', entry(false, [2, 3])],
  ])
  const of = (change: Partial<Draft>) => check({ ...us, strictTrust: true }, draft({ listed, ...change }))
  const recipients = ['+12065550100', '+12065550101', '+33612345678']
  expect(of({ recipients })).toMatchObject({
    recipients: [
      { refused: { code: 'recipient_blocked', text: 'Hello' } },
      { ok: { to: '+12065550101' } },
      { refused: { code: 'opted_out' } },
    ],
  })
  expect(of({ recipients, scene: 3 })).toEqual({ refused: 'recipient_blocked', field: 'to' })
  expect(of({ recipients: ['+33612345678'], scene: 1 })).toEqual({ refused: 'geo_restricted', field: 'to' })
  expect(of({ recipients: ['+33612345678'], scene: 2 })).toEqual({ refused: 'opted_out', field: 'to' })
  expect(of({ recipients, content: { kind: 'text', text: ' ' } })).toMatchObject({ refused: 'missing_params' })
})

const person = (order: string) => ({ values: order === '' ? {} : { order }, zone: null })

test('where each recipient has values of its own, each is decided on its own', () => {
  const result = check(
    us,
    draft({
      recipients: ['+12065550100', '+12065550101', 'nobody', '+12065550102'],
      content: { kind: 'template', template: shipped, data: {} },
      each: [person('A1'), person(''), person('A2'), person('A3 %')],
    }),
  )
  expect('recipients' in result && result.recipients).toMatchObject([
    { ok: { text: 'Order A1 has shipped.', values: { order: 'A1' } } },
    { refused: { code: 'missing_template_data', text: null } },
    { refused: { code: 'invalid_phone_number' } },
    { refused: { code: 'invalid_template_data' } },
  ])
})

test('where each recipient is decided on its own, all of them may be refused', () => {
  const result = check(us, draft({ recipients: ['nobody'], each: [person('')] }))
  expect(result).toMatchObject({ separate: true, recipients: [{ refused: { code: 'invalid_phone_number' } }] })
})

test('a text that is too long for one recipient refuses that recipient alone, where each has its own', () => {
  const long: SendTemplate = { ...shipped, content: `{order}${'x'.repeat(1_526)}` }
  const result = check(
    us,
    draft({
      recipients: ['+12065550100', '+12065550101'],
      content: { kind: 'template', template: long, data: {} },
      each: [person('A1'), person('A123456789')],
    }),
  )
  expect('recipients' in result && result.recipients).toMatchObject([
    { ok: { parts: 10 } },
    { refused: { code: 'too_many_parts' } },
  ])
})
