import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { isDataError } from '../../../db/connect.ts'
import { createCollector } from '../../../kit/collector.ts'
import type { Clock } from '../../../kit/clock.ts'
import { createPace } from '../../../kit/pace.ts'
import type { HandOver, Submitted, Upstream } from '../upstream.ts'
import { type Plan, planFor } from './outcomes.ts'
import { type Part, RECEIPTS_AT_ONCE, sandboxStore } from './store.ts'

export const SANDBOX = 'sandbox'
/**
 * The most submissions without a written result. With 500, most messages of bulk requests waited in the table for their
 * claim, which took a quarter of their processor time.
 */
const WINDOW = 2_000
/** The most submissions that are written at once. */
const ROWS_AT_ONCE = 500
/** A submission that is written later than this, because the process stood still, may have been excluded by a query. */
const WRITTEN_WITHIN = 10_000
const POLL_EVERY = 100
/** Milliseconds between two reads while no receipt of this process is to come; those of an ended process are found late. */
const IDLE_POLL_EVERY = 1_000
/** Receipts that are due later than this are found by the reads of an idle carrier. */
const SOON = 60_000
const FORGET_EVERY = 3_600_000

interface Taken {
  readonly message: HandOver
  readonly plan: Plan
  readonly remoteIds: readonly string[]
  readonly begun: number
}

/** What a carrier does with one submission, after so many milliseconds. Null: it cannot be reached. */
export interface Played {
  readonly plan: Plan | null
  readonly after: number
}

/** The carrier that the sandbox plays. */
export interface Carrier {
  readonly code: string
  /** The most submissions that may be unanswered at once. */
  readonly window: number
  /** Parts per second. 0 is unlimited. */
  readonly rate: number
  readonly play: (message: HandOver) => Played
  /** True while it answers queries and sends receipts. */
  readonly isReachable: () => boolean
}

/** The carrier of the product's own channel. */
export const standardCarrier: Carrier = {
  code: SANDBOX,
  window: WINDOW,
  rate: 0,
  play: ({ to, attempt }) => ({ plan: planFor(to, attempt, Math.random()), after: 0 }),
  isReachable: () => true,
}

export interface SandboxDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly carrier?: Carrier
  readonly wait?: (millis: number) => Promise<void>
}

/** Plays a carrier, the one of an installation without any unless another is given. */
export function createSandbox({ pool, clock, carrier = standardCarrier, wait = sleep }: SandboxDeps): Upstream {
  const { code, window, rate } = carrier
  const store = sandboxStore({ pool, clock, code })
  const polling = createPace(IDLE_POLL_EVERY)

  /** Submissions that arrive while the previous batch is written make the next one. */
  const submissions = createCollector<Taken, Submitted>({
    gather: 0,
    choose: (line) => line.splice(0, ROWS_AT_ONCE),
    isOneItems: isDataError,
    work: async (batch) => {
      const now = performance.now()
      const isLate = ({ begun }: Taken): boolean => now - begun > WRITTEN_WITHIN
      const parts = batch.filter((taken) => !isLate(taken)).flatMap(partsOf)
      if (parts.length > 0) await store.keep(parts)
      polling.stir(lastSoon(parts))
      return new Map(batch.map((taken) => [taken, isLate(taken) ? { kind: 'unreachable' } : resultOf(taken)]))
    },
  })

  const submit = async (message: HandOver): Promise<Submitted> => {
    const begun = performance.now()
    const { plan, after } = carrier.play(message)
    if (after > 0) await wait(after)
    if (plan === null) return { kind: 'unreachable' }
    const remoteIds = plan.kind === 'accepted' ? newRemoteIds(message.parts) : []
    return submissions.add({ message, plan, remoteIds, begun }).catch(() => ({ kind: 'unknown' }))
  }

  const find: Upstream['find'] = async (references) => {
    if (!carrier.isReachable()) throw new Error('the carrier cannot be reached')
    return store.find(references)
  }

  const listen: Upstream['listen'] = (settled) => {
    let stopped = false
    const loop = async (): Promise<void> => {
      while (!stopped) {
        const count = carrier.isReachable() ? await store.deliver(settled).catch(() => 0) : 0
        if (count < RECEIPTS_AT_ONCE && !stopped) await polling.pause(POLL_EVERY)
      }
    }
    const running = loop()
    return async () => {
      stopped = true
      polling.wake()
      await running
    }
  }

  const forget = { name: 'sandbox-inbox', every: FORGET_EVERY, run: store.forget }
  return { code, window, rate, submit, find, listen, loops: code === SANDBOX ? [forget] : [] }
}

/** Milliseconds until the last of the receipts that are due soon, and the reads that find it. */
function lastSoon(parts: readonly Part[]): number {
  const soon = parts.flatMap(({ receipts }) => receipts.map(({ after }) => after)).filter((after) => after <= SOON)
  return soon.length === 0 ? 0 : Math.max(...soon) + IDLE_POLL_EVERY
}

const newRemoteIds = (parts: number): string[] => Array.from({ length: parts }, () => randomBytes(8).toString('hex'))

const partsOf = ({ message, plan, remoteIds }: Taken): Part[] =>
  plan.kind === 'accepted'
    ? remoteIds.map((remoteId, at) => ({ remoteId, message, part: at + 1, receipts: plan.receipts }))
    : []

function resultOf({ plan, remoteIds }: Taken): Submitted {
  if (plan.kind === 'accepted') return { kind: 'accepted', remoteIds }
  const { code: upstreamCode, ...refusal } = plan
  return { ...refusal, upstreamCode }
}
