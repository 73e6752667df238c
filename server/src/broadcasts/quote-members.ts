import type { AccountId, AudienceId } from '@hongyan/contract/ids'
import type { AudienceState, BroadcastScene } from '@hongyan/contract/vocabulary/broadcast'
import { plainArray } from '../db/arrays.ts'
import { statement, type Tx } from '../db/tx.ts'
import { sceneSet } from '../pipeline/listed.ts'
import { hashKeysOf, hashOf } from './audience-members.ts'
import type { ListMember } from './message.ts'

/** A list as an estimate reads it. */
export interface QuotedAudience {
  readonly account: AccountId
  readonly id: AudienceId
  readonly members: number
  readonly contentHash: Buffer | null
  readonly columns: readonly string[]
}

interface AudienceRow {
  readonly state: AudienceState
  readonly gone: boolean
  readonly members: number
  readonly content_hash: Buffer | null
  readonly columns: readonly string[] | null
}

const FIND = statement(
  'audience.quoted',
  `select state, delete_after <= $3 or removed_at is not null as gone, members, content_hash,
     array(select c ->> 'name' from jsonb_array_elements(report -> 'columns') with ordinality as e(c, nr) order by nr) as columns
   from audience where account_id = $1 and id = $2`,
)

/** A list whose rows are read. `unready`: they are not yet, or cannot be; `gone`: its time is over. Null where there is none. */
export async function findQuotedAudience(
  tx: Tx,
  account: AccountId,
  id: AudienceId,
  now: Date,
): Promise<QuotedAudience | 'unready' | 'gone' | null> {
  const [row] = await tx.run<AudienceRow>(FIND, [account, id, now])
  if (row === undefined) return null
  if (row.gone) return 'gone'
  if (row.state !== 'ready') return 'unready'
  return { account, id, members: row.members, contentHash: row.content_hash, columns: row.columns ?? [] }
}

const PAGE = statement(
  'audience_member.page',
  `select row, recipient, country, zone, cells, unreached from audience_member
    where account_id = $1 and audience_id = $2 and row > $3 order by row limit $4`,
)

/** The rows of a list behind a row. */
export const readMembers = (
  tx: Tx,
  { account, id }: Pick<QuotedAudience, 'account' | 'id'>,
  after: number,
  most: number,
): Promise<readonly ListMember[]> => tx.run<ListMember>(PAGE, [account, id, after, most])

const ONE = statement(
  'audience_member.one',
  `select row, recipient, country, zone, cells, unreached from audience_member
    where account_id = $1 and audience_id = $2 and row >= $3 order by row limit 1`,
)

/** A row of a list, or else the next one; null behind the last. */
export async function readMember(
  tx: Tx,
  { account, id }: Pick<QuotedAudience, 'account' | 'id'>,
  row: number,
): Promise<ListMember | null> {
  return (await tx.run<ListMember>(ONE, [account, id, row]))[0] ?? null
}

const HAS = statement(
  'audience_member.has',
  `select exists (select from audience_member where account_id = $1 and audience_id = $2 and recipient = any($3)) as has`,
)

export async function hasRecipient(
  tx: Tx,
  { account, id }: Pick<QuotedAudience, 'account' | 'id'>,
  numbers: readonly string[],
): Promise<boolean> {
  if (numbers.length === 0) return false
  return (await tx.run<{ has: boolean }>(HAS, [account, id, numbers]))[0]?.has ?? false
}

/** A place as sending hours tell it: a country, the zone of a contact, and the numbering area of +1. */
const PLACE = `country, zone, case when recipient like '+1%' then left(recipient, 5) else '' end`

const PLACES = statement(
  'audience_member.places',
  `select count(*)::integer as recipients, min(row) as first from audience_member
    where account_id = $1 and audience_id = $2 group by ${PLACE}, unreached`,
)
const ROWS = statement(
  'audience_member.rows',
  `select row, recipient, country, zone, cells, unreached from audience_member
    where account_id = $1 and audience_id = $2 and row = any($3::integer[]) order by row`,
)

/** The first member of each place, without those that get no message: by country, as unreached, or by the account's list. */
const REACHED = statement(
  'audience_member.reached_places',
  `select min(row) as first from audience_member m
    where account_id = $1 and audience_id = $2 and ($3::text[] is null or country = any($3)) and not (unreached and $4)
      and not exists (
        select from listed_recipient l where l.account_id = m.account_id and l.to_hash = ${hashOf('m.recipient', '$6', '$7')}
          and (l.reason = 'block' or (l.reason = 'opt_out' and l.scenes & $5 <> 0)))
    group by ${PLACE}`,
)

export interface Reach {
  /** The countries that the account may send to; null: all. */
  readonly enabled: ReadonlySet<string> | null
  readonly scene: BroadcastScene
  readonly skipsUnreached: boolean
}

/** A recipient of each place that a message goes to. */
export async function readReachedPlaces(
  tx: Tx,
  { account, id }: Pick<QuotedAudience, 'account' | 'id'>,
  { enabled, scene, skipsUnreached }: Reach,
): Promise<readonly ListMember[]> {
  const countries = enabled === null ? null : plainArray([...enabled])
  const values = [account, id, countries, skipsUnreached, sceneSet([scene]), ...(await hashKeysOf(tx, account))]
  const places = await tx.run<{ first: number }>(REACHED, values)
  return tx.run<ListMember>(ROWS, [account, id, places.map(({ first }) => first)])
}

/** The recipients of each place, those that were not reached apart, with the first of them: some hundreds of places. */
export async function readPlaces(
  tx: Tx,
  { account, id }: Pick<QuotedAudience, 'account' | 'id'>,
): Promise<readonly (ListMember & { readonly recipients: number })[]> {
  const places = await tx.run<{ recipients: number; first: number }>(PLACES, [account, id])
  const recipients = new Map(places.map((place) => [place.first, place.recipients]))
  const rows = await tx.run<ListMember>(ROWS, [account, id, [...recipients.keys()]])
  return rows.map((row) => ({ ...row, recipients: recipients.get(row.row) ?? 0 }))
}
