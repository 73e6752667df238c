import type { AccountId } from '@hongyan/contract/ids'
import type { Pool } from 'pg'
import type { Loop } from '../jobs/loop.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import type { LimitHit } from '../pipeline/message.ts'
import { type RoutingTable, route } from '../pipeline/routing-table.ts'
import type { Receipt, Upstream } from '../providers/upstreams/upstream.ts'
import type { LinkReservations } from './admission.ts'
import { type Admit, createAdmit } from './admit.ts'
import { cancelWaiting } from './cancel.ts'
import { createLink, type Link, type ReservedMessage } from './link.ts'
import { type Keyed, laneOf, type NewOutboxRow } from './outbox.ts'
import { createSettle, type Settle } from './settle.ts'
import { createUpkeep } from './upkeep.ts'

export interface GatewayDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
  readonly upstreams: readonly Upstream[]
  /** Null while there is no upstream. */
  readonly table: RoutingTable | null
  /** Counts a receipt that belongs to no message. */
  readonly orphaned: () => void
  /** Counts the limits that stopped messages of an account. */
  readonly stopped: (account: AccountId, hits: readonly LimitHit[]) => void
}

export interface Gateway {
  readonly admit: Admit
  /** Cancels a message that waits; false where it was handed over, or is about to be. */
  readonly cancel: (message: Keyed) => Promise<boolean>
  /** The hourly upkeep, for the registry of loops. Links run their own loops from `start` on; settle needs none. */
  readonly loops: readonly Loop[]
  /** When facts were last written by this process; null before the first. */
  readonly lastWrite: () => Date | null
  readonly start: () => void
  /** Stops the links and the listeners, and waits until all accepted requests, submissions and facts are written. */
  readonly stop: () => Promise<void>
}

/**
 * Creates the parts that carry messages: `admit` accepts requests, one link for each upstream submits messages,
 * `settle` writes their results and receipts, and the upkeep closes messages without receipts.
 */
export function createGateway({ pool, clock, log, upstreams, table, orphaned, stopped }: GatewayDeps): Gateway {
  const settle = createSettle({
    pool,
    clock,
    orphaned,
    failed: (error, setAside) =>
      setAside
        ? log.error({ err: error }, 'a fact cannot be written and was set aside')
        : log.warn({ err: error }, 'facts could not be written and will be tried again'),
  })
  /** The codes of the upstreams that routing avoids now. */
  const down = (): ReadonlySet<string> =>
    new Set(links.filter((link) => link.state() === 'down').map(({ upstream }) => upstream))
  const links: readonly Link[] = upstreams.map((upstream) =>
    createLink({
      pool,
      clock,
      log,
      settle,
      upstream,
      orphaned,
      route: (message) => (table === null ? upstream.code : route(table, down(), message).upstream),
      moved: () => {
        for (const link of links) link.stir()
      },
    }),
  )
  const admit = createAdmit({ pool, clock, table, down, stopped, links: reservationsAt(links) })
  const upkeep = createUpkeep({ pool, clock, log, settle })
  const stops: (() => Promise<void>)[] = []

  return {
    admit,
    cancel: (message) => cancelWaiting(pool, message, clock.now()),
    loops: [upkeep.loop],
    lastWrite: settle.lastWrite,
    start() {
      for (const link of links) link.start()
      for (const [index, upstream] of upstreams.entries()) {
        const receive = receiptsInto(settle, upstream.code)
        // `settle` parks a receipt whose hand-over is not written yet. The link then reads parked receipts more often.
        stops.push(upstream.listen((receipts) => receive(receipts).finally(() => links[index]?.stir())))
      }
    },
    async stop() {
      await admit.drain()
      // No receipts come from here on. A listener ends after `settle` has written its receipts, so it is awaited last.
      const ends = stops.map((stop) => stop())
      await Promise.all(links.map((link) => link.stop()))
      await settle.drain()
      await Promise.all(ends)
    },
  }
}

/** Passes each call of admission to the link of the message's upstream. */
function reservationsAt(links: readonly Link[]): LinkReservations {
  const byUpstream = new Map(links.map((link) => [link.upstream, link]))
  return {
    reserve: (message) =>
      byUpstream.get(message.upstream)?.reserve({ lane: laneOf(message.scene), ...message }) ?? null,
    cancelReservations(rows) {
      for (const row of rows) if (isReserved(row)) byUpstream.get(row.upstream)?.cancelReservation(row)
    },
    abandon(rows) {
      for (const row of rows) if (isReserved(row)) byUpstream.get(row.upstream)?.abandon(row)
    },
    offer(rows) {
      for (const row of rows) {
        const link = byUpstream.get(row.upstream)
        if (isReserved(row)) link?.take(row)
        else link?.waits({ lane: laneOf(row.scene), ...row })
      }
    },
  }
}

/** A row without a mark has no reservation: it waits in the table. */
const isReserved = (row: NewOutboxRow): row is ReservedMessage => row.mark !== null

/** Returns the function that a listener calls with its receipts. It resolves when they are written or parked. */
const receiptsInto =
  (settle: Settle, upstream: string) =>
  (receipts: readonly Receipt[]): Promise<void> =>
    settle.add(receipts.map((receipt) => ({ kind: 'receipt', upstream, ...receipt })))
