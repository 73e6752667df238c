import { SECOND } from '@hongyan/contract/durations'
import type { AccountId, CredentialId } from '@hongyan/contract/ids'
import { credentials as limits } from '@hongyan/contract/limits/screens'
import { alone, inTransaction, statement } from '../../../db/tx.ts'
import type { Loop } from '../../../jobs/loop.ts'
import type { Clock } from '../../../kit/clock.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import type { Pool } from 'pg'
import { detailOf } from './refused-detail.ts'

const FLUSH_EVERY = SECOND
/** The most refused requests kept in memory between two writes. Further ones are only counted. */
const LOG_AT_ONCE = 2_000
/** The most counts, one for each credential and address, kept in memory while the database is away. */
const COUNTS_KEPT = 10_000

/** A request that named a credential at the send API. */
export interface UsedCredential {
  readonly account: AccountId
  readonly credential: CredentialId
  readonly action: string
  /** Only an authenticated request counts and moves the last use. */
  readonly authenticated: boolean
  readonly signed: boolean
  readonly address: string
  readonly requestId: string
  /** The refusal's code; null for success. */
  readonly refused: string | null
  /** The details of the refusal. */
  readonly details: unknown
}

interface Count {
  readonly used: UsedCredential
  requests: number
}

interface LoggedRefusal extends UsedCredential {
  readonly id: string
  readonly code: string
  readonly at: Date
}

const COUNT = statement(
  'credential_use.count',
  `insert into credential_use as u (account_id, credential_id, hour, signed, address, requests)
   select account_id, credential_id, date_trunc('hour', $1::timestamptz), signed, address, requests
   from unnest($2::uuid[], $3::uuid[], $4::boolean[], $5::text[], $6::integer[]) as c(account_id, credential_id, signed, address, requests)
   on conflict (account_id, credential_id, hour, signed, address) do update set requests = u.requests + excluded.requests`,
)

const LAST = statement(
  'credential.last_used',
  `update credential c set last_used_at = $1, last_used_from = l.address
   from unnest($2::uuid[], $3::uuid[], $4::text[]) as l(account_id, id, address)
   where c.account_id = l.account_id and c.id = l.id`,
)

const LOG = statement(
  'request_log.insert',
  `insert into request_log (account_id, id, credential_id, at, action, code, address, request_id, detail)
   select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::text[],
     $9::text[])
   on conflict do nothing`,
)

const TRIM = statement(
  'request_log.trim',
  `delete from request_log r using unnest($1::uuid[], $2::uuid[]) as c(account_id, credential_id)
   where r.account_id = c.account_id and r.credential_id = c.credential_id and r.id < (
     select k.id from request_log k where k.account_id = c.account_id and k.credential_id = c.credential_id
     order by k.id desc offset ${limits.requestsKept - 1} limit 1)`,
)

export interface CredentialUsage {
  readonly record: (used: UsedCredential) => void
  /** Writes the recorded uses. */
  readonly flush: () => Promise<void>
  /** Writes the uses; the last ones when it stops. */
  readonly loop: Loop
}

/**
 * Records the uses and refusals of credentials, written once a second so that the hot path does not wait. What cannot be
 * written, because the database is away, is written with the next attempt; past the limits in memory it is lost. A
 * refusal that was written before its connection broke is not written again. A use may then be counted twice: the counts
 * inform the owner and bill nothing.
 */
export function createCredentialUsage(deps: { readonly pool: Pool; readonly clock: Clock }): CredentialUsage {
  const db = alone(deps.pool)
  let counts = new Map<string, Count>()
  let refusals: LoggedRefusal[] = []

  const countUse = (used: UsedCredential, requests = 1): void => {
    const key = `${used.credential} ${used.signed} ${used.address}`
    const count = counts.get(key)
    if (count) count.requests += requests
    else if (counts.size < COUNTS_KEPT) counts.set(key, { used, requests })
  }

  const flush = async (): Promise<void> => {
    const counted = [...counts.values()]
    const logged = refusals
    counts = new Map()
    refusals = []
    try {
      if (counted.length > 0) await writeCounts(counted)
    } catch (error) {
      for (const { used, requests } of counted) countUse(used, requests)
      refusals = [...logged, ...refusals].slice(0, LOG_AT_ONCE)
      throw error
    }
    try {
      if (logged.length > 0) await writeLog(logged)
    } catch (error) {
      refusals = [...logged, ...refusals].slice(0, LOG_AT_ONCE)
      throw error
    }
  }

  const writeCounts = async (counted: readonly Count[]): Promise<void> => {
    const now = deps.clock.now()
    const column = <T>(pick: (used: UsedCredential) => T): T[] => counted.map(({ used }) => pick(used))
    const owners = [column((u) => u.account), column((u) => u.credential)]
    await inTransaction(deps.pool, async (tx) => {
      await tx.run(COUNT, [
        now,
        ...owners,
        column((u) => u.signed),
        column((u) => u.address),
        counted.map((c) => c.requests),
      ])
      await tx.run(LAST, [now, ...owners, column((u) => u.address)])
    })
  }

  const writeLog = async (logged: readonly LoggedRefusal[]): Promise<void> => {
    const column = <T>(pick: (refusal: LoggedRefusal) => T): T[] => logged.map(pick)
    await db.run(LOG, [
      column((r) => r.account),
      column((r) => r.id),
      column((r) => r.credential),
      column((r) => r.at),
      column((r) => r.action),
      column((r) => r.code),
      column((r) => r.address),
      column((r) => r.requestId),
      column((r) => detailOf(r.code, r.details)),
    ])
    const owners = [...new Map(logged.map((r) => [r.credential, r])).values()]
    await db.run(TRIM, [owners.map((r) => r.account), owners.map((r) => r.credential)])
  }

  return {
    record(used) {
      if (used.authenticated) countUse(used)
      if (used.refused !== null && refusals.length < LOG_AT_ONCE) {
        const at = deps.clock.now()
        refusals.push({ ...used, id: uuidv7(at), code: used.refused, at })
      }
    },
    flush,
    loop: { name: 'credential-usage', every: FLUSH_EVERY, inEveryProcess: true, run: flush, runsAtStop: true },
  }
}
