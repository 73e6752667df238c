import type { AccountId } from '@hongyan/contract/ids'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createShared } from './apart.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const account = '00000000-0000-0000-0000-000000000001' as AccountId
const LONGER_THAN_APART = 2_001

interface Item {
  readonly name: string
}

/** Batches in which the account's row is locked: the shared one fails, and those of the account last until they are freed. */
function lockedAccount() {
  const atWork = new Set<readonly Item[]>()
  let mostAtOnce = 0
  let free = (): void => undefined
  const freed = new Promise<void>((resolve) => (free = resolve))
  const shared = createShared<Item, true>({
    gather: 0,
    accountOf: () => account,
    isOneItems: () => false,
    choose: (line) => line.splice(0),
    async work(batch) {
      if (batch.some(({ name }) => name === 'first') && atWork.size === 0 && mostAtOnce === 0) {
        mostAtOnce = 1
        throw Object.assign(new Error('the row is locked'), { code: '55P03' })
      }
      atWork.add(batch)
      mostAtOnce = Math.max(mostAtOnce, atWork.size)
      await freed
      atWork.delete(batch)
      return new Map(batch.map((item) => [item, true]))
    },
  })
  return { shared, free, atWork, mostAtOnce: () => mostAtOnce }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Adds an item that is at work apart for longer than an account stays apart. */
async function longApart() {
  const locked = lockedAccount()
  const first = locked.shared.add({ name: 'first' })
  while (locked.atWork.size === 0) await turn()
  vi.advanceTimersByTime(LONGER_THAN_APART)
  return { first, ...locked }
}

test('an account whose own batch takes longer than it stays apart has no second batch beside it', async () => {
  const { shared, first, free, mostAtOnce } = await longApart()
  const second = shared.add({ name: 'second' })
  for (let nr = 0; nr < 10; nr += 1) await turn()
  free()
  expect(await Promise.all([first, second])).toEqual([true, true])
  expect(mostAtOnce()).toBe(1)
})

test('a drain waits for an account’s own batch that takes longer than it stays apart', async () => {
  const { shared, first, free, atWork } = await longApart()
  const second = shared.add({ name: 'second' })
  let drained = false
  const draining = shared.drain().then(() => (drained = true))
  for (let nr = 0; nr < 10; nr += 1) await turn()
  expect({ drained, atWork: atWork.size }).toEqual({ drained: false, atWork: 1 })
  free()
  await draining
  expect({ atWork: atWork.size, done: await Promise.all([first, second]) }).toEqual({ atWork: 0, done: [true, true] })
})
