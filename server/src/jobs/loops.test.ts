import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { Registry } from 'prom-client'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { newPooledDatabase } from '../../test/cluster.ts'
import { systemClock } from '../kit/clock.ts'
import type { Role } from '../kit/role.ts'
import { alone } from '../db/tx.ts'
import { newLogger } from '../kit/logger.ts'
import type { Loop } from './loop.ts'
import { readRuns } from './loop-runs.ts'
import { createLoops } from './loops.ts'

const log = newLogger('silent')
let pool: Pool
beforeAll(async () => {
  const database = await newPooledDatabase(5)
  pool = database.pool
  return database.close
})

const newLoops = (...loops: Loop[]) => newLoopsOf('all', ...loops)

function newLoopsOf(role: Role, ...loops: Loop[]) {
  const metrics = new Registry()
  const made = createLoops({ loops, role, pool, clock: systemClock, log, metrics })
  onTestFinished(made.stop)
  return { ...made, metrics: () => metrics.metrics() }
}

const readStates = () => readRuns(alone(pool))

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(1)
}

test('a run that fails is followed by the next, and no two runs of a loop overlap', async () => {
  let [begun, running, mostAtOnce] = [0, 0, 0]
  const loops = newLoops({
    name: 'failing',
    every: 5,
    async run() {
      begun += 1
      running += 1
      mostAtOnce = Math.max(mostAtOnce, running)
      await sleep(15)
      running -= 1
      throw new Error('this run fails')
    },
  })
  loops.start()
  await Promise.all([until(() => begun >= 2), loops.run('failing'), loops.run('failing')])
  await loops.stop()
  expect(mostAtOnce).toBe(1)
})

test('stopping waits for the current run, and starts no other', async () => {
  let [begun, ended] = [0, 0]
  const loops = newLoops({
    name: 'slow',
    every: 5,
    async run() {
      begun += 1
      await sleep(20)
      ended += 1
    },
  })
  loops.start()
  await until(() => begun > 0)
  await loops.stop()
  expect([begun, ended]).toEqual([1, 1])
  await sleep(30)
  expect(begun).toBe(1)
})

test('a first run may come before the interval, and a long one that watches the signal ends at once', async () => {
  let begun = 0
  const loops = newLoops({
    name: 'long',
    every: 60_000,
    firstAfter: 1,
    async run(stopping) {
      begun += 1
      await sleep(60_000, undefined, { signal: stopping })
    },
  })
  loops.start()
  await until(() => begun > 0)
  await loops.stop()
  expect(begun).toBe(1)
  expect(await loops.metrics()).toContain('hongyan_loop_runs_total{loop="long",outcome="failed"} 0')
})

test('a loop with due rows runs only while one is due, and its looks count as runs', async () => {
  await pool.query('create table if not exists errand (due_at timestamptz)')
  let begun = 0
  const loops = newLoops({
    name: 'errands',
    every: 1,
    isDue: 'exists (select from errand where due_at <= $1)',
    run: async () => {
      begun += 1
      await pool.query('delete from errand where due_at <= now()')
    },
    backlog: () => Promise.reject(new Error('nothing is due, so nothing is counted')),
  })
  loops.start()
  await until(async () => /loop_runs_total\{loop="errands",outcome="succeeded"\} [2-9]/.test(await loops.metrics()))
  await loops.report()
  expect(begun).toBe(0)
  expect(await readStates()).toMatchObject([{ name: 'errands', backlog: 0, failuresInARow: 0 }])
  await pool.query(`insert into errand values (now()), (now() + interval '1 hour')`)
  await until(() => begun === 1)
})

test('loops run where a look fails, so that each finds out why', async () => {
  let begun = 0
  const loops = newLoops({
    name: 'lost',
    every: 1,
    isDue: 'exists (select from no_such_table where due_at <= $1)',
    run: async () => void (begun += 1),
  })
  loops.start()
  await until(() => begun >= 2)
})

test('a loop that keeps work in memory runs once more at the stop', async () => {
  let written = 0
  const loops = newLoops({ name: 'memory', every: 60_000, runsAtStop: true, run: async () => void (written += 1) })
  loops.start()
  await loops.stop()
  expect(written).toBe(1)
})

