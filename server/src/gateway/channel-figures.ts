import type { AccountId, UpstreamId } from '@hongyan/contract/ids'
import { upstreams as limits } from '@hongyan/contract/limits/upstreams'
import type { Pool } from 'pg'
import { alone, statement } from '../db/tx.ts'
import type { Loop } from '../jobs/loop.ts'
import type { Clock } from '../kit/clock.ts'
import type { Submitted } from '../providers/upstreams/upstream.ts'

/** The last bucket has no bound. */
const BUCKETS = limits.latencyBounds.length + 1
const WRITE_EVERY = 2_000

export interface FiguresOf {
  readonly account: AccountId
  readonly id: UpstreamId
}

/** Counts the use of managed channels by the minute, and writes it behind. A crash loses what was counted since. */
export interface ChannelFigures {
  readonly submitted: (channel: FiguresOf, parts: number, submitted: Submitted, latency: number) => void
  readonly received: (channel: FiguresOf, receipts: number) => void
  readonly loop: Loop
}

interface Minute extends FiguresOf {
  readonly minute: number
  submitted: number
  accepted: number
  parts: number
  receipts: number
  readonly latency: number[]
  readonly errors: Map<string, number>
}

const WRITE = statement(
  'upstream_minute.write',
  `insert into upstream_minute as u (account_id, upstream_id, minute, submitted, accepted, parts, receipts, latency)
   select account_id, upstream_id, minute, submitted, accepted, parts, receipts, latency::integer[]
   from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::integer[], $5::integer[], $6::integer[], $7::integer[], $8::text[])
     as k(account_id, upstream_id, minute, submitted, accepted, parts, receipts, latency)
   order by 1, 2, 3
   on conflict (account_id, upstream_id, minute) do update set submitted = u.submitted + excluded.submitted,
     accepted = u.accepted + excluded.accepted, parts = u.parts + excluded.parts, receipts = u.receipts + excluded.receipts,
     latency = (select array_agg(a + b order by place)
       from unnest(u.latency, excluded.latency) with ordinality as l(a, b, place))`,
)

const WRITE_ERRORS = statement(
  'upstream_error.write',
  `insert into upstream_error as e (account_id, upstream_id, minute, code, count)
   select account_id, upstream_id, minute, code, count
   from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::integer[])
     as k(account_id, upstream_id, minute, code, count)
   order by 1, 2, 3, 4
   on conflict (account_id, upstream_id, minute, code) do update set count = e.count + excluded.count`,
)

const LAST_ERROR = statement(
  'upstream.last_error',
  `update upstream u set last_error = k.code, last_error_at = k.at
   from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[]) as k(account_id, id, code, at)
   where u.account_id = k.account_id and u.id = k.id`,
)

const FORGET = statement(
  'upstream_minute.forget',
  `with old as (delete from upstream_minute where minute < $1::timestamptz - interval '8 days')
   delete from upstream_error where minute < $1::timestamptz - interval '8 days'`,
)

const MINUTE = 60_000
const HOUR = 3_600_000

/** The provider's own code of a result that is no acceptance; null for one. */
const codeOf = (submitted: Submitted): string | null => {
  if (submitted.kind === 'accepted') return null
  return 'upstreamCode' in submitted ? submitted.upstreamCode : submitted.kind
}

export function createChannelFigures({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }): ChannelFigures {
  const db = alone(pool)
  let minutes = new Map<string, Minute>()
  let lastErrors = new Map<UpstreamId, FiguresOf & { readonly code: string; readonly at: Date }>()
  let forgotten = 0

  const minuteOf = ({ account, id }: FiguresOf): Minute => {
    const minute = Math.floor(clock.now().getTime() / MINUTE) * MINUTE
    const key = `${id} ${minute}`
    const found = minutes.get(key)
    if (found !== undefined) return found
    const latency = Array.from({ length: BUCKETS }, () => 0)
    const made: Minute = {
      account,
      id,
      minute,
      submitted: 0,
      accepted: 0,
      parts: 0,
      receipts: 0,
      latency,
      errors: new Map(),
    }
    minutes.set(key, made)
    return made
  }

  const write = async (): Promise<void> => {
    const rows = [...minutes.values()]
    const errors = [...lastErrors.values()]
    minutes = new Map()
    lastErrors = new Map()
    const now = clock.now()
    if (rows.length > 0) {
      await db.run(WRITE, [
        rows.map((row) => row.account),
        rows.map((row) => row.id),
        rows.map((row) => new Date(row.minute)),
        rows.map((row) => row.submitted),
        rows.map((row) => row.accepted),
        rows.map((row) => row.parts),
        rows.map((row) => row.receipts),
        rows.map((row) => `{${row.latency.join(',')}}`),
      ])
    }
    const counted = rows.flatMap((row) => [...row.errors].map(([code, count]) => ({ row, code, count })))
    if (counted.length > 0) {
      await db.run(WRITE_ERRORS, [
        counted.map(({ row }) => row.account),
        counted.map(({ row }) => row.id),
        counted.map(({ row }) => new Date(row.minute)),
        counted.map(({ code }) => code),
        counted.map(({ count }) => count),
      ])
    }
    if (errors.length > 0) {
      await db.run(LAST_ERROR, [
        errors.map(({ account }) => account),
        errors.map(({ id }) => id),
        errors.map(({ code }) => code),
        errors.map(({ at }) => at),
      ])
    }
    if (now.getTime() - forgotten > HOUR) {
      await db.run(FORGET, [now])
      forgotten = now.getTime()
    }
  }

  return {
    submitted(channel, parts, submitted, latency) {
      const minute = minuteOf(channel)
      minute.submitted += 1
      const bucket = limits.latencyBounds.findIndex((bound) => latency <= bound)
      const at = bucket === -1 ? BUCKETS - 1 : bucket
      minute.latency[at] = (minute.latency[at] ?? 0) + 1
      const code = codeOf(submitted)
      if (code === null) {
        minute.accepted += 1
        minute.parts += parts
        return
      }
      minute.errors.set(code, (minute.errors.get(code) ?? 0) + 1)
      lastErrors.set(channel.id, { ...channel, code, at: clock.now() })
    },
    received: (channel, receipts) => void (minuteOf(channel).receipts += receipts),
    loop: { name: 'channel-figures', every: WRITE_EVERY, run: write, runsAtStop: true, inEveryProcess: true },
  }
}
