import { expect, test } from 'vitest'
import { createFairTurns } from './fair-turns.ts'

/** Work that takes a millisecond of a clock of its own, or as long as it says. */
function worker() {
  let now = 0
  const order: string[] = []
  const turns = createFairTurns(() => now)
  const run = (owner: string, name = owner, millis = 1) =>
    turns.run(owner, () => {
      now += millis
      order.push(name)
      return name
    })
  return { order, run }
}

test('work runs at once while there is little to do', async () => {
  const { order, run } = worker()
  const done = run('a')
  expect(order).toEqual(['a'])
  expect(await done).toBe('a')
})

test('a second owner waits for one piece of the first owner’s work, however much of it there is', async () => {
  const { order, run } = worker()
  const many = Array.from({ length: 100 }, () => run('a'))
  await run('b')
  expect(order.indexOf('b')).toBeLessThanOrEqual(6)
  await Promise.all(many)
  expect(order.filter((owner) => owner === 'a')).toHaveLength(100)
})

test('owners get equal time, so one whose work is short waits for few pieces of long work', async () => {
  const { order, run } = worker()
  const long = Array.from({ length: 20 }, (_, nr) => Array.from({ length: 10 }, () => run(`long ${nr}`, 'long', 2)))
  const short = Array.from({ length: 40 }, () => run('short', 'short', 0.1))
  await Promise.all(short)
  // Forty pieces take as long as two of another owner, so they are done before the third round of the others.
  expect(order.filter((name) => name === 'long').length).toBeLessThanOrEqual(60)
  await Promise.all(long.flat())
})

test('the work of an owner keeps its order', async () => {
  const { order, run } = worker()
  await Promise.all(Array.from({ length: 20 }, (_, nr) => run('a', `a${nr}`)))
  expect(order).toEqual(Array.from({ length: 20 }, (_, nr) => `a${nr}`))
})

test('work that throws fails alone', async () => {
  const turns = createFairTurns()
  const bad = turns.run('a', () => {
    throw new Error('broken')
  })
  await expect(bad).rejects.toThrow('broken')
  expect(await turns.run('a', () => 1)).toBe(1)
})
