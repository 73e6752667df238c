import { expect, test } from 'vitest'
import { inShortTurns } from './short-turns.ts'

/** Keeps the processor for some milliseconds. */
function workFor(millis: number): void {
  const until = performance.now() + millis
  while (performance.now() < until);
}

test('work on many rows is done in their order, and other work has its turn every few rows where each takes long', async () => {
  const events: string[] = []
  const other = (): void => {
    events.push('other')
    if (events.length < 20) setImmediate(other)
  }
  setImmediate(other)
  const rows = ['a', 'b', 'c', 'd', 'e', 'f']
  await inShortTurns(rows, (row, index) => {
    workFor(6)
    events.push(`${row}${index}`)
  })
  expect(events.filter((event) => event !== 'other')).toEqual(['a0', 'b1', 'c2', 'd3', 'e4', 'f5'])
  expect(events.indexOf('other')).toBe(1)
  expect(events.slice(0, 6).filter((event) => event === 'other')).toHaveLength(3)
})

test('work on few rows that take no time is done before other work has its turn', async () => {
  const events: string[] = []
  setImmediate(() => events.push('other'))
  await inShortTurns([1, 2, 3], (row) => events.push(String(row)))
  expect(events).toEqual(['1', '2', '3'])
})
