import { upstreams } from '@hongyan/contract/endpoints/messaging/upstreams'
import { managedProviders, type ManagedProvider } from '@hongyan/contract/vocabulary/upstream'
import { expect, test } from 'vitest'
import type { FormValues } from '../../../../ui/form.tsx'
import { brokenCredentials, brokenSettings, channelOf, inputOf } from './draft.ts'

const HEX = '0123456789abcdef'.repeat(2)
const PEM = `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(64)}\n-----END PRIVATE KEY-----\n`

const given: Readonly<Record<ManagedProvider, Readonly<Record<string, string>>>> = {
  twl: { accountSid: `AC${HEX}`, authToken: HEX, from: '+12065550100' },
  vg: {
    applicationId: '01234567-89ab-cdef-0123-456789abcdef',
    privateKey: PEM,
    signatureSecret: 'secret',
    from: 'Lumen',
  },
  ali: { accessKeyId: 'LTAI', accessKeySecret: 'secret', region: 'cn-hangzhou' },
  tcc: { secretId: 'AKID', secretKey: 'secret', sdkAppId: '1400000000' },
  hw: { appKey: 'key', appSecret: 'secret', endpoint: 'https://sms.example', channelNo: 'abcd1234' },
  cl: { account: 'N1', password: 'secret', endpoint: 'https://sms.example/v1' },
}

const typedOf = (credentials: Readonly<Record<string, string>>): FormValues =>
  Object.fromEntries(Object.entries(credentials).map(([name, value]) => [inputOf(name), ` ${value} `]))

const values = { name: ' Main  channel ', tps: '50', daily_cap: '', regions: 'SG,MY' }

/** The fields that the form marks, and those that the contract refuses. */
function bothOf(provider: ManagedProvider, typed: FormValues) {
  const channel = channelOf({ provider }, typed, 'USD')
  const credentials = Object.entries(brokenCredentials(provider, channel.credentials, true))
  const form = [...Object.entries(brokenSettings(channel)), ...credentials.map(([input, { rule }]) => [input, rule])]
  const issues = upstreams.create.body.safeParse(channel).error?.issues ?? []
  return { channel, form, contract: issues.map(({ path, message }) => [path.join('.'), message]) }
}

test.each(managedProviders)('typed fields become a channel at %s that the contract accepts', (provider) => {
  const { channel, form, contract } = bothOf(provider, { ...values, ...typedOf(given[provider]) })
  expect([form, contract]).toEqual([[], []])
  expect(channel).toMatchObject({ name: 'Main channel', tps: 50, daily_cap: null, regions: ['SG', 'MY'] })
})

test.each<[string, FormValues]>([
  ['no name', { name: ' ' }],
  ['the longest name', { name: '鸿'.repeat(48) }],
  ['a name too long by one', { name: 'x'.repeat(49) }],
  ['a name that turns the reading direction', { name: 'Main \u202E' }],
  ['no rate', { tps: '' }],
  ['half a part', { tps: '1.5' }],
  ['the highest rate', { tps: '1000' }],
  ['a rate too high by one', { tps: '1001' }],
  ['a cap of nothing', { daily_cap: '0' }],
  ['a pasted cap', { daily_cap: '$1,000.00' }],
  ['the highest cap', { daily_cap: '1000000' }],
  ['a cap too high', { daily_cap: '1000000.01' }],
  ['a word as a cap', { daily_cap: 'much' }],
  ['countries beyond the limit', { regions: Array.from({ length: 61 }, () => 'SG').join(',') }],
])('the form and the contract agree about %s, in the same words', (_, typed) => {
  const { form, contract } = bothOf('twl', { ...values, ...typedOf(given.twl), ...typed })
  expect(form).toEqual(contract)
})

test.each<[string, ManagedProvider, Readonly<Record<string, string>>]>([
  ['no secret', 'twl', { authToken: '' }],
  ['a short account', 'twl', { accountSid: 'AC12' }],
  ['neither a service nor a sender', 'twl', { from: '' }],
  ['a key file without its end', 'vg', { privateKey: PEM.slice(0, 60) }],
  ['an address without a scheme', 'hw', { endpoint: 'sms.example' }],
  ['a space inside a secret', 'ali', { accessKeySecret: 'a b' }],
])('the form marks the field that the contract refuses: %s', (_, provider, change) => {
  const { form, contract } = bothOf(provider, { ...values, ...typedOf({ ...given[provider], ...change }) })
  expect(form).toEqual(contract)
  expect(form).toHaveLength(1)
})

test('a form of a stored channel accepts an empty secret, and no other empty field', () => {
  const { authToken, ...others } = given.twl
  expect(authToken).toBe(HEX)
  expect(brokenCredentials('twl', others, false)).toEqual({})
  expect(brokenCredentials('twl', { from: '+12065550100' }, false)).toMatchObject({
    'credentials.accountSid': { rule: 'credential_required' },
  })
})
