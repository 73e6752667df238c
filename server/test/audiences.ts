import { createHash } from 'node:crypto'
import { HOUR } from '@hongyan/contract/durations'
import type { BroadcastMessage, BroadcastPlan } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { AudienceId } from '@hongyan/contract/ids'
import { uuidv7 } from '../src/kit/ids.ts'
import type { SignedIn, World } from './world.ts'

export interface MemberChoice {
  readonly to: string
  readonly country: string
  readonly cells?: readonly string[]
  readonly zone?: string
}

/** Makes a list of an owner whose rows are read, as reading a source leaves it. */
export async function newAudience(
  { pool, clock, secrets }: World,
  owner: SignedIn,
  members: readonly MemberChoice[],
  columns: readonly string[] = [],
): Promise<AudienceId> {
  const now = clock.now()
  const id = AudienceId.parse(uuidv7(now))
  const hash = createHash('sha256').update(JSON.stringify(members)).digest()
  const report = { columns: columns.map((name) => ({ name, phones: 0, sample: [] })) }
  await pool.query(
    `insert into audience (account_id, id, source, country, state, progress, result, report, members, content_hash,
       sealed_key, created_at, delete_after)
     values ($1, $2, 1, 'US', 'ready', 100, 0, $3::jsonb, $4, $5, $6, $7, $8)`,
    [
      owner.id,
      id,
      JSON.stringify(report),
      members.length,
      hash,
      secrets.seal('', 'a list of a test'),
      now,
      new Date(now.getTime() + 24 * HOUR),
    ],
  )
  await pool.query(
    `insert into audience_member (account_id, audience_id, row, recipient, country, zone, cells)
     select $1, $2, m.nr, m.one ->> 'to', m.one ->> 'country', m.one ->> 'zone',
       array(select jsonb_array_elements_text(coalesce(m.one -> 'cells', '[]')))
     from jsonb_array_elements($3::jsonb) with ordinality as m(one, nr)`,
    [owner.id, id, JSON.stringify(members)],
  )
  return id
}

/** A message without a sender of its own. */
export const newMessage = (change: Partial<BroadcastMessage> = {}): BroadcastMessage => ({
  signature: null,
  template: null,
  text: change.template === undefined ? 'Your parcel is here.' : null,
  scene: 2,
  variables: {},
  accepted_bad: 0,
  unreached: 'skip',
  ...change,
})

/** A plan that starts at once, as fast as the account may, and watches nothing. */
export const newPlan = (change: Partial<BroadcastPlan> = {}): BroadcastPlan => ({
  time: 'now',
  at: null,
  local: null,
  window: null,
  speed: null,
  canary: 0,
  stop_above: null,
  ...change,
})
