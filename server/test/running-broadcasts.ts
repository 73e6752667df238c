import type { BroadcastMessage, BroadcastPlan } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { type AccountId, AudienceId, BroadcastId } from '@hongyan/contract/ids'
import { RecipientSource } from '@hongyan/contract/vocabulary/job'
import { alone, inTransaction } from '../src/db/tx.ts'
import { countSends } from '../src/gateway/broadcast-progress.ts'
import { type BroadcastRow, findBroadcast, insertBroadcast } from '../src/broadcasts/store.ts'
import type { Clock } from '../src/kit/clock.ts'
import { uuidv7 } from '../src/kit/ids.ts'
import type { World } from './world.ts'

interface Parts extends Pick<World, 'pool'> {
  readonly clock: Clock
}

/** A recipient of a list. */
export interface Listed {
  readonly to: string
  readonly country?: string
  readonly zone?: string
  readonly cells?: readonly string[]
}

/** Singapore numbers from a place on, whose messages the sandbox delivers. */
export const numbers = (count: number, from = 0): Listed[] =>
  Array.from({ length: count }, (_, nr) => ({ to: `+65${81_000_000 + (from + nr) * 10_000 + 8}` }))

/** The same, with another result: the last four digits choose it. */
export const ending = (digits: string, count: number): Listed[] =>
  Array.from({ length: count }, (_, nr) => ({ to: `+65${8200 + nr}${digits}` }))

/** A list of recipients that is read. */
export async function newList(
  { pool, clock }: Parts,
  account: AccountId,
  members: readonly Listed[],
  columns: readonly string[] = [],
): Promise<AudienceId> {
  const now = clock.now()
  const id = AudienceId.parse(uuidv7(now))
  const report = { columns: columns.map((name) => ({ name, phones: 0, sample: [] })) }
  await pool.query(
    `insert into audience (account_id, id, source, country, state, progress, result, report, members, content_hash, sealed_key,
       created_at, delete_after)
     values ($1, $2::uuid, 1, 'SG', 'ready', 100, 0, $3, $4, sha256($2::uuid::text::bytea), '', $5, $5::timestamptz + interval '1 day')`,
    [account, id, JSON.stringify(report), members.length, now],
  )
  await pool.query(
    `insert into audience_member (account_id, audience_id, row, recipient, country, zone, cells)
     select $1, $2, nr, m ->> 'to', coalesce(m ->> 'country', 'SG'), m ->> 'zone',
       array(select jsonb_array_elements_text(coalesce(m -> 'cells', '[]')))
     from jsonb_array_elements($3::jsonb) with ordinality as e(m, nr)`,
    [account, id, JSON.stringify(members)],
  )
  return id
}

const PLAN: BroadcastPlan = {
  time: 'now',
  at: null,
  local: null,
  window: null,
  speed: null,
  canary: 0,
  stop_above: null,
}

const MESSAGE: BroadcastMessage = {
  signature: null,
  template: null,
  text: 'Our shop opens at nine tomorrow.',
  scene: 2,
  variables: {},
  accepted_bad: 0,
  unreached: 'skip',
}

export interface BroadcastChoice {
  readonly list: AudienceId
  readonly recipients: number
  readonly message?: Partial<BroadcastMessage>
  readonly templateVersion?: number
  readonly plan?: Partial<BroadcastPlan>
  readonly startsAt?: Date
}

/** A broadcast as its owner creates it. */
export async function newBroadcast(
  { pool, clock }: Parts,
  account: AccountId,
  { list, recipients, message = {}, templateVersion, plan = {}, startsAt = clock.now() }: BroadcastChoice,
): Promise<BroadcastId> {
  const now = clock.now()
  const id = BroadcastId.parse(uuidv7(now))
  const whole = { ...MESSAGE, ...message }
  const { rows } = await pool.query<{ version: number }>('select max(version) as version from price_book')
  const made = await inTransaction(pool, (tx) =>
    insertBroadcast(
      tx,
      {
        account,
        id,
        name: 'Autumn opening hours',
        audience: list,
        source: RecipientSource.Input,
        sourceName: null,
        scene: whole.scene,
        message: whole,
        plan: { ...PLAN, ...plan },
        text: whole.text ?? '',
        templateVersion: templateVersion ?? null,
        priceBookVersion: rows[0]?.version ?? 1,
        contentHash: Buffer.from(id),
        recipients,
        quoted: 0n,
        consentedAt: null,
        startsAt,
      },
      now,
    ),
  )
  if (!made) throw new Error('the account has too many broadcasts')
  return id
}

/** A broadcast of its own list. */
export const broadcastTo = async (
  parts: Parts,
  account: AccountId,
  members: readonly Listed[],
  choice: Omit<BroadcastChoice, 'list' | 'recipients'> & { readonly columns?: readonly string[] } = {},
): Promise<BroadcastId> =>
  newBroadcast(parts, account, {
    ...choice,
    list: await newList(parts, account, members, choice.columns),
    recipients: members.length,
  })

export async function readBroadcast(
  { pool }: Pick<World, 'pool'>,
  account: AccountId,
  id: BroadcastId,
): Promise<BroadcastRow> {
  const row = await findBroadcast(alone(pool), { account, id })
  if (row === null) throw new Error('the broadcast is gone')
  return row
}

export const countsOf = ({ pool }: Pick<World, 'pool'>, account: AccountId, id: BroadcastId) =>
  countSends(alone(pool), { account, id })
