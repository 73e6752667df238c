import fc from 'fast-check'
import { expect, test } from 'vitest'
import { count } from '../sms/segments.ts'
import type { TemplateVariable, VariableType } from '../vocabulary/template.ts'
import { fitsVariable, renderContent } from './content.ts'
import { mainlandCounting, partsRange, standardCounting } from './parts.ts'

const variable = (name: string, type: VariableType, length: number): TemplateVariable => ({
  name,
  type,
  max_length: length,
  sample: 'A1',
})

test('the parts of a template are counted for the widest characters of its variables, not for their samples', () => {
  const rangeOf = (type: VariableType) =>
    partsRange('Hello {value}, your order has shipped.', [variable('value', type, 20)], () => standardCounting([]))
  expect(rangeOf('id')).toEqual({ min: 1, max: 1 })
  expect(rangeOf('name')).toEqual({ min: 1, max: 2 })
})

test('a mainland template without a sender of its own is counted under the shortest and the longest name', () => {
  const under = (name: string) => mainlandCounting(name, '')
  expect(partsRange('字'.repeat(60), [], under)).toEqual({ min: 1, max: 2 })
  expect(partsRange('字'.repeat(60), [], under, '鸿雁')).toEqual({ min: 1, max: 1 })
})

const alphabets: Readonly<Record<VariableType, string>> = {
  code: 'aZ09',
  number: '0123456789',
  money: '0123456789€元￥.',
  datetime: '0年1月/: ',
  phone: '+0123 ().-*',
  name: 'aé·Ж李𠮷',
  text: 'a€[鸿𠮷😀 ',
  url: 'https:/€鸿😀',
  id: 'aZ0_.:/#*-',
}
const types = Object.keys(alphabets) as VariableType[] // the record names every type
const values = fc.constantFrom(...types).chain((type) =>
  fc.record({
    type: fc.constant(type),
    length: fc.integer({ min: 1, max: 40 }),
    value: fc.array(fc.constantFrom(...Array.from(alphabets[type])), { minLength: 1, maxLength: 40 }),
  }),
)

test('no message of a template has fewer or more parts than the template shows', () => {
  fc.assert(
    fc.property(fc.array(values, { maxLength: 8 }), fc.string({ unit: 'grapheme', maxLength: 200 }), (given, fixed) => {
      const fitting = given
        .map(({ type, length, value }, at) => ({ of: variable(`v${at}`, type, length), value: value.join('') }))
        .filter(({ of, value }) => fitsVariable(of, value))
      const variables = fitting.map(({ of }) => of)
      const words = fixed.replaceAll(/[{}]/gu, '')
      const content = variables.reduce((text, { name }) => `${text}{${name}}${words.slice(0, 40)}`, words)
      const sent = renderContent(
        content,
        variables,
        Object.fromEntries(fitting.map(({ of, value }) => [of.name, value])),
      )
      for (const counting of [standardCounting([]), mainlandCounting('鸿雁', '拒收请回复R')]) {
        const { min, max } = partsRange(content, variables, () => counting)
        const { parts } = count(counting.framed('text' in sent ? sent.text : ''), counting.rule)
        expect(parts).toBeGreaterThanOrEqual(min)
        expect(parts).toBeLessThanOrEqual(max)
      }
    }),
  )
})
