import { ipRestriction } from '@hongyan/contract/endpoints/extensions/ip-restriction'
import { expect, test } from 'vitest'
import { brokenRule, isNote, readLines } from './lines.ts'

const around = { others: [], effect: 'allow', credential: null, strict: false } as const

/** The rule by which the server's schema refuses addresses; null where it takes them. */
function ofServer(cidrs: readonly string[], note = ''): string | null {
  const entries = cidrs.map((cidr) => ({ cidr, effect: 'allow', note, credential: null }))
  const body = { version: 0, enabled: false, mode: 'allow', reportOnly: false, entries }
  const parsed = ipRestriction.save.body.safeParse(body)
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? '')
}

test.for([
  ['8.8.8.8'],
  ['8.8.8.8/24'],
  ['8.8.8.8', '8.8.8.0/24'],
  ['8.8.8.8', '8.8.8.8'],
  ['2606:4700::/32', '2606:4700::1'],
  ['0.0.0.0/0'],
  ['::/0'],
  ['::ffff:8.8.8.8'],
  ['8.8.8.08'],
  ['8.8.8'],
  ['0x8080808'],
  ['8.8.8.8/33'],
  ['fe80::1%eth0'],
  ['x'.repeat(80)],
  Array.from({ length: 200 }, (_, nr) => `8.8.${nr}.1`),
  Array.from({ length: 201 }, (_, nr) => `8.8.${nr}.1`),
])('form and server refuse the same addresses by the same rule: %s', (cidrs) => {
  expect(brokenRule(readLines(cidrs.join(', '), around), 0)).toBe(ofServer(cidrs))
})

test.for(['', 'x'.repeat(64), 'x'.repeat(65), ' two\twords ', 'a\u0000b', '\u202eabc', '🏭'.repeat(64)])(
  'form and server take the same notes: “%s”',
  (note) => {
    expect(isNote(note)).toBe(ofServer(['8.8.8.8'], note) === null)
  },
)

test('each pasted address has its own result', () => {
  const lines = readLines('8.8.8.77/24\n1.1.1.1,8.8.8.8，4.0.0.0/8 abc\r\n', around)
  expect(lines.map(({ typed, network, rule }) => [typed, network ?? rule])).toEqual([
    ['8.8.8.77/24', '8.8.8.0/24'],
    ['1.1.1.1', '1.1.1.1'],
    ['8.8.8.8', 'ip_overlap'],
    ['4.0.0.0/8', '4.0.0.0/8'],
    ['abc', 'ip_cidr'],
  ])
  expect(lines.map(({ isNormalised, isWide }) => [isNormalised, isWide])).toEqual([
    [true, false],
    [false, false],
    [false, false],
    [false, true],
    [false, false],
  ])
})

test('outside of the sandbox the form refuses networks that are not public', () => {
  expect(readLines('10.0.0.1', { ...around, strict: true })).toMatchObject([{ rule: 'ip_reserved' }])
  expect(readLines('10.0.0.1', around)).toMatchObject([{ network: '10.0.0.1' }])
})
