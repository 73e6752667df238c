import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

test('a password matches its own hash alone', async () => {
  const hash = await hashPassword('鸿雁 wild goose')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(hash, '鸿雁 wild goose')).toBe(true)
  expect(await verifyPassword(hash, '鸿雁 wild geese')).toBe(false)
})

test('no password matches an account that does not exist', async () => {
  expect(await verifyPassword(null, '')).toBe(false)
  expect(await verifyPassword(null, 'anything')).toBe(false)
})
