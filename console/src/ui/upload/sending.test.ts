import { expect, test } from 'vitest'
import { errorText } from '@hongyan/contract/errors'
import english from './messages.en.json'
import chinese from './messages.zh-CN.json'
import { inTurn } from './sending.ts'

const { signal } = new AbortController()

test('at most three files are sent at once, in their order, and a failed one makes room for the next', async () => {
  const started: number[] = []
  const ends: ((error?: Error) => void)[] = []
  const all = [0, 1, 2, 3, 4].map((name) =>
    inTurn(
      signal,
      () =>
        new Promise<void>((resolve, reject) => {
          started.push(name)
          ends.push((error) => (error === undefined ? resolve() : reject(error)))
        }),
    ),
  )
  await Promise.resolve()
  expect(started).toEqual([0, 1, 2])
  ends[1]?.(new Error('refused'))
  await expect(all[1]).rejects.toThrow('refused')
  ends[0]?.()
  await all[0]
  expect(started).toEqual([0, 1, 2, 3, 4])
  for (const end of ends) end()
  await Promise.allSettled(all)
})

test('a file that is cancelled while it waits is never sent', async () => {
  const ends: (() => void)[] = []
  const busy = [1, 2, 3].map(() => inTurn(signal, () => new Promise<void>((resolve) => void ends.push(resolve))))
  const cancelled = new AbortController()
  let sent = false
  const late = inTurn(cancelled.signal, async () => void (sent = true))
  cancelled.abort()
  for (const end of ends) end()
  await expect(late).rejects.toThrow('abort')
  await Promise.all(busy)
  expect(sent).toBe(false)
})

test('a refused file has the same words in the form as from the server', () => {
  expect([english['upload.tooLarge'], chinese['upload.tooLarge']]).toEqual([
    errorText('upload_too_large', 'en'),
    errorText('upload_too_large', 'zh-CN'),
  ])
  expect([english['upload.empty'], chinese['upload.empty']]).toEqual([
    errorText('upload_empty', 'en'),
    errorText('upload_empty', 'zh-CN'),
  ])
})
