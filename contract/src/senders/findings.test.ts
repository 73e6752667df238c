import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Locale, Partition } from '../vocabulary/account.ts'
import { EntityKind, industries } from '../vocabulary/review.ts'
import { evidenceFiles, evidenceTexts, signatureFields } from '../vocabulary/signature.ts'
import { templateFields, variableTypes } from '../vocabulary/template.ts'
import { type CorpusEntry, signatureCorpus, templateCorpus } from './corpus.ts'
import { signatureExample, signatureOfExample, templateExample, templateOfExample } from './examples.ts'
import { apiCodeOf, type Finding, findingText, isRuleId, lintSignature, lintTemplate } from './findings.ts'
import type { FormContext, SignatureForm, TemplateForm } from './forms.ts'
import type { Example, Rule } from './rule.ts'
import { signatureRules } from './signature-rules.ts'
import { templateRules } from './template-rules.ts'

const today = '2026-11-23'

/** The faults of an example of a rule, in the part of the world where the rule holds. */
const signatureFaults = (rule: Pick<Rule<SignatureForm, never>, 'mainland'>, example: Example<SignatureForm>) => {
  const { form, context } = signatureOfExample(rule, example)
  return lintSignature(form, context)
}
const templateFaults = (rule: Rule<TemplateForm, never>, example: Example<TemplateForm>) => {
  const { form, context } = templateOfExample(rule, example)
  return lintTemplate(form, context)
}

const idsOf = (findings: readonly Finding[]): string[] => [...new Set(findings.map(({ rule }) => rule))]
const graveIds = (findings: readonly Finding[]): string[] =>
  idsOf(findings.filter(({ severity }) => severity !== 'hint'))

describe('an example', () => {
  test.each(signatureRules.map((rule) => [rule.id, rule] as const))('of the sender rule %s', (id, rule) => {
    expect(idsOf(signatureFaults(rule, rule.passes).filter(({ severity }) => severity === 'error'))).toEqual([])
    expect(idsOf(signatureFaults(rule, rule.passes))).not.toContain(id)
    expect(idsOf(signatureFaults(rule, rule.fails))).toContain(id)
  })

  test.each(templateRules.map((rule) => [rule.id, rule] as const))('of the template rule %s', (id, rule) => {
    expect(graveIds(templateFaults(rule as never, rule.passes))).toEqual([])
    expect(idsOf(templateFaults(rule as never, rule.passes))).not.toContain(id)
    expect(idsOf(templateFaults(rule as never, rule.fails))).toContain(id)
  })
})

/** The ids that an entry expects are all, or all but hints where it names none. */
function compared<Form>({ expected }: CorpusEntry<Form>, findings: readonly Finding[]): string[] {
  const hints = new Set<string>(
    [...signatureRules, ...templateRules].filter(({ severity }) => severity === 'hint').map(({ id }) => id),
  )
  return expected.some((id) => hints.has(id)) ? idsOf(findings) : graveIds(findings)
}

describe('the corpus', () => {
  test.each(templateCorpus.map((entry) => [entry.form.content.slice(0, 60), entry] as const))(
    'finds the expected faults of the template “%s”',
    (_, entry) => {
      expect(compared(entry, lintTemplate(entry.form, entry.context))).toEqual(entry.expected)
    },
  )

  test.each(signatureCorpus.map((entry) => [entry.form.name, entry] as const))(
    'finds the expected faults of the sender ID “%s”',
    (_, entry) => {
      expect(compared(entry, lintSignature(entry.form, entry.context))).toEqual(entry.expected)
    },
  )
})

const rules = [...signatureRules, ...templateRules]

describe('the texts of the rules', () => {
  test('are in both languages', () => {
    const chinese = rules.flatMap(({ what, remedy }) => [what.zh, remedy.zh])
    expect(chinese.filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([])
    const english = rules.flatMap(({ what, remedy }) => [what.en, remedy.en])
    expect(english.filter((text) => /\p{Script=Han}{5}/u.test(text))).toEqual([])
  })

  test('have at most 15 words where the form refuses', () => {
    const errors = rules
      .filter(({ severity }) => severity === 'error')
      .flatMap(({ what, remedy }) => [what.en, remedy.en])
    expect(errors.filter((text) => text.split(/\s+/).length > 15)).toEqual([])
  })

  test('have a value for each word in braces', () => {
    const findings = [
      ...templateCorpus.flatMap(({ form, context }) => lintTemplate(form, context)),
      ...signatureCorpus.flatMap(({ form, context }) => lintSignature(form, context)),
    ]
    for (const finding of findings) {
      for (const locale of [Locale.English, Locale.SimplifiedChinese]) {
        const { what, remedy } = findingText(finding, locale)
        expect(`${what} ${remedy}`.replaceAll('{name}', '')).not.toMatch(/\{(?!order|Order|number|订单号|1)\w+\}/u)
      }
    }
  })

  test('name the character, its code and the limit', () => {
    const [found] = lintTemplate({ ...templateExample, content: 'It’s ready.' }, { partition: Partition.Us, today })
    expect(found).toEqual({
      rule: 'unicode-character',
      field: 'content',
      severity: 'hint',
      at: { from: 2, to: 3 },
      values: { character: '’', code: 'U+2019', replacement: "'" },
    })
    expect(found && findingText(found, Locale.English).what).toBe(
      '“’” (U+2019) forces Unicode: a part then holds 70 characters, not 160.',
    )
    const long = lintSignature({ ...signatureExample, name: 'Hongyan Online' }, { partition: Partition.Us, today })
    expect(long.map((finding) => findingText(finding, Locale.SimplifiedChinese).what)).toEqual([
      '签名应为 3 至 11 个字符。',
    ])
  })

  test('name a variable’s type as the form does', () => {
    const variables = [{ name: 'price', type: 'text', max_length: 10, sample: '12.50' }] as const
    const form = { ...templateExample, content: 'You paid {price} today.', variables }
    const [found] = lintTemplate(form, { partition: Partition.Us, today })
    expect(found).toMatchObject({ rule: 'vague-type', values: { type: 'money' } })
    expect(found && findingText(found, Locale.English).what).toBe('“price” looks like the type “Amount”.')
    expect(found && findingText(found, Locale.SimplifiedChinese).what).toBe('变量“price”更适合类型“金额”。')
  })
})

test('the ids of the rules are unique, and each has an API code', () => {
  const ids = rules.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every(isRuleId)).toBe(true)
  expect(isRuleId('toString')).toBe(false)
  expect(apiCodeOf('variable-adjacent')).toBe('variable_adjacent')
  expect(apiCodeOf('evidence-required')).toBe('evidence_missing')
})

