import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { cashback } from '@hongyan/contract/limits/finance'
import { StartError } from '../kit/start-error.ts'
import { address, choice, type Environment, flag, text } from './env.ts'

export interface StripeConfig {
  readonly apiKey: string
  /** One secret, or two during a rotation; either may have signed. */
  readonly webhookSecrets: readonly string[]
  /** The base address of the API; null is Stripe's own. */
  readonly apiBase: string | null
}

export interface AlipayConfig {
  readonly appId: string
  /** Refuses webhooks about payments to another seller; null accepts every seller. */
  readonly sellerId: string | null
  readonly privateKey: string
  /** Of Alipay's public key, or of its certificate. */
  readonly alipayPublicKey: string
  /** In certificate mode: of our app, of Alipay and of its roots, as PEM. Null in public-key mode. */
  readonly certificates: AlipayCertificates | null
  readonly gateway: string
}

export interface AlipayCertificates {
  readonly app: string
  readonly alipay: string
  readonly root: string
}

/** A public key of WeChat Pay. */
export interface PlatformKey {
  /** Its id, or the serial of its certificate. */
  readonly serial: string
  readonly publicKey: string
}

export interface WxpayConfig {
  readonly appId: string
  readonly mchId: string
  /** The serial of the merchant's own certificate. */
  readonly serial: string
  readonly privateKey: string
  /** WeChat Pay's own keys: the first is in use, the others stay valid while one replaces another. */
  readonly platformKeys: readonly [PlatformKey, ...PlatformKey[]]
  /** Encrypts webhooks; 32 bytes. */
  readonly apiV3Key: string
  readonly apiBase: string
}

/** The settings by which the server accepts and stores cards. */
export interface CardConfig {
  /** Card numbers may pass through this server to a real provider, which must have allowed it (ruling 9). */
  readonly raw: boolean
  /** The browser's card fields of the provider make tokens with this key. */
  readonly publishableKey: string | null
  /**
   * The provider that stores the cards of mainland accounts; null: the sandbox in sandbox mode, else none (ruling 7).
   */
  readonly cn: 'stripe' | null
}

/** The real channels; null is a channel that is not configured. Keys are PEM. */
export interface PaymentConfig {
  readonly stripe: StripeConfig | null
  readonly alipay: AlipayConfig | null
  readonly wxpay: WxpayConfig | null
  readonly cards: CardConfig
}

interface Surroundings {
  /** The folder that relative paths of keys start from. */
  readonly cwd: string
  readonly publicUrl: URL | null
  /** True where real money moves: production whose sandbox services are not open. */
  readonly live: boolean
}

/** Secret and restricted keys, as Stripe issues them. */
const STRIPE_KEY = /^(?:sk|rk)_(?:test|live)_\w{1,250}$/
const TEST_KEY = /^[sr]k_test_/

const webProtocols = ['http:', 'https:']

/** Throws a StartError that names a setting and never quotes its value. */
export function readPayments(env: Environment, { cwd, publicUrl, live }: Surroundings): PaymentConfig {
  const channels = { stripe: stripe(env), alipay: alipay(env, cwd), wxpay: wxpay(env, cwd) }
  const payments = { ...channels, cards: cards(env, channels.stripe !== null) }
  const some = Object.values(channels).some((channel) => channel !== null)
  if (some && publicUrl === null) {
    throw new StartError('A payment channel is configured, so PUBLIC_URL is needed: it is where payers come back to.')
  }
  if (live && TEST_KEY.test(payments.stripe?.apiKey ?? '')) {
    throw new StartError('STRIPE_SECRET_KEY is a test key, which moves no money; NODE_ENV=production needs a live one.')
  }
  if (live && some && publicUrl?.protocol !== 'https:') {
    throw new StartError('With a payment channel in production, PUBLIC_URL must be https://.')
  }
  if (payments.wxpay !== null && publicUrl?.protocol !== 'https:') {
    throw new StartError('WeChat Pay notifies only under https, so with WXPAY_APP_ID the PUBLIC_URL must be https://.')
  }
  return payments
}

/**
 * The end of the cashback draw: as set, else as specified; with the sandbox's Alipay the end of next year (ruling 5).
 */
export function readCashbackUntil(env: Environment, sandbox: boolean, now: Date): Date {
  const setting = text(env, 'CASHBACK_UNTIL')
  const nobodysMoney = sandbox && text(env, 'ALIPAY_APP_ID') === null
  if (setting === null) return new Date(nobodysMoney ? `${now.getUTCFullYear() + 1}-12-31T16:00:00Z` : cashback.endsAt)
  const moment = new Date(setting)
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(setting) && !Number.isNaN(moment.getTime())) return moment
  throw new StartError('CASHBACK_UNTIL must be a moment with its zone, such as 2026-12-31T24:00:00+08:00.')
}

