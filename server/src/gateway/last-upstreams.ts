import { DAY, SECOND } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import { upstreams as limits } from '@hongyan/contract/limits/upstreams'
import type { Pool } from 'pg'
import { byteArray, idArray, textArray } from '../db/arrays.ts'
import { inFlights, statement } from '../db/tx.ts'
import type { Clock } from '../kit/clock.ts'
import { firstIdAt } from '../kit/ids.ts'
import { lastFour, NEWEST_FIRST, ofRecipient } from './of-recipient.ts'
import { recipientHash } from './recipient-hash.ts'
import { numbersIn } from './request-numbers.ts'
import type { KnownAccount } from './rules.ts'

/** The links of the recipients' last messages, by number. */
export type LastUpstreams = ReadonlyMap<string, string>

export const NO_LAST: LastUpstreams = new Map()

/** Reads the channels that recipients keep by rules that are sticky. */
export interface LastUpstreamReader {
  /** The links of a request's recipients; undefined: `load` them first. What was loaded is taken once. */
  readonly take: (known: KnownAccount, recipients: readonly string[]) => LastUpstreams | undefined
  readonly load: (known: KnownAccount, recipients: readonly string[]) => Promise<void>
  readonly read: (known: KnownAccount, recipients: readonly string[]) => Promise<LastUpstreams>
}

const READ = statement(
  'message.last_upstream',
  `select (w.place - 1)::integer as place, l.upstream
   from unnest($1::uuid[], $2::text[], $3::bytea[]) with ordinality w (account_id, last4, to_hash, place)
   cross join lateral (
     select m.upstream from message m
     where ${ofRecipient({ account: 'w.account_id', last4: 'w.last4', hash: 'w.to_hash', first: '$4', last: '$5' })}
       and m.hold_entry is not null and m.upstream is not null
     order by ${NEWEST_FIRST} limit 1) l`,
)

/** The most loaded answers that wait to be taken; beyond them all are let go of. */
const MOST = 10_000

export function createLastUpstreams({
  pool,
  clock,
}: {
  readonly pool: Pool
  readonly clock: Clock
}): LastUpstreamReader {
  const db = inFlights(pool, { lockTimeout: SECOND })
  const loaded = new Map<string, LastUpstreams>()
  const keyOf = (account: AccountId, recipients: readonly string[]): string => `${account} ${recipients.join(' ')}`

  const read: LastUpstreamReader['read'] = async ({ rules, hashKey }, recipients) => {
    const numbers = isSticky(rules) ? numbersIn(rules, recipients) : []
    if (numbers.length === 0) return NO_LAST
    const now = clock.now().getTime()
    const rows = await db.run<{ place: number; upstream: string }>(READ, [
      idArray(numbers.map(() => rules.account)),
      textArray(numbers.map(lastFour)),
      byteArray(numbers.map((number) => recipientHash(hashKey, number))),
      firstIdAt(new Date(now - limits.stickyFor)),
      firstIdAt(new Date(now + DAY)),
    ])
    return new Map(rows.map(({ place, upstream }) => [numbers[place] ?? '', upstream]))
  }

  return {
    read,
    take({ rules }, recipients) {
      if (!isSticky(rules)) return NO_LAST
      const key = keyOf(rules.account, recipients)
      const found = loaded.get(key)
      loaded.delete(key)
      return found
    },
    async load(known, recipients) {
      const found = await read(known, recipients)
      if (loaded.size >= MOST) loaded.clear()
      loaded.set(keyOf(known.rules.account, recipients), found)
    },
  }
}

const isSticky = ({ routing }: KnownAccount['rules']): boolean => routing?.rules.some(({ sticky }) => sticky) === true
