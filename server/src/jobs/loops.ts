import type { Pool } from 'pg'
import type { Registry } from 'prom-client'
import { MINUTE, SECOND } from '@hongyan/contract/durations'
import { alone } from '../db/tx.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import { createBell } from '../kit/bell.ts'
import { doesWork, type Role } from '../kit/role.ts'
import type { Loop, LoopState } from './loop.ts'
import { exposeLoops } from './loop-metrics.ts'
import { forgetProcess, writeRuns } from './loop-runs.ts'
import { createLooks, type Looks } from './looks.ts'

export interface LoopsDeps {
  readonly loops: readonly Loop[]
  /** A process that only serves calls leaves out the loops that work for all. */
  readonly role: Role
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Registry
}

export interface Loops {
  /** Starts the loops in their order; only those of these names where names are given. */
  readonly start: (names?: readonly string[]) => void
  /** Starts no more runs, and waits for the running ones. */
  readonly stop: () => Promise<void>
  /** Runs a loop once, started or not. A failure is recorded and does not throw. */
  readonly run: (name: string) => Promise<void>
  /** Writes the state of every started loop, for other processes to read. Also runs every few seconds. */
  readonly report: () => Promise<void>
}

const AFTER_FAILURE = SECOND
const OVERDUE_INTERVALS = 3
const OVERDUE_AT_LEAST = MINUTE
const REPORT_EVERY = 5 * SECOND
/** Milliseconds between two looks for due rows. */
const LOOK_EVERY = 250

/** The one registry of all loops of a process. */
export function createLoops({ loops: ofAll, role, pool, clock, log, metrics }: LoopsDeps): Loops {
  const db = alone(pool)
  const loops = ofAll.filter(({ inEveryProcess = false }) => inEveryProcess || doesWork(role))
  const looks = createLooks(
    db,
    clock,
    loops.flatMap(({ name, isDue }) => (isDue === undefined ? [] : [{ name, isDue }])),
  )
  const workers = new Map(loops.map((loop) => [loop.name, createWorker(loop, log, looks)]))
  if (workers.size < loops.length) throw new Error('two loops have the same name')
  const all = [...workers.values()]
  const started = (): Worker[] => all.filter((worker) => worker.isStarted())

  const report = async (): Promise<void> => {
    for (const worker of started()) await worker.count()
    await writeRuns(
      db,
      role,
      started().map((worker) => worker.state()),
    )
  }
  const reporter = createWorker({ name: 'loop-report', every: REPORT_EVERY, firstAfter: 0, run: report }, log, looks)
  const looker = createWorker({ name: 'loop-looks', every: LOOK_EVERY, run: looks.run }, log, looks)
  exposeLoops(metrics, () => started().map((worker) => worker.state()))

  return {
    start(names) {
      for (const [name, worker] of workers) if (names?.includes(name) ?? true) worker.start()
      reporter.start()
      looker.start()
    },
    async stop() {
      const reported = reporter.isStarted()
      await Promise.all([...all, reporter, looker].map((worker) => worker.stop()))
      if (reported) await forgetProcess(db).catch((err: unknown) => log.warn({ err }, 'the loops’ state stays behind'))
    },
    async run(name) {
      const worker = workers.get(name)
      if (worker === undefined) throw new Error(`there is no loop ${name}`)
      await worker.run()
    },
    report,
  }
}

interface Worker {
  readonly start: () => void
  readonly stop: () => Promise<void>
  readonly run: () => Promise<void>
  readonly count: () => Promise<void>
  readonly isStarted: () => boolean
  readonly state: () => LoopState
}

function createWorker(loop: Loop, log: Logger, looks: Looks): Worker {
  const { name, every, firstAfter = every } = loop
  const bell = createBell()
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> = Promise.resolve()
  /** The moment that the first run was or is planned for; null before the start. */
  let dueFirst: number | null = null
  /** The last look found no work. */
  let isIdle = false
  let state: Omit<LoopState, 'name' | 'overdue'> = {
    startedAt: null,
    succeededAt: null,
    error: null,
    succeeded: 0,
    failed: 0,
    failuresInARow: 0,
    backlog: null,
  }

  const noteSuccess = (): void => {
    state = { ...state, succeededAt: new Date(), succeeded: state.succeeded + 1, failuresInARow: 0 }
  }

  const runOnce = async (): Promise<void> => {
    state = { ...state, startedAt: new Date() }
    try {
      await loop.run(signal)
      noteSuccess()
    } catch (error) {
      if (signal.aborted) return
      const message = error instanceof Error ? error.message : String(error)
      const { failed, failuresInARow } = state
      const failure = { error: { message, at: new Date() }, failed: failed + 1, failuresInARow: failuresInARow + 1 }
      state = { ...state, ...failure }
      log.warn({ err: error, loop: name }, `the loop ${name} failed and will run again`)
    }
  }

  /** Queues a run behind the one before. */
  const run = (): Promise<void> => (running = running.then(runOnce))

  /** Waits for work, where the loop says what its work is. A look that finds none counts as a run. */
  const untilDue = async (): Promise<void> => {
    if (loop.isDue === undefined) return
    for (;;) {
      isIdle = !(await looks.next(name))
      if (!isIdle || signal.aborted) return
      state = { ...state, startedAt: new Date() }
      noteSuccess()
    }
  }

  const plan = (wait: number): void => {
    const begins = bell.wait(wait).then(untilDue)
    void begins.then(async () => {
      if (signal.aborted) return
      await run()
      if (!signal.aborted) plan(state.failuresInARow > 0 ? Math.max(every, AFTER_FAILURE) : every)
    })
  }

  const isOverdue = (): boolean => {
    if (dueFirst === null) return false
    const since = Math.max(dueFirst, state.succeededAt?.getTime() ?? 0)
    return Date.now() - since > Math.max(OVERDUE_INTERVALS * every, OVERDUE_AT_LEAST)
  }

  return {
    run,
    isStarted: () => dueFirst !== null,
    state: () => ({ name, ...state, overdue: isOverdue() }),
    start() {
      dueFirst = Date.now() + firstAfter
      plan(firstAfter)
    },
    async stop() {
      stopping.abort()
      bell.ring()
      await running
      if (dueFirst !== null && loop.runsAtStop === true) await runOnce()
    },
    async count() {
      if (loop.backlog === undefined) return
      const backlog = isIdle ? 0 : await loop.backlog().catch(() => null)
      state = { ...state, backlog }
    },
  }
}
