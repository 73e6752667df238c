import type { AccountId } from '@hongyan/contract/ids'
import { sending } from '@hongyan/contract/limits/messaging'
import type { Pool } from 'pg'
import { alone } from '../db/tx.ts'
import type { Loop } from '../jobs/loop.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import type { Waiting } from '../pipeline/message.ts'
import type { RoutingTable } from '../pipeline/route.ts'
import type { Receipt, Upstream } from '../providers/upstreams/upstream.ts'
import { type Admit, createAdmit } from './admit.ts'
import { createDispatch, type Dispatch } from './dispatch.ts'
import { backlogs } from './outbox.ts'
import { createSettle } from './settle.ts'
import { createUpkeep } from './upkeep.ts'

const BACKLOG_EVERY = 5_000

export interface GatewayDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
  readonly upstreams: readonly Upstream[]
  /** Null while there is no upstream. */
  readonly table: RoutingTable | null
  /** Counts a receipt that belongs to no message. */
  readonly orphaned: () => void
}

export interface Gateway {
  readonly admit: Admit
  /** Its periodic work, for the registry of loops; dispatch and settle run by themselves from the start. */
  readonly loops: readonly Loop[]
  readonly start: () => void
  /** Lets what is at work come to its end. */
  readonly stop: () => Promise<void>
}

/** The shell around the pipeline: admit, dispatch and settle, and what keeps them in order. */
export function createGateway({ pool, clock, log, upstreams, table, orphaned }: GatewayDeps): Gateway {
  const settle = createSettle({
    pool,
    clock,
    orphaned,
    failed: (error) => log.warn({ err: error }, 'a settle batch failed and will be tried again'),
  })
  const dispatches = upstreams.map((upstream) => createDispatch({ pool, clock, log, settle, upstream }))
  const full = new Set<AccountId>()
  const admit = createAdmit({
    pool,
    clock,
    table,
    isFull: (account) => full.has(account),
    down: () => new Set(dispatches.filter((dispatch) => dispatch.isDown()).map(({ upstream }) => upstream)),
    offer: (waiting) => offerTo(dispatches, waiting),
  })
  const upkeep = createUpkeep({ pool, clock, log, settle })
  const stops: (() => Promise<void>)[] = []

  const lookForBacklogs = async (): Promise<void> => {
    const rows = await backlogs(alone(pool), sending.fullQueueSeconds)
    full.clear()
    for (const { account } of rows) full.add(account)
  }

  return {
    admit,
    loops: [upkeep.loop, { name: 'full-queues', every: BACKLOG_EVERY, run: lookForBacklogs }],
    start() {
      for (const dispatch of dispatches) dispatch.start()
      for (const upstream of upstreams) stops.push(upstream.listen(receiptsInto(settle, upstream.code, clock)))
    },
    async stop() {
      await admit.drain()
      const ends = stops.map((stop) => stop())
      await Promise.all(dispatches.map((dispatch) => dispatch.stop()))
      // Receipts that still wait for their message are handed in again after the next start.
      await settle.drain()
      await Promise.all(ends)
    },
  }
}

function offerTo(dispatches: readonly Dispatch[], waiting: readonly (Waiting & { readonly upstream: string })[]): void {
  for (const dispatch of dispatches) {
    const mine = waiting.filter(({ upstream }) => upstream === dispatch.upstream)
    if (mine.length > 0) dispatch.offer(mine)
  }
}

const receiptsInto =
  (settle: ReturnType<typeof createSettle>, upstream: string, clock: Clock) => (receipts: readonly Receipt[]) =>
    settle.add(receipts.map((receipt) => ({ ...receipt, kind: 'receipt', upstream, since: clock.now().getTime() })))
