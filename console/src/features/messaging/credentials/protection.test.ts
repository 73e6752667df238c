import { CredentialId } from '@hongyan/contract/ids'
import { expect, test } from 'vitest'
import { ipProtectionOf, isFromAnywhere, rateProtectionOf } from './protection.ts'

const id = CredentialId.parse('01900000-0000-7000-8000-000000000001')
const other = CredentialId.parse('01900000-0000-7000-8000-000000000002')
const rules = { enabled: true, reportOnly: false, mode: 'allow', entries: [] } as const

test('rules that are off, or only report, protect no credential', () => {
  expect(ipProtectionOf({ ...rules, enabled: false, reportOnly: true }, id)).toEqual({ kind: 'off' })
  expect(ipProtectionOf({ ...rules, reportOnly: true }, id)).toEqual({ kind: 'report' })
})

test('a credential has the entries for all and its own, and none of another', () => {
  const entries = [
    { credential: null, effect: 'allow' },
    { credential: id, effect: 'allow' },
    { credential: other, effect: 'allow' },
    { credential: id, effect: 'deny' },
  ] as const
  expect(ipProtectionOf({ ...rules, entries }, id)).toEqual({ kind: 'allow', allowed: 2, denied: 1 })
  expect(ipProtectionOf({ ...rules, mode: 'deny', entries }, other)).toEqual({ kind: 'deny', allowed: 2, denied: 0 })
})

test('a list protects a credential that it has entries for, and an allowlist always', () => {
  const list = { allowed: 0, denied: 0 }
  expect(isFromAnywhere({ kind: 'off' })).toBe(true)
  expect(isFromAnywhere({ kind: 'report' })).toBe(true)
  expect(isFromAnywhere({ kind: 'deny', ...list })).toBe(true)
  expect(isFromAnywhere({ kind: 'deny', ...list, denied: 1 })).toBe(false)
  expect(isFromAnywhere({ kind: 'allow', ...list })).toBe(false)
})

const none = { enabled: true, rules: [], day: null, countries: [], per_second: null }

test('limits that are off or ignored are none', () => {
  const ignored = { limit: 5, action: 'ignore' } as const
  expect(rateProtectionOf(none)).toBeNull()
  expect(rateProtectionOf({ ...none, enabled: false, rules: [1], per_second: 5 })).toBeNull()
  expect(rateProtectionOf({ ...none, day: ignored, countries: [{ ...ignored, country: 'FR' }] })).toBeNull()
})

test('limits are counted by kind, and a cap that only alerts says so', () => {
  const day = { limit: 500, action: 'alert' } as const
  const france = { country: 'FR', limit: 5, action: 'block' } as const
  expect(rateProtectionOf({ ...none, rules: [1, 2], day, countries: [france] })).toEqual({
    rules: 2,
    perDay: 500,
    onlyAlerts: true,
    countries: 1,
    perSecond: null,
  })
})
