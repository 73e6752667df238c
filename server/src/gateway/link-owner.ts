import { type Tx, statement } from '../db/tx.ts'
import type { LinkState } from './link-state.ts'

/** Seconds that a link stays with an owner that does not renew its lease; the database's clock counts them. */
const LEASE_SECONDS = 3
export const LEASE_MILLIS = LEASE_SECONDS * 1_000
export const RENEW_EVERY = 1_000

/** A link that changes between these has been degraded since the first of them. */
const TRIPPED: readonly LinkState[] = ['degraded', 'half_open']

/** Cancellations concern the buffer of a lease that has not lapsed: after a lapse, the owner begins a new buffer. */
const TAKE = statement(
  'link_owner.take',
  `insert into link_owner as l (upstream, process, until, state, probe_at)
   values ($1, $2, now() + make_interval(secs => ${LEASE_SECONDS}), $3, now() + make_interval(secs => $4::float8 / 1000))
   on conflict (upstream) do update set process = excluded.process, until = excluded.until, state = excluded.state,
     probe_at = excluded.probe_at,
     cancelled = case when l.process = excluded.process and l.until >= now() then l.cancelled else '{}' end,
     changed_at = case when l.state = excluded.state or (l.state = any($5) and excluded.state = any($5)) then l.changed_at
       else now() end
   where l.process = excluded.process or l.until < now()
   returning process`,
)

/**
 * Takes or renews the lease of an upstream's link and publishes its state, and the milliseconds until the next probe of
 * a degraded one; false while another process has it.
 */
export async function takeLink(
  tx: Tx,
  upstream: string,
  process: string,
  state: LinkState,
  probeMillis: number | null,
): Promise<boolean> {
  return (await tx.run(TAKE, [upstream, process, state, probeMillis, TRIPPED])).length > 0
}

const STATE = statement('link_owner.state', `select state from link_owner where upstream = $1`)

/** The state that the owner of a link published last. */
export async function publishedState(tx: Tx, upstream: string): Promise<LinkState> {
  const [row] = await tx.run<{ state: LinkState }>(STATE, [upstream])
  return row?.state ?? 'up'
}

const LEAVE = statement('link_owner.leave', `update link_owner set until = now() where upstream = $1 and process = $2`)

/** Ends the lease, so that another process need not wait for it. */
export async function leaveLink(tx: Tx, upstream: string, process: string): Promise<void> {
  await tx.run(LEAVE, [upstream, process])
}
