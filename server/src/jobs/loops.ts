import type { Pool } from 'pg'
import type { Registry } from 'prom-client'
import { MINUTE, SECOND } from '@hongyan/contract/durations'
import { alone } from '../db/tx.ts'
import type { Logger } from '../kit/logger.ts'
import { createPace } from '../kit/pace.ts'
import { doesWork, type Role } from '../kit/role.ts'
import type { Loop, LoopState } from './loop.ts'
import { exposeLoops } from './loop-metrics.ts'
import { forgetProcess, writeRuns } from './loop-runs.ts'

export interface LoopsDeps {
  readonly loops: readonly Loop[]
  /** A process that only serves calls leaves out the loops that work for all. */
  readonly role: Role
  readonly pool: Pool
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

/** The one registry of all loops of a process. */
export function createLoops({ loops: ofAll, role, pool, log, metrics }: LoopsDeps): Loops {
  const db = alone(pool)
  const loops = ofAll.filter(({ inEveryProcess = false }) => inEveryProcess || doesWork(role))
  const workers = new Map(loops.map((loop) => [loop.name, createWorker(loop, log)]))
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
  const reporter = createWorker({ name: 'loop-report', every: REPORT_EVERY, firstAfter: 0, run: report }, log)
  exposeLoops(metrics, () => started().map((worker) => worker.state()))

  return {
    start(names) {
      for (const [name, worker] of workers) if (names?.includes(name) ?? true) worker.start()
      reporter.start()
    },
    async stop() {
      const reported = reporter.isStarted()
      await Promise.all([...all, reporter].map((worker) => worker.stop()))
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

function createWorker(loop: Loop, log: Logger): Worker {
  const { name, every, firstAfter = every, pace = createPace(0) } = loop
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> = Promise.resolve()
  /** The moment that the first run was or is planned for; null before the start. */
  let dueFirst: number | null = null
  let state: Omit<LoopState, 'name' | 'overdue'> = {
    startedAt: null,
    succeededAt: null,
    error: null,
    succeeded: 0,
    failed: 0,
    failuresInARow: 0,
    backlog: null,
  }

  const runOnce = async (): Promise<void> => {
    state = { ...state, startedAt: new Date() }
    try {
      await loop.run(signal)
      state = { ...state, succeededAt: new Date(), succeeded: state.succeeded + 1, failuresInARow: 0 }
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

  const plan = (wait: number): void => {
    void pace.pause(wait).then(async () => {
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
      pace.wake()
      await running
      if (dueFirst !== null && loop.runsAtStop === true) await runOnce()
    },
    async count() {
      if (loop.backlog === undefined) return
      const backlog = await loop.backlog().catch(() => null)
      state = { ...state, backlog }
    },
  }
}
