import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A secret in the notation of Standard Webhooks 1.0. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

interface Signed {
  /** The same at each try. */
  readonly id: string
  readonly at: Date
  readonly body: string
  /** The newest first. During a rotation the old one signs too. */
  readonly secrets: readonly string[]
}

/** The headers of Standard Webhooks 1.0. Without a secret the signature is absent. */
export function signatureHeaders({ id, at, body, secrets }: Signed): [name: string, value: string][] {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signatures = secrets.map((secret) => `v1,${signature(secret, `${id}.${timestamp}.${body}`)}`)
  return [
    ['webhook-id', id],
    ['webhook-timestamp', timestamp],
    ...(signatures.length > 0 ? [['webhook-signature', signatures.join(' ')] satisfies [string, string]] : []),
  ]
}

const signature = (secret: string, text: string): string =>
  createHmac('sha256', keyOf(secret)).update(text).digest('base64')

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64')

/** Seconds by which the moment of a signed request may differ from now. */
const TOLERANCE = 300

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** The id of a request by the headers of Standard Webhooks; null where one is missing, or its moment is too far from now. */
export function signedIdIn(headers: Headers, now: Date): string | null {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return null
  if (!/^\d{1,12}$/.test(timestamp)) return null
  return Math.abs(Math.floor(now.getTime() / 1_000) - Number(timestamp)) > TOLERANCE ? null : id
}

/** True where the headers of a request sign its body by the secret, at a moment within five minutes of now. */
export function isSignedBy(secret: string, headers: Headers, body: Buffer, now: Date): boolean {
  const id = signedIdIn(headers, now)
  if (id === null) return false
  const expected = createHmac('sha256', keyOf(secret))
    .update(`${id}.${String(headers['webhook-timestamp'])}.`)
    .update(body)
    .digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .some((one) => {
      const given = Buffer.from(one.startsWith('v1,') ? one.slice(3) : '', 'base64')
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
}
