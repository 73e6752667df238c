import { createPublicKey, generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { Pool } from 'pg'
import { sealedColumn } from '../../../db/sealed-column.ts'
import { alone, statement } from '../../../db/tx.ts'
import type { SecretBox } from '../../../kit/secret-box.ts'

/** An RSA key pair in PEM. */
export interface KeyPair {
  readonly privateKey: string
  readonly publicKey: string
}

/** The keys with which the merchant and the sandbox's payment services authenticate each other. */
export interface SandboxKeys {
  readonly alipayApp: KeyPair
  readonly alipayPlatform: KeyPair
  readonly wxpayMerchant: KeyPair
  readonly wxpayPlatform: KeyPair
  /** 32 characters. Encrypts WeChat Pay's webhooks. */
  readonly wxpayApiV3: string
  readonly stripeApi: string
  readonly stripeWebhook: string
}

const KEEP = statement(
  'sandbox_key.keep',
  `insert into sandbox_key (name, sealed) select name, sealed from unnest($1::text[], $2::text[]) as k(name, sealed)
   order by name on conflict do nothing`,
)
const READ = statement('sandbox_key.read', `select name, sealed from sandbox_key`)

const generate = promisify(generateKeyPair)

/** Asynchronous, so on another thread: a pair takes a tenth of a second of CPU. */
const rsa = async (): Promise<string> => {
  const { privateKey } = await generate('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
const random = (prefix: string, bytes: number) => async (): Promise<string> =>
  prefix + randomBytes(bytes).toString('hex')

const makers = {
  alipayApp: rsa,
  alipayPlatform: rsa,
  wxpayMerchant: rsa,
  wxpayPlatform: rsa,
  wxpayApiV3: random('', 16),
  stripeApi: random('sk_test_', 24),
  stripeWebhook: random('whsec_', 24),
} as const

type Name = keyof typeof makers
const names = Object.keys(makers) as Name[] // the keys of `makers`

/**
 * Creates the keys at their first use and stores them encrypted. Processes that create them at the same time all use
 * the first ones stored.
 */
export function createKeys(pool: Pool, secrets: SecretBox): () => Promise<SandboxKeys> {
  let known: Promise<SandboxKeys> | null = null
  return () => {
    known ??= makeAll(pool, secrets).catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }
}

const makeAll = async (pool: Pool, secrets: SecretBox): Promise<SandboxKeys> =>
  keysOf(await readOrMake(pool, secrets, names))

/** Creates only the key of Stripe's API at its first use, which takes no time. */
export async function readStripeKey(pool: Pool, secrets: SecretBox): Promise<Pick<SandboxKeys, 'stripeApi'>> {
  const found = await readOrMake(pool, secrets, ['stripeApi'])
  return { stripeApi: keyIn(found, 'stripeApi') }
}

async function readOrMake(
  pool: Pool,
  secrets: SecretBox,
  wanted: readonly Name[],
): Promise<ReadonlyMap<string, string>> {
  const db = alone(pool)
  const found = await read(pool, secrets)
  const missing = wanted.filter((name) => !found.has(name))
  if (missing.length === 0) return found
  const made = await Promise.all(missing.map((name) => makers[name]()))
  await db.run(KEEP, [missing, made.map((key, at) => secrets.seal(key, context(missing[at] ?? '')))])
  return read(pool, secrets)
}

async function read(pool: Pool, secrets: SecretBox): Promise<ReadonlyMap<string, string>> {
  const rows = await alone(pool).run<{ name: string; sealed: string }>(READ, [])
  return new Map(rows.map(({ name, sealed }) => [name, secrets.open(sealed, context(name))]))
}

const context = (name: string): string => `sandbox_key ${name}`

export const sealedKeyColumn = sealedColumn({
  table: 'sandbox_key',
  column: 'sealed',
  of: ['name'],
  context: ([name = '']) => context(name),
})

function keyIn(found: ReadonlyMap<string, string>, name: Name): string {
  const kept = found.get(name)
  if (kept === undefined) throw new Error(`the sandbox's key ${name} is not kept`)
  return kept
}

function keysOf(found: ReadonlyMap<string, string>): SandboxKeys {
  const key = (name: Name): string => keyIn(found, name)
  const pair = (name: Name): KeyPair => {
    const privateKey = key(name)
    return { privateKey, publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString() }
  }
  return {
    alipayApp: pair('alipayApp'),
    alipayPlatform: pair('alipayPlatform'),
    wxpayMerchant: pair('wxpayMerchant'),
    wxpayPlatform: pair('wxpayPlatform'),
    wxpayApiV3: key('wxpayApiV3'),
    stripeApi: key('stripeApi'),
    stripeWebhook: key('stripeWebhook'),
  }
}
