import { expect, test } from 'vitest'
import { startEarly, takeEarly } from './early.ts'
import { queryClient } from './query-client.ts'

const { signal } = new AbortController()

test('a request that was sent early is sent once, and its reply is taken once', async () => {
  const key = ['GET /rows', 'once']
  let sent = 0
  const request = () => Promise.resolve((sent += 1))
  startEarly(key, request)
  startEarly(key, request)
  expect(await takeEarly(key, signal)).toBe(1)
  expect(takeEarly(key, signal)).toBeUndefined()
  expect(sent).toBe(1)
})

test('a query that has rows sends nothing early', () => {
  const key = ['GET /rows', 'known']
  queryClient.setQueryData(key, [1])
  startEarly(key, () => Promise.reject(new Error('sent')))
  expect(takeEarly(key, signal)).toBeUndefined()
})

test('a query that is cancelled cancels the request that was sent early', () => {
  const key = ['GET /rows', 'cancelled']
  const query = new AbortController()
  const seen: AbortSignal[] = []
  startEarly(key, async (early) => void seen.push(early))
  void takeEarly(key, query.signal)
  query.abort()
  expect(seen.map(({ aborted }) => aborted)).toEqual([true])
})

test('the failure of an early request reaches the query that takes it', async () => {
  const key = ['GET /rows', 'failed']
  startEarly(key, () => Promise.reject(new Error('offline')))
  await expect(takeEarly(key, signal)).rejects.toThrow('offline')
})
