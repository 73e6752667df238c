import { createHash, randomBytes } from 'node:crypto'
import type { WebhookReceiver } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import type { AccountId } from '@hongyan/contract/ids'
import { webhooks as limits } from '@hongyan/contract/limits/webhooks'
import type { Pool } from 'pg'
import { alone, inTransaction, statement } from '../db/tx.ts'
import type { Clock } from '../kit/clock.ts'
import { uuidv7 } from '../kit/ids.ts'
import type { SecretBox } from '../kit/secret-box.ts'
import { tokenContext } from './sealed.ts'

export interface ReceiverDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly secrets: SecretBox
  /** The public address of a path of this server. */
  readonly addressOf: (path: string) => string
}

/** The path below which receivers answer. */
export const RECEIVERS = '/hooks'
const TOKEN_BYTES = 18

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

const FIND = statement(
  'webhook_receiver.find',
  `select sealed_token as token, expires_at as until from webhook_receiver where account_id = $1 and expires_at > $2`,
)
const REQUESTS = statement(
  'webhook_received.list',
  `select id, at, headers, body from webhook_received where account_id = $1 order by id desc
   limit ${limits.receiverRequests}`,
)
const OPEN = statement(
  'webhook_receiver.open',
  `insert into webhook_receiver (account_id, token_hash, sealed_token, expires_at) values ($1, $2, $3, $4)
   on conflict (account_id) do update set token_hash = excluded.token_hash, sealed_token = excluded.sealed_token,
     expires_at = excluded.expires_at`,
)
const CLOSE = statement('webhook_receiver.close', `delete from webhook_receiver where account_id = $1`)
const CLEAR = statement('webhook_received.clear', `delete from webhook_received where account_id = $1`)

interface Received {
  readonly id: string
  readonly at: Date
  readonly headers: [string, string][]
  readonly body: string
}

/** The receiver of an account with its newest requests, or nulls where none is open. */
export async function readReceiver(deps: ReceiverDeps, account: AccountId): Promise<WebhookReceiver> {
  const db = alone(deps.pool)
  const [row] = await db.run<{ readonly token: string; readonly until: Date }>(FIND, [account, deps.clock.now()])
  if (row === undefined) return { url: null, expires_at: null, requests: [] }
  const token = deps.secrets.open(row.token, tokenContext(account))
  const requests = await db.run<Received>(REQUESTS, [account])
  return {
    url: deps.addressOf(`${RECEIVERS}/${token}`),
    expires_at: row.until.toISOString(),
    requests: requests.map(({ at, ...request }) => ({ ...request, at: at.toISOString() })),
  }
}

/** Opens a new receiver in place of an old one. */
export async function openReceiver(deps: ReceiverDeps, account: AccountId): Promise<WebhookReceiver> {
  const { pool, clock, secrets } = deps
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const until = new Date(clock.now().getTime() + limits.receiverFor)
  await inTransaction(pool, async (tx) => {
    await tx.run(CLEAR, [account])
    await tx.run(OPEN, [account, hashOf(token), secrets.seal(token, tokenContext(account)), until])
  })
  return readReceiver(deps, account)
}

export async function closeReceiver(deps: ReceiverDeps, account: AccountId): Promise<WebhookReceiver> {
  await inTransaction(deps.pool, async (tx) => {
    await tx.run(CLEAR, [account])
    await tx.run(CLOSE, [account])
  })
  return readReceiver(deps, account)
}

const KEEP = statement(
  'webhook_received.keep',
  `insert into webhook_received (account_id, id, at, headers, body)
   select account_id, $2, $3, $4::jsonb, $5 from webhook_receiver where token_hash = $1 and expires_at > $3
   returning account_id`,
)
const TRIM = statement(
  'webhook_received.trim',
  `delete from webhook_received where account_id = $1 and id < (
     select id from webhook_received where account_id = $1 order by id desc offset ${limits.receiverRequests - 1} limit 1
   )`,
)

/** Keeps a request under a receiver's address; false where no receiver is open there. */
export async function receive(
  { pool, clock }: Pick<ReceiverDeps, 'pool' | 'clock'>,
  token: string,
  headers: readonly (readonly [string, string])[],
  body: string,
): Promise<boolean> {
  const now = clock.now()
  return inTransaction(pool, async (tx) => {
    const text = body.replaceAll('\0', '\u{FFFD}')
    const [row] = await tx.run<{ readonly account_id: AccountId }>(KEEP, [
      hashOf(token),
      uuidv7(now),
      now,
      JSON.stringify(headers).replaceAll('\\u0000', ''),
      text,
    ])
    if (row === undefined) return false
    await tx.run(TRIM, [row.account_id])
    return true
  })
}
