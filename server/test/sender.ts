import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import type { SendReply } from '@hongyan/contract/public-api/send'
import type { CredentialId } from '@hongyan/contract/ids'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import type { SignedIn, World } from './world.ts'
import { patient } from './patience.ts'

/** A response of the send API. */
export interface SendAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  /** The body as received. */
  readonly text: string
  readonly body: {
    readonly code: string
    readonly message: string
    readonly data?: SendReply
    readonly details?: { readonly error: string; readonly field?: string; readonly reason: string }
  }
}

export interface SendChoice {
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** The fields of a signed request, where a test chooses them. */
  readonly nonce?: string
  readonly timestamp?: string
}

/** An API client with a credential. */
export interface Sender {
  readonly key: string
  readonly secret: string
  readonly credential: CredentialId
  /** Sends one request, signed in HMAC mode. A string body is sent as it is. */
  readonly send: (body: unknown, choice?: SendChoice) => Promise<SendAnswer>
}

export async function newSender(world: World, owner: SignedIn, mode: AuthMode = AuthMode.Simple): Promise<Sender> {
  const { id, key, secret } = await owner.call(credentials.create, { body: { mode } })
  const signed = (choice: SendChoice): Record<string, string> => {
    const query = {
      action: 'sms.message.send',
      accessKeyId: key,
      algorithm: 'hmac-sha256',
      timestamp: choice.timestamp ?? String(world.clock.now().getTime()),
      nonce: choice.nonce ?? randomBytes(8).toString('hex'),
      ...choice.query,
    }
    const text = Object.entries(query)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
    return { ...query, signature: createHmac('sha256', secret).update(text).digest('hex') }
  }
  return {
    key,
    secret,
    credential: id,
    send: async (body, choice = {}) => {
      const plain = { action: 'sms.message.send', accessKeyId: key, ...choice.query }
      const query = mode === AuthMode.Hmac ? signed(choice) : plain
      return post(world, query, body, choice)
    },
  }
}

/** Sends one request with exactly this query. */
export async function post(
  world: World,
  query: Readonly<Record<string, string>>,
  body: unknown,
  { headers = {} }: SendChoice = {},
): Promise<SendAnswer> {
  const reply = await world.app.inject({
    method: 'POST',
    url: `/?${new URLSearchParams(query).toString()}`,
    payload: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
  return { status: reply.statusCode, headers: reply.headers, text: reply.body, body: reply.json() }
}

/**
 * Polls until `seen` accepts the value. Throws with the last value after sixty seconds, scaled by the machine's
 * slowness.
 */
export async function eventually<T>(look: () => Promise<T>, seen: (found: T) => boolean): Promise<T> {
  const until = Date.now() + patient(60_000)
  for (;;) {
    const found = await look()
    if (seen(found)) return found
    if (Date.now() > until) throw new Error(`not in time; last seen: ${inspect(found)}`)
    await sleep(25)
  }
}
