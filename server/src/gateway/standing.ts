import { momentOf } from '../kit/ids.ts'
import { type Tx, statement } from '../db/tx.ts'
import type { LinkState } from './link-state.ts'
import { countSetAside } from './set-aside.ts'

/** The most accounts of a lane whose oldest message is read. */
const ACCOUNTS_READ = 1_000

/** Finds the oldest waiting message of each account and of each buffer in each lane, with one index jump for each. */
const OLDEST = statement(
  'outbox.oldest',
  `with recursive lane as (
     (select upstream, lane from outbox where mark is null and buffered_by is null order by upstream, lane limit 1)
     union all
     select n.* from lane l cross join lateral (
       select upstream, lane from outbox
       where mark is null and buffered_by is null and (upstream, lane) > (l.upstream, l.lane)
       order by upstream, lane limit 1) n
   ), waiting as (
     select l.lane, a.id from lane l cross join lateral (
       with recursive account as (
         (select account_id, id from outbox
          where mark is null and buffered_by is null and upstream = l.upstream and lane = l.lane
          order by account_id, id limit 1)
         union all
         select n.* from account a cross join lateral (
           select account_id, id from outbox
           where mark is null and buffered_by is null and upstream = l.upstream and lane = l.lane
             and account_id > a.account_id
           order by account_id, id limit 1) n)
       select id from account limit ${ACCOUNTS_READ}) a
   ), buffer as (
     (select upstream, buffered_by, lane, id from outbox where buffered_by is not null
      order by upstream, buffered_by, lane, id limit 1)
     union all
     select n.* from buffer b cross join lateral (
       select upstream, buffered_by, lane, id from outbox
       where buffered_by is not null and (upstream, buffered_by, lane) > (b.upstream, b.buffered_by, b.lane)
       order by upstream, buffered_by, lane, id limit 1) n
   )
   select lane, min(id::text) as id
   from (select lane, id from waiting union all select lane, id from buffer) o
   group by lane`,
)

const LINKS = statement(
  'link_owner.states',
  `select upstream, state, changed_at as since,
     greatest(0, extract(epoch from now() - until) * 1000)::float8 as "unownedMillis"
   from link_owner order by upstream`,
)

const PARKED = statement('parked_receipt.count', `select count(*) as count from parked_receipt`)

export const laneNames = ['codes', 'notifications', 'marketing'] as const
export type LaneName = (typeof laneNames)[number]

export interface GatewayLink {
  readonly upstream: string
  readonly state: LinkState
  readonly since: Date
  /** Milliseconds since its last lease ended; 0 while a process has it. */
  readonly unownedMillis: number
}

/** Figures that show operators where messages are stuck in the gateway. */
export interface GatewayState {
  /** Seconds since the oldest waiting message of each lane was accepted; 0 where none waits. */
  readonly oldestSeconds: Readonly<Record<LaneName, number>>
  readonly links: readonly GatewayLink[]
  /** Messages whose outcome could not be written. */
  readonly setAside: number
  /** Receipts whose hand-over is not written yet. */
  readonly parkedReceipts: number
}

/** The same with the figures of one server. */
export interface Standing extends GatewayState {
  /** Seconds since this server last wrote the outcome of a message; null before the first. */
  readonly settledSeconds: number | null
  /** Partitions that do not exist, of today and the days ahead; null in a process that makes none. */
  readonly partitionsMissing: number | null
}

export async function readGatewayState(db: Tx, now: Date): Promise<GatewayState> {
  const [oldest, links, setAside, parked] = await Promise.all([
    db.run<{ lane: number; id: string }>(OLDEST, []),
    db.run<GatewayLink>(LINKS, []),
    countSetAside(db),
    db.run<{ count: bigint }>(PARKED, []),
  ])
  const ageOf = (lane: number): number => {
    const found = oldest.find((row) => row.lane === lane)
    return found === undefined ? 0 : Math.max(0, (now.getTime() - momentOf(found.id).getTime()) / 1_000)
  }
  const [codes, notifications, marketing] = laneNames.map((_, lane) => ageOf(lane))
  return {
    oldestSeconds: { codes: codes ?? 0, notifications: notifications ?? 0, marketing: marketing ?? 0 },
    links,
    setAside,
    parkedReceipts: Number(parked[0]?.count ?? 0n),
  }
}
