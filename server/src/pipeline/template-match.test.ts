import type { TemplateVariable } from '@hongyan/contract/vocabulary/template'
import { piecesOf } from '@hongyan/contract/senders/content'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { patient } from '../../test/patience.ts'
import { agreement, compileContent, readText, valuesIn } from './template-match.ts'

const variable = (name: string, type: TemplateVariable['type'], most: number): TemplateVariable => ({
  name,
  type,
  max_length: most,
  sample: '1',
})
const valuesOf = (content: string, variables: readonly TemplateVariable[], text: string) => {
  const values = valuesIn(compileContent(content, variables), readText(text))
  return values === null ? null : Object.fromEntries(values)
}
const agreementOf = (content: string, variables: readonly TemplateVariable[], text: string) =>
  agreement(compileContent(content, variables), readText(text))

const SHORT = [variable('a', 'text', 3), variable('b', 'id', 2), variable('c', 'name', 4)]
const CLASSES: Readonly<Record<string, string>> = {
  a: '[^\\p{C}]{1,3}',
  b: '[0-9A-Za-z_.:/#*-]{1,2}',
  c: "[\\p{L}\\p{M}·.'’ *-]{1,4}",
}

/** The same rule as a regular expression, which takes its time but leaves no doubt. */
function patternOf(content: string): RegExp {
  const seen: string[] = []
  const parts = piecesOf(content).map((piece) => {
    if ('text' in piece) return piece.text
    const earlier = seen.indexOf(piece.variable)
    if (earlier >= 0) return `(?:\\${earlier + 1})`
    seen.push(piece.variable)
    return `(${CLASSES[piece.variable] ?? ''})`
  })
  return new RegExp(`^${parts.join('')}$`, 'u')
}

const pieces = fc.array(fc.constantFrom('{a}', '{b}', '{c}', 'x', '1', '，'), { minLength: 1, maxLength: 7 })
const text = (most: number) => fc.array(fc.constantFrom('x', '1', '，', '雷', '😀', ' '), { maxLength: most })
const values = fc.record({ '{a}': text(4), '{b}': text(3), '{c}': text(4) })

test('a text fits a content, and has its values, as the regular expression of the content says', () => {
  let fitted = 0
  fc.assert(
    fc.property(pieces, values, text(2), (written, given, end) => {
      const content = written.join('')
      const filled = written.map(
        (piece) =>
          Object.entries(given)
            .find(([name]) => name === piece)?.[1]
            .join('') ?? piece,
      )
      const found = [...filled, ...end].join('')
      const expected = patternOf(content).exec(found)
      if (expected !== null) fitted += 1
      const read = valuesOf(content, SHORT, found)
      expect(read === null ? null : Object.values(read)).toEqual(expected === null ? null : expected.slice(1))
    }),
    { numRuns: 500 },
  )
  expect(fitted).toBeGreaterThan(50)
})

test('the agreement of a text with a content ends at its first character that the content cannot become', () => {
  const variables = [variable('name', 'name', 8), variable('order', 'id', 20)]
  const content = '您好{name}，订单{order}已发货。'
  expect(agreementOf(content, variables, '您好李雷，订单A1已发货。')).toBe(13)
  expect(agreementOf(content, variables, '您好李雷，订单A1已收货。')).toBe(10)
  expect(agreementOf(content, variables, '您好李雷，货物A1已发货。')).toBe(5)
  expect(agreementOf(content, variables, '您好9，订单A1已发货。')).toBe(2)
  expect(agreementOf(content, variables, '你好')).toBe(0)
  expect(agreementOf('😀{name}1', variables, '😀李2')).toBe(3)
})

const MANY = Array.from({ length: 20 }, (_, nr) => variable(`v${nr}`, 'text', 35))
const side = (between: string) => MANY.map(({ name }) => `{${name}}`).join(between)

test.each([
  ['variables side by side', side(''), '，'.repeat(600)],
  ['variables with a character between that they may have too', side('，'), '，'.repeat(600)],
  ['a variable that repeats between others', `${side('')}${side('')}`, '，'.repeat(900)],
  [
    'repeated variables that differ at the end',
    `${side('')}！${side('')}`,
    `${'，'.repeat(450)}！${'，'.repeat(449)}x`,
  ],
])('%s take a bounded time, however often they could be tried', (_, content, text) => {
  // Processor time, which other work on the machine does not count into.
  const started = process.cpuUsage()
  expect(valuesOf(`${content}。`, MANY, `${text}x`)).toBeNull()
  agreementOf(`${content}。`, MANY, `${text}x`)
  const { user, system } = process.cpuUsage(started)
  expect((user + system) / 1_000).toBeLessThan(patient(500))
})