function stripe(env: Environment): StripeConfig | null {
  const apiBase = address(env, 'STRIPE_API_BASE', webProtocols)
  const set = allOrNone(env, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])
  if (set === null) return null
  if (!STRIPE_KEY.test(set.STRIPE_SECRET_KEY)) {
    throw new StartError('STRIPE_SECRET_KEY must be a key that begins with sk_live_, rk_live_, sk_test_ or rk_test_.')
  }
  const webhookSecrets = set.STRIPE_WEBHOOK_SECRET.split(',').map((secret) => secret.trim())
  if (webhookSecrets.length > 2 || webhookSecrets.includes('')) {
    throw new StartError('STRIPE_WEBHOOK_SECRET must be one secret, or two separated by a comma.')
  }
  return { apiKey: set.STRIPE_SECRET_KEY, webhookSecrets, apiBase: apiBase?.href ?? null }
}

function cards(env: Environment, hasStripe: boolean): CardConfig {
  const publishableKey = text(env, 'STRIPE_PUBLISHABLE_KEY')
  const cn = choice(env, 'CARD_PROVIDER_CN', ['stripe', 'none'], 'none')
  if (publishableKey !== null && !/^pk_\w{1,250}$/.test(publishableKey)) {
    throw new StartError('STRIPE_PUBLISHABLE_KEY must be the key that begins with pk_.')
  }
  if (!hasStripe && (publishableKey !== null || cn === 'stripe')) {
    throw new StartError('STRIPE_PUBLISHABLE_KEY and CARD_PROVIDER_CN=stripe need STRIPE_SECRET_KEY as well.')
  }
  return { raw: flag(env, 'CARD_RAW') === true, publishableKey, cn: cn === 'none' ? null : cn }
}

function alipay(env: Environment, cwd: string): AlipayConfig | null {
  const gateway = address(env, 'ALIPAY_GATEWAY', webProtocols)
  const certificates = allOrNone(env, ['ALIPAY_APP_CERT', 'ALIPAY_CERT', 'ALIPAY_ROOT_CERT'])
  const keys = ['ALIPAY_APP_ID', 'ALIPAY_PRIVATE_KEY'] as const
  if (certificates !== null && text(env, 'ALIPAY_PUBLIC_KEY') !== null) {
    throw new StartError(
      'Set ALIPAY_PUBLIC_KEY or the three certificates ALIPAY_APP_CERT, ALIPAY_CERT and ALIPAY_ROOT_CERT, not both.',
    )
  }
  const set = allOrNone(env, certificates === null ? [...keys, 'ALIPAY_PUBLIC_KEY'] : keys, [
    'ALIPAY_SELLER_ID',
    ...(certificates === null ? [] : ['ALIPAY_APP_CERT']),
  ])
  if (set === null) return null
  const privateKey = privatePem('ALIPAY_PRIVATE_KEY', set.ALIPAY_PRIVATE_KEY, cwd)
  const [name, key] =
    certificates === null
      ? (['ALIPAY_PUBLIC_KEY', set.ALIPAY_PUBLIC_KEY] as const)
      : (['ALIPAY_CERT', certificates.ALIPAY_CERT] as const)
  return {
    appId: set.ALIPAY_APP_ID,
    sellerId: text(env, 'ALIPAY_SELLER_ID'),
    privateKey,
    alipayPublicKey: publicPem(name, key ?? '', cwd),
    certificates: certificates === null ? null : alipayCertificates(certificates, privateKey, cwd),
    gateway: gateway?.href ?? 'https://openapi.alipay.com/gateway.do',
  }
}

/** Reads the certificates of Alipay's certificate mode. That of our app must fit our private key. */
function alipayCertificates(
  set: Readonly<Record<'ALIPAY_APP_CERT' | 'ALIPAY_CERT' | 'ALIPAY_ROOT_CERT', string>>,
  privateKey: string,
  cwd: string,
): AlipayCertificates {
  const read = (name: keyof typeof set): string => {
    try {
      const pem = pemOf(set[name], cwd)
      const { publicKey } = new X509Certificate(pem)
      const isOurs = publicKey.equals(createPublicKey(privateKey))
      if (name !== 'ALIPAY_APP_CERT' || isOurs) return pem
    } catch {
      // The library's error may quote the path, so it is dropped.
    }
    const kind = name === 'ALIPAY_APP_CERT' ? 'the certificate of ALIPAY_PRIVATE_KEY' : 'a certificate'
    throw new StartError(`${name} must be ${kind} as PEM, or the path of a file with one.`)
  }
  return { app: read('ALIPAY_APP_CERT'), alipay: read('ALIPAY_CERT'), root: read('ALIPAY_ROOT_CERT') }
}

