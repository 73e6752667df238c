import { SECOND } from '@hongyan/contract/durations'
import type { AccountId, CredentialId } from '@hongyan/contract/ids'
import { plainAddress } from '@hongyan/contract/ip/address'
import { ipRestriction as limits } from '@hongyan/contract/limits/ip-restriction'
import type { Pool } from 'pg'
import { alone, statement } from '../../../db/tx.ts'
import type { Loop } from '../../../jobs/loop.ts'
import type { Clock } from '../../../kit/clock.ts'
import { uuidv7 } from '../../../kit/ids.ts'

const FLUSH_EVERY = SECOND
/** The most refused callers kept in memory between two writes, of an account and in all. Further ones are not logged. */
const CALLERS_AT_ONCE = { account: 100, all: 2_000 } as const

/** A call whose address an account's rules decided about. */
export interface Judged {
  readonly account: AccountId
  readonly credential: CredentialId
  readonly action: string
  readonly address: string
  /** The entry that decided; null where none names the address. */
  readonly entry: string | null
  readonly passes: boolean
  /** True where the call got through although the rules do not let it pass. */
  readonly reportOnly: boolean
}

interface Hit {
  readonly account: AccountId
  readonly entry: string
  hits: number
}

interface Refused {
  readonly judged: Judged
  readonly at: Date
  calls: number
}

const COUNT = statement(
  'ip_restriction_hit.count',
  `insert into ip_restriction_hit as h (account_id, entry_id, day, hits, last_at)
   select account_id, entry_id, ($1::timestamptz at time zone 'UTC')::date, hits, $1
     from unnest($2::uuid[], $3::uuid[], $4::integer[]) as c(account_id, entry_id, hits)
   on conflict (account_id, entry_id, day) do update set hits = h.hits + excluded.hits,
     last_at = greatest(h.last_at, excluded.last_at)`,
)

const LOG = statement(
  'ip_restriction_call.insert',
  `insert into ip_restriction_call (account_id, id, credential_id, at, address, action, refused, calls)
   select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[], $6::text[], $7::boolean[],
     $8::integer[])`,
)

const TRIM = statement(
  'ip_restriction_call.trim',
  `delete from ip_restriction_call r using unnest($1::uuid[]) as c(account_id)
    where r.account_id = c.account_id and r.id < (
      select k.id from ip_restriction_call k where k.account_id = c.account_id
       order by k.id desc offset ${limits.calls - 1} limit 1)`,
)

export interface IpRecorder {
  readonly record: (judged: Judged) => void
  /** Writes what was recorded. */
  readonly flush: () => Promise<void>
  /** Writes what was recorded; the last time when it stops. */
  readonly loop: Loop
}

/** Counts the hits of entries and logs refused calls, written once a second so that the send API does not wait. */
export function createIpRecorder({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }): IpRecorder {
  const db = alone(pool)
  let hits = new Map<string, Hit>()
  let refused = new Map<string, Refused>()
  let callers = new Map<AccountId, number>()

  const countHit = (account: AccountId, entry: string): void => {
    const hit = hits.get(entry)
    if (hit) hit.hits += 1
    else hits.set(entry, { account, entry, hits: 1 })
  }

  const logCall = (judged: Judged): void => {
    const key = `${judged.credential} ${judged.reportOnly} ${judged.address} ${judged.action}`
    const same = refused.get(key)
    if (same) {
      same.calls += 1
      return
    }
    const ofAccount = callers.get(judged.account) ?? 0
    if (ofAccount >= CALLERS_AT_ONCE.account || refused.size >= CALLERS_AT_ONCE.all) return
    callers.set(judged.account, ofAccount + 1)
    refused.set(key, { judged, at: clock.now(), calls: 1 })
  }

  const writeHits = async (counted: readonly Hit[]): Promise<void> => {
    // Processes that count the same entries lock them in one order.
    const sorted = counted.toSorted((one, other) => (one.entry < other.entry ? -1 : 1))
    await db.run(COUNT, [
      clock.now(),
      sorted.map(({ account }) => account),
      sorted.map(({ entry }) => entry),
      sorted.map((hit) => hit.hits),
    ])
  }

  const writeCalls = async (logged: readonly Refused[]): Promise<void> => {
    const column = <T>(pick: (of: Refused) => T): T[] => logged.map(pick)
    await db.run(LOG, [
      column(({ judged }) => judged.account),
      column(({ at }) => uuidv7(at)),
      column(({ judged }) => judged.credential),
      column(({ at }) => at),
      column(({ judged }) => plainAddress(judged.address)),
      column(({ judged }) => judged.action),
      column(({ judged }) => !judged.reportOnly),
      column(({ calls }) => calls),
    ])
    await db.run(TRIM, [[...new Set(column(({ judged }) => judged.account))]])
  }

  const flush = async (): Promise<void> => {
    const [counted, logged] = [[...hits.values()], [...refused.values()]]
    hits = new Map()
    refused = new Map()
    callers = new Map()
    if (counted.length > 0) await writeHits(counted)
    if (logged.length > 0) await writeCalls(logged)
  }

  return {
    record(judged) {
      if (judged.entry !== null) countHit(judged.account, judged.entry)
      if (!judged.passes) logCall(judged)
    },
    flush,
    loop: { name: 'ip-restriction-calls', every: FLUSH_EVERY, inEveryProcess: true, run: flush, runsAtStop: true },
  }
}