test('a process that only serves calls runs the loops of each process, and no loop that works for all', async () => {
  const begun: string[] = []
  const loopOf = (name: string): Loop => ({
    name,
    every: 60_000,
    firstAfter: 0,
    run: async () => void begun.push(name),
  })
  const loops = newLoopsOf('api', loopOf('work'), { ...loopOf('own'), inEveryProcess: true })
  loops.start()
  await until(() => begun.length > 0)
  await loops.report()
  expect(begun).toEqual(['own'])
  expect(await readStates()).toMatchObject([{ name: 'own', role: 'api' }])
})

test('two loops of one name are refused', () => {
  const loop = { name: 'twice', every: 1_000, run: async () => undefined }
  expect(() =>
    createLoops({ loops: [loop, loop], role: 'all', pool, clock: systemClock, log, metrics: new Registry() }),
  ).toThrow('the same name')
})

test('the last success, the last error, the runs and the backlog of each started loop are in the metrics and in the table', async () => {
  let fails = false
  const every = 60_000
  const loops = newLoops(
    {
      name: 'busy',
      every,
      backlog: async () => 7,
      run: async () => (fails ? Promise.reject(new Error('no network')) : undefined),
    },
    { name: 'idle', every, backlog: () => Promise.reject(new Error('cannot count')), run: async () => undefined },
    { name: 'not-started', every, run: async () => undefined },
  )
  loops.start(['busy', 'idle'])
  await loops.run('busy')
  fails = true
  await loops.run('busy')
  await loops.run('busy')
  await loops.report()

  const figures = await loops.metrics()
  expect(figures).toContain('hongyan_loop_runs_total{loop="busy",outcome="succeeded"} 1')
  expect(figures).toContain('hongyan_loop_runs_total{loop="busy",outcome="failed"} 2')
  expect(figures).toContain('hongyan_loop_runs_total{loop="idle",outcome="succeeded"} 0')
  expect(figures).toContain('hongyan_loop_backlog{loop="busy"} 7')
  expect(figures).not.toContain('hongyan_loop_backlog{loop="idle"}')
  expect(figures).not.toContain('not-started')
  const last = /hongyan_loop_last_run_seconds\{loop="busy"\} ([\d.]+)/.exec(figures)?.[1]
  expect(Math.abs(Number(last) - Date.now() / 1_000)).toBeLessThan(60)

  const [busy, idle, ...others] = await readStates()
  expect(others).toEqual([])
  expect(busy).toMatchObject({ name: 'busy', error: 'no network', failuresInARow: 2, backlog: 7, overdue: false })
  expect(busy?.errorAt?.getTime()).toBeGreaterThanOrEqual(busy?.succeededAt?.getTime() ?? Infinity)
  expect(idle).toMatchObject({ name: 'idle', startedAt: null, succeededAt: null, error: null, backlog: null })
  await loops.stop()
  expect(await readStates()).toEqual([])
})

test('a loop is overdue a minute after its first run was due, and no more once a run succeeds', async () => {
  let [begun, finishRun] = [0, () => undefined as void]
  const loops = newLoops({
    name: 'blocked',
    every: 1,
    firstAfter: 1,
    async run() {
      begun += 1
      await new Promise<void>((resolve) => (finishRun = resolve))
    },
  })
  loops.start()
  await until(() => begun === 1)
  const overdueIn = async (millis: number) => {
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now + millis)
    await loops.report().finally(() => clock.mockRestore())
    return (await readStates())[0]?.overdue
  }
  expect(await overdueIn(30_000)).toBe(false)
  expect(await overdueIn(61_000)).toBe(true)
  finishRun()
  await until(() => begun === 2)
  expect(await overdueIn(30_000)).toBe(false)
  finishRun()
  await loops.stop()
})

test('the rows of a process that stopped reporting are deleted by the next report of another', async () => {
  const insert = `insert into loop_run (process, name, failures_in_a_row, overdue, reported_at)
    values ('elsewhere:1', 'busy', 0, false, now() - $1::interval)`
  const loops = newLoops({ name: 'busy', every: 60_000, run: async () => undefined })
  loops.start()
  await pool.query(insert, ['40 seconds'])
  await loops.report()
  expect((await readStates()).map(({ process, silent }) => [process === 'elsewhere:1', silent])).toContainEqual([
    true,
    true,
  ])
  await pool.query(`update loop_run set reported_at = now() - interval '61 seconds' where process = 'elsewhere:1'`)
  await loops.report()
  expect((await readStates()).map(({ silent }) => silent)).toEqual([false])
})
