import { beforeEach, expect, test, vi } from 'vitest'
import { delayResend, mayResend, resendAt } from './code-resend.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})

const signUp = { scene: 'verif_signup', recipient: 'mei@example.com' }

test('a code that was just sent delays the next one of its scene and recipient', () => {
  expect([mayResend(signUp), resendAt(signUp)]).toEqual([true, 0])
  delayResend(signUp, 60_000)
  expect(mayResend(signUp)).toBe(false)
  expect(resendAt(signUp)).toBeGreaterThan(Date.now() + 55_000)
})

test('a code of another scene or recipient is not delayed', () => {
  delayResend(signUp, 60_000)
  expect(mayResend({ ...signUp, scene: 'verif_signin' })).toBe(true)
  expect(mayResend({ ...signUp, recipient: 'lin@example.com' })).toBe(true)
})
