import { momentOf } from '../kit/ids.ts'
import { type Tx, statement } from '../db/tx.ts'
import type { LinkState } from './link-state.ts'
import { countSetAside } from './set-aside.ts'

/** Accounts of a lane that the look for the oldest message covers. */
const ACCOUNTS_READ = 1_000

/** The oldest waiting message of each account and of each buffer, found by jumping through an index from one to the next. */
const OLDEST = statement(
  'outbox.oldest',
  `with recursive line as (
     (select upstream, lane, account_id, id from outbox where mark is null and buffered_by is null
      order by upstream, lane, account_id, id limit 1)
     union all
     select n.* from line l cross join lateral (
       select upstream, lane, account_id, id from outbox
       where mark is null and buffered_by is null and (upstream, lane, account_id) > (l.upstream, l.lane, l.account_id)
       order by upstream, lane, account_id, id limit 1) n
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
   from (select lane, id from (select * from line limit ${ACCOUNTS_READ}) l union all select lane, id from buffer) o
   group by lane`,
)

const LINKS = statement(
  'link_owner.states',
  `select upstream, state, changed_at as since from link_owner order by upstream`,
)

const PARKED = statement('parked_receipt.count', `select count(*) as count from parked_receipt`)

export const laneNames = ['codes', 'notifications', 'marketing'] as const
export type LaneName = (typeof laneNames)[number]

/** Figures that show what stands still in the gateway. */
export interface Standing {
  /** Seconds since the oldest waiting message of each lane was accepted; 0 where none waits. */
  readonly oldestSeconds: Readonly<Record<LaneName, number>>
  readonly links: readonly { readonly upstream: string; readonly state: LinkState; readonly since: Date }[]
  readonly setAside: number
  readonly parkedReceipts: number
}

export async function readStanding(db: Tx, now: Date): Promise<Standing> {
  const [oldest, links, setAside, parked] = await Promise.all([
    db.run<{ lane: number; id: string }>(OLDEST, []),
    db.run<Standing['links'][number]>(LINKS, []),
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