const sceneOf = fc.constantFrom(1 as const, 2 as const, 3 as const)
const partition = fc.constantFrom(Partition.Cn, Partition.Us)
const piece = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(
    '{code}',
    '{x}',
    '{',
    '}',
    '【',
    'www.',
    '.cn',
    'bit.ly/x',
    '400',
    '验证码',
    '\u200b',
    '贷 款',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    '\ud83d',
  ),
)
const content = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''))
const variables = fc.array(
  fc.record({
    name: fc.oneof(fc.constantFrom('code', 'x'), fc.string({ maxLength: 8 })),
    type: fc.constantFrom(...variableTypes),
    max_length: fc.oneof(fc.integer(), fc.double()),
    sample: fc.string({ unit: 'grapheme', maxLength: 12 }),
  }),
  { maxLength: 5 },
)
const anyTemplate = fc.record({
  name: fc.string(),
  code: fc.string(),
  scene: sceneOf,
  language: fc.oneof(fc.constantFrom('zh-CN', 'en'), fc.string()),
  content,
  signature_id: fc.constant(null),
  industry: fc.constantFrom(...industries),
  usage_note: fc.string(),
  variables,
})
const anyEvidence = fc.dictionary(fc.constantFrom(...evidenceTexts, ...evidenceFiles), fc.string({ unit: 'grapheme' }))
const anySignature = fc.record({
  name: fc.string({ unit: 'grapheme' }),
  kind: fc.constantFrom(...Object.values(EntityKind)),
  usage: fc.constantFrom('own' as const, 'third_party' as const),
  regions: fc.subarray(['cn' as const, 'intl' as const]),
  scenes: fc.subarray([1 as const, 2 as const, 3 as const]),
  industry: fc.constantFrom(...industries),
  purpose: fc.string(),
  evidence: anyEvidence,
})

describe('any form whatsoever', () => {
  const within = (text: string, { at }: Finding) =>
    at === undefined || (at.from >= 0 && at.from < at.to && at.to <= text.length)

  test('the findings of any template form lie in its content', () => {
    fc.assert(
      fc.property(anyTemplate, partition, (form, side) => {
        for (const finding of lintTemplate(form, { partition: side, today })) {
          expect(templateFields).toContain(finding.field)
          expect(within(form.content, finding)).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('the findings of any sender ID form lie in its name', () => {
    fc.assert(
      fc.property(anySignature, partition, (form, side) => {
        for (const finding of lintSignature(form, { partition: side, today })) {
          expect(signatureFields).toContain(finding.field)
          expect(within(form.name, finding)).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })
})

test('the rules read a template of 500 characters in linear time', () => {
  const context: FormContext = { partition: Partition.Cn, today }
  // Processor time, which other work on the machine does not count into.
  const timed = (text: string): number => {
    const started = process.cpuUsage()
    lintTemplate({ ...templateExample, content: text }, context)
    const { user, system } = process.cpuUsage(started)
    return (user + system) / 1_000
  }
  const long = templateCorpus.map(({ form }) => form.content.repeat(50).slice(0, 500))
  const warm = long.map(timed)
  const average = long.map(timed).reduce((sum, millis) => sum + millis, 0) / warm.length
  process.stdout.write(`linting 500 characters takes ${average.toFixed(2)} ms\n`)
  const worst = ['1 ', 'a.', '{x}', '加 ', '{', 'www.{x}.', 'STOP ', '['].map((text) => timed(text.repeat(5_000)))
  expect(Math.max(...worst)).toBeLessThan(1_000 * slowness)
})

/** Times slower than usual that the machine is, as measured by the root's vitest.config.ts. */
const slowness = Number(process.env['PATIENCE'] ?? 1)
