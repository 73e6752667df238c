import type { AccountId } from '@hongyan/contract/ids'
import type { Pool } from 'pg'
import { alone } from '../db/tx.ts'
import type { Loop } from '../jobs/loop.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import type { LimitHit } from '../pipeline/message.ts'
import type { Receipt, Upstream } from '../providers/upstreams/upstream.ts'
import type { LinkReservations } from './admission.ts'
import { type Admit, createAdmit } from './admit.ts'
import { createFindWithdrawn } from './withdrawn.ts'
import { cancelWaiting } from './cancel.ts'
import { type ChannelDeps, createChannels } from './channels.ts'
import { createChannelFigures, type FiguresOf } from './channel-figures.ts'
import { createLastUpstreams, type LastUpstreamReader } from './last-upstreams.ts'
import { createLink, type Link, type LinkChannel, type ReservedMessage } from './link.ts'
import { type AccountRates, chargeOf } from './credits.ts'
import { type Keyed, type NewOutboxRow, waitingUpstreams } from './outbox.ts'
import { createReroute } from './reroute.ts'
import { createRoutes, type Routes } from './routes.ts'
import type { RulesCache } from './rules.ts'
import { createSettle, type Settle } from './settle.ts'
import { createUpkeep } from './upkeep.ts'

export interface GatewayDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
  /** The product's own upstreams. */
  readonly upstreams: readonly Upstream[]
  /** False in a process that only accepts messages: it submits none, and receives no receipts. */
  readonly drives: boolean
  /** The code of the one that carries every message without rules; null while there is none. */
  readonly standard: string | null
  /** The channels of customers (ruling 38). */
  readonly managed: Pick<ChannelDeps, 'providers' | 'openSecrets' | 'breakerPause'>
  readonly rules: Pick<RulesCache, 'ofAccount'>
  /** Counts a receipt that belongs to no message. */
  readonly orphaned: () => void
  /** Counts the limits that stopped messages of an account. */
  readonly stopped: (account: AccountId, hits: readonly LimitHit[]) => void
}

export interface Gateway {
  readonly admit: Admit
  /** Cancels a message that waits; false where it was handed over, or is about to be. */
  readonly cancel: (message: Keyed) => Promise<boolean>
  /** The channels that rules choose from, and their state. */
  readonly routes: Routes
  readonly last: LastUpstreamReader
  /** Reads the managed channels soon: some of them have changed. */
  readonly followChannels: () => void
  /** Settles receipts that came to the address of a channel; null where it is no channel's, or they are not genuine. */
  readonly receiveReceipts: (token: string, body: Buffer) => Promise<{ readonly body: string } | null>
  /** The loops for the registry. Links run their own loops from `start` on; settle needs none. */
  readonly loops: readonly Loop[]
  /** When facts were last written by this process; null before the first. */
  readonly lastWrite: () => Date | null
  readonly start: () => void
  /** Stops the links and the listeners, and waits until all accepted requests, submissions and facts are written. */
  readonly stop: () => Promise<void>
}

/** A code leaves within two seconds, whichever process accepted it. */
const WAITING_EVERY = 250

/** A link with the listener for its receipts. */
interface OpenLink {
  readonly link: Link
  readonly listen: () => () => Promise<void>
  stopListening: () => Promise<void>
}

/**
 * Creates the parts that carry messages: `admit` accepts requests, one link for each upstream submits messages,
 * `settle` writes their results and receipts, and the upkeep closes messages without receipts.
 */
