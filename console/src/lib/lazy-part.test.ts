import { expect, test } from 'vitest'
import { lazyPart } from './lazy-part.ts'

const View = () => null

test('a part that has loaded is not loaded again', async () => {
  let loads = 0
  const { load } = lazyPart(async () => {
    loads += 1
    return { default: View }
  })
  await load()
  await load()
  expect(loads).toBe(1)
})

test('a part that failed to load is loaded anew by the next attempt', async () => {
  let loads = 0
  const { load } = lazyPart(async () => {
    loads += 1
    if (loads === 1) throw new TypeError('offline')
    return { default: View }
  })
  await expect(load()).rejects.toThrow('offline')
  await load()
  expect(loads).toBe(2)
})