function wxpay(env: Environment, cwd: string): WxpayConfig | null {
  const apiBase = address(env, 'WXPAY_API_BASE', webProtocols)
  const set = allOrNone(env, [
    'WXPAY_APP_ID',
    'WXPAY_MCH_ID',
    'WXPAY_SERIAL',
    'WXPAY_PRIVATE_KEY',
    'WXPAY_PUBLIC_KEY_ID',
    'WXPAY_PUBLIC_KEY',
    'WXPAY_API_V3_KEY',
  ])
  if (set === null) return null
  if (Buffer.byteLength(set.WXPAY_API_V3_KEY) !== 32) throw new StartError('WXPAY_API_V3_KEY must be 32 bytes long.')
  const platformKeys = platformKeysOf(set.WXPAY_PUBLIC_KEY_ID, set.WXPAY_PUBLIC_KEY, cwd)
  if (platformKeys.some(({ serial }) => serial === set.WXPAY_SERIAL)) {
    throw new StartError("WXPAY_PUBLIC_KEY_ID must be that of WeChat Pay's key, not WXPAY_SERIAL, which is your own.")
  }
  return {
    appId: set.WXPAY_APP_ID,
    mchId: set.WXPAY_MCH_ID,
    serial: set.WXPAY_SERIAL,
    privateKey: privatePem('WXPAY_PRIVATE_KEY', set.WXPAY_PRIVATE_KEY, cwd),
    platformKeys,
    apiV3Key: set.WXPAY_API_V3_KEY,
    apiBase: apiBase?.href ?? 'https://api.mch.weixin.qq.com/',
  }
}

/** Pairs the ids with the keys, both comma-separated. */
function platformKeysOf(ids: string, keys: string, cwd: string): WxpayConfig['platformKeys'] {
  const [serials, texts] = [ids, keys].map((list) => list.split(',').map((entry) => entry.trim()))
  if (serials?.length !== texts?.length || new Set(serials).size !== serials?.length || serials.includes('')) {
    throw new StartError('WXPAY_PUBLIC_KEY_ID and WXPAY_PUBLIC_KEY must name as many keys as ids, each id once.')
  }
  const pairs = serials.map((serial, place) => ({
    serial,
    publicKey: publicPem('WXPAY_PUBLIC_KEY', texts?.[place] ?? '', cwd),
  }))
  return pairs as [PlatformKey, ...PlatformKey[]] // a split text has one part at least
}

/**
 * Reads the settings that a channel requires; null when neither they nor its optional ones are set. Throws a StartError
 * when only some are set.
 */
function allOrNone<const N extends string>(
  env: Environment,
  needed: readonly N[],
  besides: readonly string[] = [],
): Record<N, string> | null {
  const entries = needed.map((name) => [name, text(env, name)] as const)
  const missing = entries.flatMap(([name, value]) => (value === null ? [name] : []))
  const set = [...needed, ...besides].find((name) => text(env, name) !== null)
  if (set === undefined) return null
  if (missing.length > 0) throw new StartError(`${set} is set, so ${missing.join(', ')} must be set as well.`)
  return Object.fromEntries(entries) as Record<N, string> // no name is missing, as checked above
}

function privatePem(name: string, value: string, cwd: string): string {
  const key = readKey(name, () => createPrivateKey(pemOf(value, cwd)), 'an RSA private key')
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function publicPem(name: string, value: string, cwd: string): string {
  const read = () => {
    const pem = pemOf(value, cwd)
    if (pem.includes('PRIVATE KEY')) throw new TypeError('a private key would pass for its public one')
    return createPublicKey(pem)
  }
  const key = readKey(name, read, 'an RSA public key or certificate')
  return key.export({ type: 'spki', format: 'pem' }).toString()
}

function readKey(name: string, read: () => KeyObject, kind: string): KeyObject {
  try {
    const key = read()
    if (key.asymmetricKeyType === 'rsa') return key
  } catch {
    // The library's error may quote the key or the path, so it is dropped.
  }
  throw new StartError(`${name} must be ${kind} as PEM (line ends may be written \\n), or the path of a file with one.`)
}

const pemOf = (value: string, cwd: string): string =>
  value.startsWith('-----BEGIN') ? value.replaceAll('\\n', '\n') : readFileSync(path.resolve(cwd, value), 'utf8')
