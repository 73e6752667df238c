import { createHmac, randomBytes } from 'node:crypto'

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
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(text)
    .digest('base64')
