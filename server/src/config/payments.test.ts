import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'hongyan-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))

const pair = (type: 'rsa' | 'ed25519') => {
  const { privateKey, publicKey } =
    type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ed25519')
  return {
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}
const { privatePem, publicPem } = pair('rsa')

const read = (env: Record<string, string>, now = new Date('2026-11-20T09:00:00Z')) =>
  readConfig({ PUBLIC_URL: 'https://console.example.com', ...env }, folder, now)

const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const alipay = { ALIPAY_APP_ID: '2021', ALIPAY_PRIVATE_KEY: privatePem, ALIPAY_PUBLIC_KEY: publicPem }
const wxpay = {
  WXPAY_APP_ID: 'wx1',
  WXPAY_MCH_ID: '1900',
  WXPAY_SERIAL: 'AB12',
  WXPAY_PRIVATE_KEY: privatePem,
  WXPAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_01',
  WXPAY_PUBLIC_KEY: publicPem,
  WXPAY_API_V3_KEY: 'k'.repeat(32),
}

test('no channel is real unless it is configured', () => {
  expect(read({}).payments).toEqual({
    stripe: null,
    alipay: null,
    wxpay: null,
    cards: { raw: false, publishableKey: null, cn: null },
  })
})

test('each channel calls its provider’s own address unless another is set', () => {
  const { payments } = read({ ...stripe, ...alipay, ...wxpay })
  expect(payments.stripe).toEqual({ apiKey: 'sk_test_1', webhookSecrets: ['whsec_1'], apiBase: null })
  expect(payments.alipay).toMatchObject({ sellerId: null, gateway: 'https://openapi.alipay.com/gateway.do' })
  expect(payments.wxpay).toMatchObject({
    apiBase: 'https://api.mch.weixin.qq.com/',
    platformKeys: [{ serial: 'PUB_KEY_ID_01' }],
  })
  expect(read({ ...stripe, STRIPE_API_BASE: 'http://127.0.0.1:4110' }).payments.stripe?.apiBase).toBe(
    'http://127.0.0.1:4110/',
  )
})

test('several keys of WeChat Pay hold while one replaces the other, each with its id', () => {
  const both = { WXPAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_02, PUB_KEY_ID_01', WXPAY_PUBLIC_KEY: `${publicPem},${publicPem}` }
  const { platformKeys } = read({ ...wxpay, ...both }).payments.wxpay ?? {}
  expect(platformKeys?.map(({ serial }) => serial)).toEqual(['PUB_KEY_ID_02', 'PUB_KEY_ID_01'])
  for (const wrong of ['PUB_KEY_ID_02', 'PUB_KEY_ID_01, PUB_KEY_ID_01', 'PUB_KEY_ID_01,']) {
    expect(() => read({ ...wxpay, ...both, WXPAY_PUBLIC_KEY_ID: wrong })).toThrow('as many keys as ids, each id once')
  }
})

test('two webhook secrets hold while one replaces the other', () => {
  expect(read({ ...stripe, STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old' }).payments.stripe?.webhookSecrets).toEqual([
    'whsec_new',
    'whsec_old',
  ])
})

test('a key is PEM, PEM on one line, or a file', () => {
  writeFileSync(path.join(folder, 'key.pem'), privatePem)
  const oneLine = privatePem.trim().replaceAll('\n', '\\n')
  for (const written of [privatePem, oneLine, 'key.pem', path.join(folder, 'key.pem')]) {
    expect(read({ ...alipay, ALIPAY_PRIVATE_KEY: written }).payments.alipay?.privateKey).toBe(privatePem)
  }
})

test('the cashback campaign ends as specified, as set, or at the end of next year with the sandbox’s Alipay', () => {
  const until = (env: Record<string, string>) => read(env).cashbackUntil.toISOString()
  expect(until({ SANDBOX: '0' })).toBe('2025-12-31T16:00:00.000Z')
  expect(until({})).toBe('2027-12-31T16:00:00.000Z')
  expect(until({ ...stripe, ...wxpay })).toBe('2027-12-31T16:00:00.000Z')
  expect(until(alipay)).toBe('2025-12-31T16:00:00.000Z')
  expect(until({ CASHBACK_UNTIL: '2026-12-31T24:00:00+08:00' })).toBe('2026-12-31T16:00:00.000Z')
})

test('Alipay’s certificate mode takes three certificates, of which our own fits our key', () => {
  const file = (name: string) => path.join(import.meta.dirname, '../../test/alipay-certificates', name)
  const certified = {
    ALIPAY_APP_ID: '2021',
    ALIPAY_PRIVATE_KEY: file('app.key'),
    ALIPAY_APP_CERT: file('app.crt'),
    ALIPAY_CERT: file('alipay.crt'),
    ALIPAY_ROOT_CERT: file('root.crt'),
  }
  const { certificates, alipayPublicKey } = read(certified).payments.alipay ?? {}
  expect(certificates?.app).toContain('BEGIN CERTIFICATE')
  expect(alipayPublicKey).toContain('BEGIN PUBLIC KEY')
  const { ALIPAY_ROOT_CERT: _, ...without } = certified
  expect(() => read(without)).toThrow('so ALIPAY_ROOT_CERT must be set as well')
  expect(() => read({ ...certified, ALIPAY_PUBLIC_KEY: publicPem })).toThrow('not both')
  expect(() => read({ ...certified, ALIPAY_APP_CERT: file('alipay.crt') })).toThrow('certificate of ALIPAY_PRIVATE_KEY')
  const onlyCertificates = {
    ALIPAY_APP_CERT: file('app.crt'),
    ALIPAY_CERT: file('alipay.crt'),
    ALIPAY_ROOT_CERT: file('root.crt'),
  }
  expect(() => read(onlyCertificates)).toThrow('so ALIPAY_APP_ID, ALIPAY_PRIVATE_KEY must be set as well')
})

const production = { NODE_ENV: 'production', SANDBOX: '1' }

test('a live key over https starts in production, a test key only elsewhere', () => {
  const live = { ...stripe, STRIPE_SECRET_KEY: 'rk_live_1', ...production }
  expect(read(live).payments.stripe?.apiKey).toBe('rk_live_1')
  expect(read(stripe).payments.stripe?.apiKey).toBe('sk_test_1')
  expect(read({ ...stripe, ...production, PUBLIC_URL: 'http://localhost:3000' }).payments.stripe?.apiKey).toBe(
    'sk_test_1',
  )
})

test.each([
  [{ STRIPE_SECRET_KEY: 'sk_live_hidden' }, 'STRIPE_SECRET_KEY is set, so STRIPE_WEBHOOK_SECRET must be set as well.'],
  [{ ...stripe, STRIPE_WEBHOOK_SECRET: 'hidden,b,c' }, 'must be one secret, or two'],
  [{ ALIPAY_SELLER_ID: 'hidden' }, 'so ALIPAY_APP_ID, ALIPAY_PRIVATE_KEY, ALIPAY_PUBLIC_KEY must be set as well'],
  [{ ...alipay, ALIPAY_PRIVATE_KEY: 'hidden.pem' }, 'ALIPAY_PRIVATE_KEY must be an RSA private key as PEM'],
  [{ ...alipay, ALIPAY_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\\nhidden' }, 'ALIPAY_PRIVATE_KEY must be'],
  [{ ...alipay, ALIPAY_PRIVATE_KEY: pair('ed25519').privatePem }, 'ALIPAY_PRIVATE_KEY must be'],
  [{ ...alipay, ALIPAY_PUBLIC_KEY: privatePem }, 'ALIPAY_PUBLIC_KEY must be an RSA public key'],
  [{ ...wxpay, WXPAY_API_V3_KEY: 'hidden' }, 'WXPAY_API_V3_KEY must be 32 bytes long.'],
  [{ ...wxpay, WXPAY_SERIAL: '' }, 'WXPAY_APP_ID is set, so WXPAY_SERIAL must be set as well.'],
  [{ ...wxpay, WXPAY_PUBLIC_KEY_ID: 'AB12' }, 'WXPAY_PUBLIC_KEY_ID must be'],
  [{ ...wxpay, PUBLIC_URL: 'http://console.example.com' }, 'PUBLIC_URL must be https://'],
  [{ ...stripe, PUBLIC_URL: '' }, 'PUBLIC_URL is needed'],
  [{ ...stripe, STRIPE_SECRET_KEY: 'live_hidden' }, 'STRIPE_SECRET_KEY must be a key that begins with sk_live_'],
  [{ ...stripe, ...production }, 'STRIPE_SECRET_KEY is a test key'],
  [{ ...alipay, ...production, PUBLIC_URL: 'http://console.example.com' }, 'PUBLIC_URL must be https://'],
  [{ CASHBACK_UNTIL: '2026-12-31' }, 'CASHBACK_UNTIL must be a moment with its zone'],
  [{ CASHBACK_UNTIL: '2026-13-31T00:00:00Z' }, 'CASHBACK_UNTIL must be a moment with its zone'],
])('an incomplete or unusable channel is refused in one sentence that quotes no setting (%#)', (env, sentence) => {
  expect(() => read(env)).toThrow(sentence)
  expect(() => read(env)).not.toThrow('hidden')
})

test('cards are accepted as tokens, or as numbers where that is switched on, and of mainland accounts where that is set', () => {
  const set = { ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_test_1', CARD_RAW: '1', CARD_PROVIDER_CN: 'stripe' }
  expect(read(set).payments.cards).toEqual({ raw: true, publishableKey: 'pk_test_1', cn: 'stripe' })
  expect(read({ ...stripe, CARD_PROVIDER_CN: 'none' }).payments.cards.cn).toBeNull()
})

test.each([
  [{ ...stripe, STRIPE_PUBLISHABLE_KEY: 'sk_test_1' }, 'begins with pk_'],
  [{ STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY as well'],
  [{ CARD_PROVIDER_CN: 'stripe' }, 'STRIPE_SECRET_KEY as well'],
  [{ CARD_PROVIDER_CN: 'unionpay' }, 'stripe or none'],
  [{ CARD_RAW: 'yes' }, 'CARD_RAW must be 1 or 0'],
])('an unusable card setting is refused by name (%#)', (env, message) => {
  expect(() => read(env)).toThrow(message)
})
