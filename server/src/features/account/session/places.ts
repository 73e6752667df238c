import { DAY } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { notify } from '../../../notices/notify.ts'
import type { Source } from '../../../http/implement.ts'
import type { Clock } from '../../../kit/clock.ts'
import { networkOf } from '../../../kit/network.ts'
import type { SecretBox } from '../../../kit/secret-box.ts'

const REMEMBERED = 90 * DAY

interface PlaceDeps {
  readonly clock: Clock
  readonly secrets: Pick<SecretBox, 'hash'>
}

const devicePlace = (device: string): string => `device ${device}`
const labelOf = (account: AccountId): string => `sign-in place of ${account}`

/** The browser, by its cookie or otherwise by its User-Agent without version numbers, and the network. */
const placesOf = ({ device, userAgent, address }: Source): readonly string[] => [
  device === null ? `agent ${userAgent.replaceAll(/[\d.]+/g, '')}` : devicePlace(device),
  `network ${networkOf(address)}`,
]

/**
 * Remembers the browser and network of a sign-in, and notifies the owner of one that was not seen for 90 days. The
 * first sign-in of an account sends no notice: there is no earlier one to compare.
 */
export async function notePlaces(
  tx: Transaction<Schema>,
  { clock, secrets }: PlaceDeps,
  account: AccountId,
  source: Source,
): Promise<void> {
  const at = clock.now()
  const places = placesOf(source).map((place) => secrets.hash(place, labelOf(account)))
  const { known, seenBefore } = await compare(tx, account, places, new Date(at.getTime() - REMEMBERED))
  await remember(tx, account, places, at)
  if (!seenBefore || known === places.length) return
  const values = { address: source.address, user_agent: source.userAgent.slice(0, 256) }
  await notify(txOf(tx), { account, kind: 'signed_in', values, at })
}

/** An account that cannot exist, so that a query without an account takes as long as one with it. */
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000' as AccountId

/** Returns true where the owner signed in from a device within 90 days. Takes the same time without an account. */
export async function isKnownDevice(
  db: Kysely<Schema>,
  { clock, secrets }: PlaceDeps,
  account: AccountId | null,
  device: string | null,
): Promise<boolean> {
  const owner = account ?? NO_ACCOUNT
  const place = secrets.hash(devicePlace(device ?? ''), labelOf(owner))
  const found = await db
    .selectFrom('sign_in_place')
    .select('seen_at')
    .where('account_id', '=', owner)
    .where('place_hash', '=', place)
    .where('seen_at', '>', new Date(clock.now().getTime() - REMEMBERED))
    .executeTakeFirst()
  return found !== undefined && device !== null
}

async function compare(
  tx: Transaction<Schema>,
  account: AccountId,
  places: readonly Buffer[],
  since: Date,
): Promise<{ known: number; seenBefore: boolean }> {
  const { rows } = await sql<{ known: number; seenBefore: boolean }>`
    select count(*) > 0 as "seenBefore",
      (count(*) filter (where seen_at > ${since} and place_hash = any(${places}::bytea[])))::int as known
    from sign_in_place where account_id = ${account}`.execute(tx)
  return rows[0] ?? { known: 0, seenBefore: false }
}

/** Stores the places, and only then deletes old ones, so that a later sign-in never counts as the first. */
async function remember(
  tx: Transaction<Schema>,
  account: AccountId,
  places: readonly Buffer[],
  at: Date,
): Promise<void> {
  await tx
    .insertInto('sign_in_place')
    .values(places.map((place_hash) => ({ account_id: account, place_hash, seen_at: at })))
    .onConflict((is) => is.columns(['account_id', 'place_hash']).doUpdateSet({ seen_at: at }))
    .execute()
  await tx
    .deleteFrom('sign_in_place')
    .where('account_id', '=', account)
    .where('seen_at', '<=', new Date(at.getTime() - REMEMBERED))
    .execute()
}
