import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBackground } from './background.ts'
import { newLogger } from './logger.ts'

test('work starts after the current call, and a drain waits for it', async () => {
  const background = createBackground(newLogger('silent'))
  const done: string[] = []
  background.after('counting', async () => {
    await sleep(10)
    done.push('work')
  })
  await Promise.resolve()
  done.push('answer')
  await background.drain()
  expect(done).toEqual(['answer', 'work'])
})

test('a failure is logged and stops no other work', async () => {
  const lines: string[] = []
  const background = createBackground(newLogger('info', { write: (line) => void lines.push(line) }))
  background.after('counting', () => Promise.reject(new Error('no fingers')))
  await background.drain()
  expect(lines.join('')).toContain('counting failed')
})
