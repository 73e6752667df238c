import { RouteRuleId } from '@hongyan/contract/ids'
import type { RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import { expect, test } from 'vitest'
import { compare, countChanges } from './compare.ts'
import { copyOf, insertAt, move, newRule, put, remove } from './draft.ts'

const rule = (name: string, part: Partial<RouteRule> = {}): RouteRule => ({ ...newRule(), name, ...part })
const [codes, asia, promo, rest] = [rule('Codes'), rule('Asia'), rule('Promo'), rule('Default')]
const rules = [codes, asia, promo, rest]

const changesTo = (after: readonly RouteRule[]) =>
  compare(rules, after).map(({ kind, rule: { name }, parts, from, to }) => [kind, name, from, to, parts])

test('the same rules in the same order have no changes', () => {
  expect(changesTo(rules)).toEqual([])
})

test('one rule that moves up is one move, whatever it passes', () => {
  expect(changesTo(move(promo.id, 0)(rules))).toEqual([['moved', 'Promo', 3, 1, []]])
})

test('a changed rule names the parts that differ, also where it moved', () => {
  const changed = { ...promo, sticky: true, match: { ...promo.match, countries: ['ID'] } }
  const after = move(promo.id, 0)(put(changed)(rules))
  expect(changesTo(after)).toEqual([['changed', 'Promo', 3, 1, ['match', 'options']]])
  expect(compare(rules, after)[0]?.isMoved).toBe(true)
})

test('an added rule stands before the default one, and a removed one comes last', () => {
  const extra = rule('Extra')
  const after = put(extra)(remove(asia.id)(rules))
  expect(changesTo(after)).toEqual([
    ['added', 'Extra', null, 3, []],
    ['removed', 'Asia', 2, null, []],
  ])
  expect(countChanges(compare(rules, after))).toEqual({ added: 1, changed: 0, moved: 0, removed: 1 })
})

test('the order of a condition’s values and the unused numbers of a rule are no changes', () => {
  const one = rule('One', { match: { ...codes.match, countries: ['ID', 'SG'] }, failover: false, attempts: 1 })
  const other = { ...one, match: { ...one.match, countries: ['SG', 'ID'] }, attempts: 3 }
  expect(compare([one, rest], [other, rest])).toEqual([])
})

test('an edit never moves the default rule and never puts a rule behind it', () => {
  expect(move(rest.id, 0)(rules)).toEqual(rules)
  expect(move(codes.id, 9)(rules).map(({ name }) => name)).toEqual(['Asia', 'Promo', 'Codes', 'Default'])
  expect(
    insertAt(
      rule('Late'),
      99,
    )(rules)
      .map(({ name }) => name)
      .at(-1),
  ).toBe('Default')
})

test('an edit of a rule that is gone inserts it again, and its move does nothing', () => {
  const without = remove(codes.id)(rules)
  expect(move(codes.id, 0)(without)).toEqual(without)
  expect(put(codes)(without)).toContain(codes)
})

test('new rules and copies have ids that the contract accepts', () => {
  const ids = Array.from({ length: 50 }, () => copyOf(codes, 'Copy').id)
  expect(new Set(ids).size).toBe(50)
  expect(ids.filter((id) => !RouteRuleId.safeParse(id).success)).toEqual([])
})
