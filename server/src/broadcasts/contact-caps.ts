import { DAY } from '@hongyan/contract/durations'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { Pool } from 'pg'
import { byteArray, plainArray, textArray } from '../db/arrays.ts'
import { inTransaction, statement, type Tx } from '../db/tx.ts'
import { lastFour, NEWEST_FIRST, ofRecipient } from '../gateway/of-recipient.ts'
import { recipientHash } from '../gateway/recipient-hash.ts'
import type { KnownAccount } from '../gateway/rules.ts'
import { firstIdAt } from '../kit/ids.ts'
import { contactCaps, regionsOf } from '../pipeline/quiet-hours.ts'
import type { ContactCaps, QuietHours } from '../pipeline/quiet-rules.ts'
import type { ListMember } from './message.ts'
import { inShortTurns } from './short-turns.ts'

/** The newest marketing messages of each number within a week, at most so many. */
const RECENT = statement(
  'message.recent_marketing',
  `select (w.place - 1)::integer as place, r.accepted_at as at
   from unnest($1::text[], $2::bytea[], $3::integer[]) with ordinality w (last4, to_hash, most, place)
   cross join lateral (
     select m.accepted_at from message m
     where ${ofRecipient({ account: '$4', last4: 'w.last4', hash: 'w.to_hash', first: '$5', last: '$6' })}
       and m.scene = ${MessageScene.Marketing} and m.hold_entry is not null
     order by ${NEWEST_FIRST} limit w.most) r
   order by 1, 2 desc`,
)

/** True where the law limits the marketing that a number gets in a day or a week. */
export function isCapped(hours: QuietHours, member: Pick<ListMember, 'recipient' | 'country'>): boolean {
  const { day, week } = capsOf(hours, member)
  return day !== null || week !== null
}

interface Capped {
  readonly member: ListMember
  readonly caps: ContactCaps
}

/** A region without caps of its own: those of the country alone hold. */
const NO_REGION = ''

/** The strictest of the caps that may hold for a number. */
function capsOf(hours: QuietHours, { recipient: to, country }: Pick<ListMember, 'recipient' | 'country'>): ContactCaps {
  const regions = regionsOf(hours, { to, country })
  const each = (regions.length === 0 ? [NO_REGION] : regions).map((region) => contactCaps(hours, country, region))
  const least = (pick: (caps: ContactCaps) => number | null): number | null => {
    const numbers = each.map(pick).filter((one) => one !== null)
    return numbers.length === 0 ? null : Math.min(...numbers)
  }
  return { day: least(({ day }) => day), week: least(({ week }) => week) }
}

/** The moment from which a number may get one more message, by the moments of the newest ones first. */
function freeAgain({ day, week }: ContactCaps, moments: readonly Date[]): Date | null {
  const ends = [
    ...(day === null ? [] : [endOf(moments[day - 1], DAY)]),
    ...(week === null ? [] : [endOf(moments[week - 1], 7 * DAY)]),
  ].filter((end) => end !== null)
  return ends.length === 0 ? null : new Date(Math.max(...ends))
}

const endOf = (moment: Date | undefined, lasts: number): number | null =>
  moment === undefined ? null : moment.getTime() + lasts

/** Two broadcasts of an account count the contacts of a recipient one after the other. */
const LOCK = statement(
  'broadcast.lock_contacts',
  `select pg_advisory_xact_lock(hashtextextended('contacts of ' || $1::uuid, 0))`,
)

interface CapMoment {
  readonly hours: QuietHours
  readonly now: Date
}

/**
 * Gives `work` the moments, by row, before which members may get no further marketing of this account: where the law of
 * their region limits the contacts of a day or a week. What `work` accepts counts for whoever comes next.
 */
export async function withContacts<T>(
  pool: Pool,
  known: KnownAccount,
  members: readonly ListMember[],
  { hours, now }: CapMoment,
  work: (free: ReadonlyMap<number, Date>) => Promise<T>,
): Promise<T> {
  if (!members.some((member) => isCapped(hours, member))) return work(new Map())
  return inTransaction(pool, async (tx) => {
    await tx.run(LOCK, [known.rules.account])
    return work(await contactedUntil(tx, known, members, { hours, now }))
  })
}

/** The moments, by row, before which members may get no further marketing of the account, as far as is known now. */
export async function contactedUntil(
  tx: Tx,
  known: KnownAccount,
  members: readonly ListMember[],
  { hours, now }: CapMoment,
): Promise<ReadonlyMap<number, Date>> {
  const capped: Capped[] = []
  await inShortTurns(members, (member) => {
    const caps = capsOf(hours, member)
    if (caps.day !== null || caps.week !== null) capped.push({ member, caps })
  })
  return capped.length === 0 ? new Map() : readFree(tx, known, capped, now)
}

async function readFree(
  tx: Tx,
  { rules: { account }, hashKey }: KnownAccount,
  capped: readonly Capped[],
  now: Date,
): Promise<ReadonlyMap<number, Date>> {
  const hashes: Buffer[] = []
  await inShortTurns(capped, ({ member }) => hashes.push(recipientHash(hashKey, member.recipient)))
  const rows = await tx.run<{ place: number; at: Date }>(RECENT, [
    textArray(capped.map(({ member }) => lastFour(member.recipient))),
    byteArray(hashes),
    plainArray(capped.map(({ caps }) => Math.max(caps.day ?? 0, caps.week ?? 0))),
    account,
    firstIdAt(new Date(now.getTime() - 7 * DAY)),
    firstIdAt(new Date(now.getTime() + DAY)),
  ])
  const moments = capped.map((): Date[] => [])
  for (const { place, at } of rows) moments[place]?.push(at)
  return new Map(
    capped.flatMap(({ member, caps }, place) => {
      const free = freeAgain(caps, moments[place] ?? [])
      return free !== null && free > now ? [[member.row, free] as const] : []
    }),
  )
}
