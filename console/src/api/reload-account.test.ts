import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { accountQuery } from './account.ts'
import { forcedReloadIn, reloadAccount, reloadIfDue } from './reload-account.ts'

test('a forced reload waits until more than five seconds have passed since the last sync', () => {
  expect(forcedReloadIn(5_001)).toBe(0)
  expect(forcedReloadIn(5_000)).toBe(1)
  expect(forcedReloadIn(2_000)).toBe(3_001)
})

test('reloads requested too soon become one reload when the time has come', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const client = new QueryClient()
  let calls = 0
  const load = () => client.fetchQuery({ queryKey: accountQuery.queryKey, queryFn: () => (calls += 1) })
  await load()

  await vi.advanceTimersByTimeAsync(2_000)
  const reloads = Promise.all([reloadAccount(client), reloadAccount(client)])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(calls).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  await reloads
  expect(calls).toBe(2)
})

test('every reload requested after that time runs at once', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const client = new QueryClient()
  let calls = 0
  await client.fetchQuery({ queryKey: accountQuery.queryKey, queryFn: () => (calls += 1) })
  for (const times of [2, 3]) {
    await vi.advanceTimersByTimeAsync(5_001)
    await reloadAccount(client)
    expect(calls).toBe(times)
  }
})

test('a page that was reached more than five seconds after the last sync reloads the account once', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const client = new QueryClient()
  void reloadIfDue(client)
  let calls = 0
  await client.fetchQuery({ queryKey: accountQuery.queryKey, queryFn: () => (calls += 1) })
  await vi.advanceTimersByTimeAsync(5_000)
  void reloadIfDue(client)
  expect(calls).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  void reloadIfDue(client)
  void reloadIfDue(client)
  await vi.advanceTimersByTimeAsync(0)
  expect(calls).toBe(2)
})