export function createGateway(deps: GatewayDeps): Gateway {
  const { pool, clock, log, upstreams, drives, standard, rules, orphaned, stopped } = deps
  const settle = createSettle({
    pool,
    clock,
    orphaned,
    failed: (error, setAside) =>
      setAside
        ? log.error({ err: error }, 'a fact cannot be written and was set aside')
        : log.warn({ err: error }, 'facts could not be written and will be tried again'),
  })
  const links = new Map<string, OpenLink>()
  const rates: AccountRates = new Map()
  let isRunning = false

  // A channel that this process has no link of yet is as good as its owner says.
  const routes = createRoutes({ clock, health: (upstream) => links.get(upstream)?.link.state() ?? 'up' })
  const last = createLastUpstreams({ pool, clock })
  const reroute = createReroute({ pool, clock, rules, routes, last, standard: standard ?? '' })
  const findWithdrawn = createFindWithdrawn({ pool, clock, rules })
  const figures = createChannelFigures({ pool, clock })

  const run = (open: OpenLink): void => {
    open.link.start()
    if (drives) open.stopListening = open.listen()
  }

  const open = (upstream: Upstream, channel: LinkChannel | null, of: FiguresOf | null): void => {
    const moved = (): void => {
      for (const { link } of links.values()) link.stir()
    }
    const link = createLink({
      pool,
      clock,
      log,
      settle,
      upstream,
      drives,
      orphaned,
      reroute,
      findWithdrawn,
      rates,
      moved,
      channel,
    })
    const receive = receiptsInto(settle, upstream.code)
    const listen = (): (() => Promise<void>) =>
      // `settle` parks a receipt whose hand-over is not written yet. The link then reads parked receipts more often.
      upstream.listen((receipts) => {
        if (of !== null) figures.received(of, receipts.length)
        return receive(receipts).finally(() => link.stir())
      })
    const opened = { link, listen, stopListening: () => Promise.resolve() }
    links.set(upstream.code, opened)
    if (isRunning) run(opened)
  }

  const close = async (code: string): Promise<void> => {
    const found = links.get(code)
    links.delete(code)
    await Promise.all([found?.stopListening(), found?.link.stop()])
  }

  /** Receipts that came by HTTP are settled by the process that received them. */
  const receiptsAt = (code: string, receipts: readonly Receipt[]): Promise<void> =>
    receiptsInto(settle, code)(receipts).finally(() => links.get(code)?.link.stir())

  for (const upstream of upstreams) open(upstream, null, null)
  const own = new Set(upstreams.map(({ code }) => code))
  const channels = createChannels({
    pool,
    log,
    figures,
    links: { open, close, receive: receiptsAt, isStandard: (code) => own.has(code) },
    ...deps.managed,
  })
  const admit = createAdmit({ pool, clock, standard, stopped, links: reservationsAt(links) })
  const upkeep = createUpkeep({ pool, clock, log, settle })

  /** Stirs the links of managed channels that messages wait for, whichever process accepted them, by one statement. */
  const waiting: Loop = {
    name: 'waiting-channels',
    every: WAITING_EVERY,
    run: async () => {
      if (links.size === own.size) return
      for (const code of await waitingUpstreams(alone(pool))) links.get(code)?.link.stir()
    },
  }

  return {
    admit,
    cancel: (message) => cancelWaiting(pool, message, clock.now()),
    routes,
    last,
    followChannels: channels.follow,
    receiveReceipts: channels.receive,
    loops: [upkeep.loop, channels.loop, figures.loop, waiting],
    lastWrite: settle.lastWrite,
    start() {
      isRunning = true
      for (const each of links.values()) run(each)
    },
    async stop() {
      isRunning = false
      await admit.drain()
      // No receipts come from here on. A listener ends after `settle` has written its receipts, so it is awaited last.
      const ends = [...links.values()].map(({ stopListening }) => stopListening())
      await Promise.all([...links.values()].map(({ link }) => link.stop()))
      await settle.drain()
      await Promise.all(ends)
    },
  }
}

/** Passes each call of admission to the link of the message's upstream. */
function reservationsAt(links: ReadonlyMap<string, OpenLink>): LinkReservations {
  return {
    reserve: (message) => links.get(message.upstream)?.link.reserve(chargeOf(message)) ?? null,
    cancelReservations(rows) {
      for (const row of rows) if (isReserved(row)) links.get(row.upstream)?.link.cancelReservation(row)
    },
    abandon(rows) {
      for (const row of rows) if (isReserved(row)) links.get(row.upstream)?.link.abandon(row)
    },
    offer(rows) {
      for (const row of rows) {
        const link = links.get(row.upstream)?.link
        if (isReserved(row)) link?.take(row)
        else link?.waits(chargeOf(row))
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
    settle.addAll(receipts.map((receipt) => ({ kind: 'receipt', upstream, ...receipt })))
