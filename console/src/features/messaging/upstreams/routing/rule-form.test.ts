import { RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import { isRule, type RuleId } from '@hongyan/contract/rules'
import { expect, test } from 'vitest'
import { newRule } from './draft.ts'
import { brokenFields, evenTargets, madeRule, readPrefixes, stepped, type TypedRule, typedOf } from './rule-form.ts'

const rule = { ...newRule(), name: 'Asia' }
const typed = typedOf(rule)
const weighted = (weight: string): TypedRule => ({
  ...typed,
  order: 'weighted',
  targets: [{ upstream: 'standard', weight }],
})
const canary = (percent: string): TypedRule => ({ ...typed, canary: { upstream: 'standard', percent } })

/** The rules that the contract names for the rule that a form makes. */
function refused(form: TypedRule): readonly RuleId[] {
  const { error } = RouteRule.safeParse(madeRule(rule.id, form))
  return (error?.issues ?? []).map(({ message }) => message).filter(isRule)
}

test('the form of a rule makes the same rule', () => {
  expect(madeRule(rule.id, typed)).toEqual(rule)
})

test('the form refuses what the contract refuses, by the same rule', () => {
  const forms: readonly TypedRule[] = [
    typed,
    { ...typed, name: ' ' },
    { ...typed, name: 'x'.repeat(48) },
    { ...typed, name: 'x'.repeat(49) },
    ...['+6512', '+65 12', '6512', '+0', '+1234567890123', '+1,+2;+3', 'Asia'].map((prefixes) => ({
      ...typed,
      prefixes,
    })),
    { ...typed, prefixes: Array.from({ length: 51 }, (_, index) => `+1${index}`).join(',') },
    ...['', '0', '1', '100', '101', '1.5', '７０', '70%', 'half'].map(weighted),
    ...['', '0', '1', '50', '51', 'few'].map(canary),
  ]
  const both = forms.map((form) => ({
    form,
    here: [...new Set(Object.values(brokenFields(form, false)))],
    there: [...new Set(refused(form))],
  }))
  expect(both.filter(({ here, there }) => here.join() !== there.join())).toEqual([])
})

test('prefixes are separated by commas, spaces or lines, and each counts once', () => {
  expect(readPrefixes('+65 12， +60-12\n+6013 +6012')).toEqual(['+6512', '+6012', '+6013'])
})

test('even weights sum to 100, and a step past either end changes nothing', () => {
  const three = evenTargets([typed, typed, typed].flatMap(({ targets }) => targets))
  expect(three.map(({ weight }) => weight)).toEqual(['34', '33', '33'])
  expect(stepped(['a', 'b'], 0, 1)).toEqual(['b', 'a'])
  expect(stepped(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
})
