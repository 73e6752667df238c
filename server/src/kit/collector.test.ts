import { HOUR } from '@hongyan/contract/durations'
import { expect, test } from 'vitest'
import { createCollector } from './collector.ts'

interface Item {
  readonly name: string
}
const items = (...names: string[]): Item[] => names.map((name) => ({ name }))

/** Fails every batch that holds an item called "poison". */
const collectorOf = (batches: string[][]) =>
  createCollector<Item, string>({
    gather: 0,
    choose: (line) => line.splice(0, 3),
    isOneItems: (error) => error instanceof RangeError,
    work: async (batch) => {
      batches.push(batch.map(({ name }) => name))
      if (batch.some(({ name }) => name === 'poison')) throw new RangeError('poison')
      if (batch.some(({ name }) => name === 'outage')) throw new Error('outage')
      return new Map(batch.map((item) => [item, item.name.toUpperCase()]))
    },
  })

test('what comes in together is worked on together, so many at once', async () => {
  const batches: string[][] = []
  const collector = collectorOf(batches)
  expect(await Promise.all(items('a', 'b', 'c', 'd').map((item) => collector.add(item)))).toEqual(['A', 'B', 'C', 'D'])
  expect(batches).toEqual([['a', 'b', 'c'], ['d']])
})

test('one item’s fault fails nobody else’s work', async () => {
  const collector = collectorOf([])
  const told = await Promise.allSettled(items('a', 'poison', 'b').map((item) => collector.add(item)))
  expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('an outage fails the batch as a whole, once', async () => {
  const batches: string[][] = []
  const collector = collectorOf(batches)
  const told = await Promise.allSettled(items('a', 'outage').map((item) => collector.add(item)))
  expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(batches).toHaveLength(1)
})

test('an error of every item rejects those in line without a batch of their own', async () => {
  const batches: string[][] = []
  let fail = (): void => undefined
  const failing = new Promise<void>((resolve) => (fail = resolve))
  const collector = createCollector<Item, string>({
    gather: 0,
    choose: (line) => line.splice(0),
    isOneItems: () => false,
    isEveryItems: (error) => error instanceof RangeError,
    work: async (batch) => {
      batches.push(batch.map(({ name }) => name))
      await failing
      throw new RangeError('locked')
    },
  })
  const first = collector.add({ name: 'first' })
  while (batches.length === 0) await new Promise((resolve) => setImmediate(resolve))
  const later = items('second', 'third').map((item) => collector.add(item))
  fail()
  const ends = await Promise.allSettled([first, ...later])
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(batches).toEqual([['first']])
})

test('after a drain nothing more is taken', async () => {
  const collector = collectorOf([])
  const last = collector.add({ name: 'a' })
  await collector.drain()
  expect(await last).toBe('A')
  await expect(collector.add({ name: 'b' })).rejects.toThrow('closed')
})

test('items that wait are joined by those of callers that were just answered', async () => {
  const batches: string[][] = []
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const collector = createCollector<Item, string>({
    gather: 0,
    regather: { millis: 10_000, isFull: () => false },
    choose: (line) => line.splice(0),
    isOneItems: () => false,
    work: async (batch) => {
      batches.push(batch.map(({ name }) => name))
      if (batches.length === 1) await held
      return new Map(batch.map((item) => [item, item.name]))
    },
  })
  const first = items('a', 'b').map((item) =>
    collector.add(item).then(() => collector.add({ name: `${item.name} again` })),
  )
  await expect.poll(() => batches.length).toBe(1)
  const second = items('c', 'd').map((item) => collector.add(item))
  release()
  await Promise.all([...first, ...second])

  expect(batches).toEqual([
    ['a', 'b'],
    ['c', 'd', 'a again', 'b again'],
  ])
})

test('items that wait go on when callers that were just answered do not return', async () => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  let batches = 0
  const collector = createCollector<Item, string>({
    gather: 0,
    regather: { millis: HOUR, isFull: () => false },
    choose: (line) => line.splice(0),
    isOneItems: () => false,
    work: async (batch) => {
      batches += 1
      if (batches === 1) await held
      return new Map(batch.map((item) => [item, item.name]))
    },
  })
  const first = items('a', 'b').map((item) => collector.add(item))
  await expect.poll(() => batches).toBe(1)
  const second = items('c').map((item) => collector.add(item))
  release()
  expect(await Promise.all([...first, ...second])).toEqual(['a', 'b', 'c'])
})
