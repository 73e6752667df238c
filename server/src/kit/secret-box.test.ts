import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keysOf, secretBox } from './secret-box.ts'

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`
const k1 = key('k1')
const k2 = key('k2')

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

test('the key file is made once, readable by its owner alone', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'hongyan-keys-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const keys = keysOf(dataDir)
  expect(keysOf(dataDir)).toBe(keys)
  expect(statSync(path.join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
  const box = secretBox(keys)
  expect(box.open(box.seal('kept', 'row'), 'row')).toBe('kept')
})
