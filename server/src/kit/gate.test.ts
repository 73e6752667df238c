import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

/** Work that ends when the test says so. */
function work() {
  let resolve: (end: string) => void = String
  const promise = new Promise<string>((end) => (resolve = end))
  let started = false
  return {
    run: () => {
      started = true
      return promise
    },
    end: () => resolve('done'),
    hasStarted: () => started,
  }
}
const soon = () => new Promise((resolve) => setImmediate(resolve))

test('a gate runs as much work at once as it may, and more when some ends', async () => {
  const gate = createGate({ atOnce: 2, waiting: 10, patience: 60_000 })
  const works = [work(), work(), work()]
  const runs = works.map(({ run }) => gate('in turn', run))
  await soon()
  expect(works.map(({ hasStarted }) => hasStarted())).toEqual([true, true, false])
  works[0]?.end()
  await runs[0]
  await soon()
  expect(works[2]?.hasStarted()).toBe(true)
  for (const { end } of works) end()
  expect(await Promise.all(runs)).toEqual(['done', 'done', 'done'])
})

test('a gate lets work that goes first pass all work that waits in turn', async () => {
  const gate = createGate({ atOnce: 1, waiting: 10, patience: 60_000 })
  const [running, later, urgent] = [work(), work(), work()]
  const runs = [gate('in turn', running.run), gate('in turn', later.run), gate('first', urgent.run)]
  running.end()
  await runs[0]
  await soon()
  expect([urgent.hasStarted(), later.hasStarted()]).toEqual([true, false])
  urgent.end()
  later.end()
  await Promise.all(runs)
})

test('a gate refuses work as busy when too much waits, except work that goes first', async () => {
  const gate = createGate({ atOnce: 1, waiting: 1, patience: 60_000 })
  const works = [work(), work(), work()]
  const [running, waiting] = works.map(({ run }) => gate('in turn', run).catch((error: unknown) => error))
  await expect(gate('in turn', async () => 'never')).rejects.toMatchObject({ code: 'busy', retryAfter: 1 })
  const urgent = gate('first', async () => 'urgent')
  for (const { end } of works) end()
  expect(await Promise.all([running, urgent, waiting])).toEqual(['done', 'urgent', 'done'])
})

test('a gate refuses work as busy that has waited as long as it may, and never starts it', async () => {
  const gate = createGate({ atOnce: 1, waiting: 10, patience: 5 })
  const [running, waiting] = [work(), work()]
  const run = gate('in turn', running.run)
  await expect(gate('in turn', waiting.run)).rejects.toMatchObject({ code: 'busy' })
  running.end()
  await run
  await soon()
  expect(waiting.hasStarted()).toBe(false)
  expect(await gate('in turn', async () => 'next')).toBe('next')
})

test('a gate passes an error of its work on and lets the next work in', async () => {
  const gate = createGate({ atOnce: 1, waiting: 10, patience: 60_000 })
  const failed = gate('in turn', () => Promise.reject(new Error('broken')))
  const next = gate('in turn', async () => 'next')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('next')
})

test('a full gate refuses work in turn at once, and never work that goes first', async () => {
  const gate = createGate({ atOnce: 1, waiting: 1, patience: 60_000 })
  const [running, waiting, urgent, refused] = [work(), work(), work(), work()]
  const runs = [gate('in turn', running.run), gate('in turn', waiting.run)]
  await expect(gate('in turn', refused.run)).rejects.toMatchObject({ code: 'busy' })
  runs.push(gate('first', urgent.run))
  for (const { end } of [running, waiting, urgent]) end()
  expect(await Promise.all(runs)).toEqual(['done', 'done', 'done'])
  expect(refused.hasStarted()).toBe(false)
})
