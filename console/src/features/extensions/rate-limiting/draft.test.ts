import { type SavedRateLimits, smsRateLimiting } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { expect, test } from 'vitest'
import {
  brokenCap,
  brokenCountry,
  brokenRules,
  type Draft,
  type DraftRule,
  emptyRule,
  isSame,
  presetRules,
  presets,
  readCount,
} from './draft.ts'
import { readLines } from './exempt-lines.ts'

const empty: Draft = { enabled: true, rules: [], exempt: [], per_second: null, day: null, countries: [] }

/** The fields that the server refuses, each with its first message. */
function refusedIn(part: Partial<SavedRateLimits>): readonly (readonly [string, string])[] {
  const { error } = smsRateLimiting.save.body.safeParse({ ...empty, ...part, version: 0 })
  const issues = (error?.issues ?? []).map(({ path, message }) => [String(path.at(-1)), message] as const)
  return issues.filter(([field], index) => issues.findIndex(([other]) => other === field) === index)
}

test.each([
  ['', null],
  ['  ', null],
  ['5', 5],
  [' 12 ', 12],
  ['1,000', 1000],
  ['１，０００', 1000],
  ['1,00', Number.NaN],
  ['1.5', Number.NaN],
  ['-1', Number.NaN],
  ['1e2', Number.NaN],
  ['ten', Number.NaN],
])('the typed count “%s” is read as %s', (typed, count) => {
  expect(readCount(typed)).toBe(count)
})

const rule = (part: Partial<DraftRule>): DraftRule => ({ ...emptyRule, ...part })

test.each<[string, DraftRule]>([
  ...presets.map((preset): [string, DraftRule] => [`the preset for ${preset}`, presetRules[preset]]),
  ['no limit', rule({})],
  ['a minute of none', rule({ per_minute: 0 })],
  ['the highest minute', rule({ per_minute: 60 })],
  ['a minute too high by one', rule({ per_minute: 61 })],
  ['a minute that is no number', rule({ per_minute: Number.NaN })],
  ['half an hour', rule({ per_hour: 1.5 })],
  ['the highest hour', rule({ per_hour: 300 })],
  ['an hour too high by one', rule({ per_hour: 301 })],
  ['the highest day', rule({ per_day: 1000 })],
  ['a day too high by one', rule({ per_day: 1001 })],
  ['an hour below its minute', rule({ per_minute: 5, per_hour: 4 })],
  ['an hour as high as its minute', rule({ per_minute: 5, per_hour: 5 })],
  ['a day below its minute', rule({ per_minute: 5, per_day: 4 })],
  ['a day below its hour', rule({ per_hour: 5, per_day: 4 })],
  ['codes by content', rule({ scope: 'recipient_content', scene: MessageScene.Verification, per_day: 1 })],
  ['every scene by content', rule({ scope: 'recipient_content', per_day: 1 })],
])('the form and the server agree about a rule with %s, in the same words', (_, made) => {
  expect(brokenRules(made)).toEqual(Object.fromEntries(refusedIn({ rules: [made] })))
})

test.each([0, 1, 1_000, 1_001, 1_000_000, 1_000_001, 10_000_000, 10_000_001, 1.5, Number.NaN])(
  'the form and the server agree about caps of %s, in the same words',
  (limit) => {
    expect([brokenCap(limit, 'cap_second')].filter(Boolean)).toEqual(
      refusedIn({ per_second: limit }).map(([, message]) => message),
    )
    expect([brokenCap(limit, 'cap_day')].filter(Boolean)).toEqual(
      refusedIn({ day: { limit, action: 'block' } }).map(([, message]) => message),
    )
    expect([brokenCap(limit, 'cap_hour')].filter(Boolean)).toEqual(
      refusedIn({ countries: [{ country: 'US', limit, action: 'block' }] }).map(([, message]) => message),
    )
  },
)

test.each(['', 'us', 'USA', 'US', 'JP'])('the form and the server agree about a cap of the country “%s”', (country) => {
  const cap = (of: string) => ({ country: of, limit: 1, action: 'alert' }) as const
  const refused = refusedIn({ countries: [cap('JP'), cap(country)] }).map(([, message]) => message)
  expect([brokenCountry(country, [cap('JP')])].filter(Boolean)).toEqual(refused)
})

test.each([
  ['a number with spaces', '+1 206 555 0100'],
  ['a full-width number', '＋１２０６５５５０１００'],
  ['a number without plus', '12065550100'],
  ['a number of no country', '+9991234567'],
  ['a number too short', '+1206555'],
  ['a word', 'front desk'],
  ['a number that is exempt already', '+442071838750'],
  ['the longest note', `+12065550100, ${'鸿'.repeat(64)}`],
  ['a note too long by one', `+12065550100, ${'x'.repeat(65)}`],
  ['a note that turns the reading direction', '+12065550100, desk \u202E'],
])('the form and the server agree about a line with %s, in the same words', (_, typed) => {
  const taken = '+442071838750'
  const lines = readLines(typed, '', [taken])
  const exempt = [taken, ...lines.map(({ number }) => number)].map((number, index) => ({
    number,
    note: lines[index - 1]?.note ?? '',
    expires_at: null,
  }))
  expect(lines.flatMap(({ broken }) => broken ?? [])).toEqual(refusedIn({ exempt }).map(([, message]) => message))
})

test('a pasted list becomes numbers with notes, and a line that is there twice is refused once', () => {
  const lines = readLines('+1 (206) 555-0100, Front desk\n\n+442071838750\n+12065550100', 'Office', [])
  expect(lines.map(({ number, note, broken }) => [number, note, broken])).toEqual([
    ['+12065550100', 'Front desk', null],
    ['+442071838750', 'Office', null],
    ['+12065550100', 'Office', 'number_repeated'],
  ])
})

test('a draft whose rule has the same fields in another order is unchanged', () => {
  const { action, ...others } = presetRules.codes
  expect(isSame({ ...empty, rules: [presetRules.codes] }, { ...empty, rules: [{ action, ...others }] })).toBe(true)
  expect(isSame({ ...empty, rules: [presetRules.codes] }, empty)).toBe(false)
})
