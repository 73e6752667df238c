import { MINUTE } from '@hongyan/contract/durations'
import { dashedId } from '@hongyan/contract/ids'
import { upstreams } from '@hongyan/contract/limits/upstreams'
import { statement, type Tx } from '../db/tx.ts'
import type { NewMessage } from './new-messages.ts'

/** The end of a message of the past. `refused`, `cancelled`: the upstream never had it. */
export type PastEnd = 'delivered' | 'undelivered' | 'blocked' | 'expired' | 'refused' | 'cancelled'

/** The milliseconds that each submission of the past took. */
export const LATENCY = 80
/** The provider's own code of a submission of the past that it refused. */
export const REJECTED = 'REJECTD'

const { latencyBounds } = upstreams
const TAKEN = latencyBounds.map((bound, place) => LATENCY <= bound && LATENCY > (latencyBounds[place - 1] ?? 0))
const BUCKETS = [...TAKEN, false].map((isTaken) => (isTaken ? 'u.submitted' : '0')).join(', ')

const WRITE = statement(
  'upstream_minute.write_past',
  `insert into upstream_minute as u (account_id, upstream_id, minute, submitted, accepted, parts, receipts, latency)
   select u.account_id, u.upstream_id, $3, u.submitted, u.accepted, u.parts, u.accepted, array[${BUCKETS}]
   from (select k.account_id, k.upstream_id, count(*)::integer as submitted,
       count(*) filter (where k.accepted)::integer as accepted,
       coalesce(sum(k.parts) filter (where k.accepted), 0)::integer as parts
     from unnest($1::uuid[], $2::uuid[], $4::smallint[], $5::boolean[]) as k(account_id, upstream_id, parts, accepted)
     group by 1, 2) u
   on conflict (account_id, upstream_id, minute) do update set submitted = u.submitted + excluded.submitted,
     accepted = u.accepted + excluded.accepted, parts = u.parts + excluded.parts,
     receipts = u.receipts + excluded.receipts,
     latency = (select array_agg(a + b order by place)
       from unnest(u.latency, excluded.latency) with ordinality as l(a, b, place))`,
)
const WRITE_ERRORS = statement(
  'upstream_error.write_past',
  `insert into upstream_error as e (account_id, upstream_id, minute, code, count)
   select account_id, upstream_id, $3, '${REJECTED}', count(*)::integer
   from unnest($1::uuid[], $2::uuid[]) as k(account_id, upstream_id) group by 1, 2
   on conflict (account_id, upstream_id, minute, code) do update set count = e.count + excluded.count`,
)

interface Ended {
  readonly message: NewMessage
  readonly end: PastEnd
}

/** Counts messages of the past that managed channels carried, as the owners of their links would have. */
export async function countPast(tx: Tx, ended: readonly Ended[], standard: string, at: Date): Promise<void> {
  const over = ended.flatMap(({ message: { account, upstream, parts }, end }) =>
    upstream === null || upstream === standard || end === 'cancelled'
      ? []
      : [{ account, channel: dashedId(upstream), parts, isAccepted: end !== 'refused' }],
  )
  if (over.length === 0) return
  const refused = over.filter(({ isAccepted }) => !isAccepted)
  const minute = new Date(Math.floor(at.getTime() / MINUTE) * MINUTE)
  await Promise.all([
    tx.run(WRITE, [
      over.map(({ account }) => account),
      over.map(({ channel }) => channel),
      minute,
      over.map(({ parts }) => parts),
      over.map(({ isAccepted }) => isAccepted),
    ]),
    tx.run(WRITE_ERRORS, [refused.map(({ account }) => account), refused.map(({ channel }) => channel), minute]),
  ])
}
