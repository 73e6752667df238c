import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { keyIdOf, keyRing, newKey, secretBox } from './secret-box.ts'

const [k1, k2] = [newKey('k1'), newKey('k2')]

test('a sealed secret opens again, and two seals of it differ', () => {
  const box = secretBox(k1)
  const sealed = box.seal('密码 p4ss', 'credential.secret')
  expect(box.open(sealed, 'credential.secret')).toBe('密码 p4ss')
  expect(box.seal('密码 p4ss', 'credential.secret')).not.toBe(sealed)
  expect(sealed).not.toContain('p4ss')
})

test('a keyed hash is the same for the same purpose and key, and differs otherwise', () => {
  const box = secretBox(k1)
  expect(box.hash('123456', 'code')).toEqual(box.hash('123456', 'code'))
  expect(box.hash('123456', 'code')).toHaveLength(32)
  expect(box.hash('123456', 'code')).not.toEqual(box.hash('123456', 'target'))
  expect(box.hash('123456', 'code')).not.toEqual(secretBox(k2).hash('123456', 'code'))
  expect(box.hash('23456', 'code1')).not.toEqual(box.hash('123456', 'code'))
})

test('an empty secret can be sealed', () => {
  const box = secretBox(k1)
  expect(box.open(box.seal('', 'a'), 'a')).toBe('')
})

test('the first key seals, the older ones still open', () => {
  const old = secretBox(k1).seal('kept', 'row')
  const rotated = secretBox(`${k2},${k1}`)
  expect(rotated.open(old, 'row')).toBe('kept')
  expect(rotated.seal('kept', 'row')).toMatch(/^k2\./)
  expect(() => secretBox(k2).open(old, 'row')).toThrow('The key k1 that sealed this secret is not among SECRET_KEYS.')
})

test('a secret moved to another place or altered does not open', () => {
  const box = secretBox(k1)
  const sealed = box.seal('kept', 'row 1')
  expect(() => box.open(sealed, 'row 2')).toThrow()
  const last = sealed.at(-2) === 'A' ? 'B' : 'A'
  expect(() => box.open(`${sealed.slice(0, -2)}${last}${sealed.at(-1)}`, 'row 1')).toThrow()
  expect(() => box.open('k1.AAAA', 'row 1')).toThrow()
})

test.each(['', 'k1', 'k1:short', `:${randomBytes(32).toString('base64')}`])(
  'keys written as "%s" are refused',
  (keys) => {
    expect(() => secretBox(keys)).toThrow('SECRET_KEYS must look like')
  },
)

test('a name of two keys is refused', () => {
  expect(() => secretBox(`${newKey('k1')},${newKey('k1')}`)).toThrow('SECRET_KEYS names the key k1 twice.')
})

test('a value of a key that was added meanwhile makes the ring read its keys anew', () => {
  let keys = k1
  const ring = keyRing(() => keys)
  const sealed = secretBox(k2).seal('kept', 'row')
  expect(() => ring.open(sealed, 'row')).toThrow('The key k2 that sealed this secret is not among SECRET_KEYS.')
  keys = `${k2},${k1}`
  expect(ring.open(sealed, 'row')).toBe('kept')
  expect(keyIdOf(ring.seal('kept', 'row'))).toBe('k1')
})

test('a change of the key that seals changes no hash', () => {
  const ring = secretBox(`${k2},${k1}`)
  const hash = ring.hash('482913', 'code')
  ring.use('k1', ring.firstHashKey())
  expect(ring.hash('482913', 'code')).toEqual(hash)
  expect(keyIdOf(ring.seal('kept', 'row'))).toBe('k1')
})
