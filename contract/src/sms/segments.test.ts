import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type CountRule, count, split } from './segments.ts'

const euros = (times: number) => '€'.repeat(times)
const summary = (text: string, rule: CountRule = 'standard') => {
  const { encoding, units, parts } = count(text, rule)
  return [encoding, units, parts]
}

describe('the size of a message', () => {
  test.each([
    ['a'.repeat(160), 160, 1],
    ['a'.repeat(161), 161, 2],
    ['a'.repeat(306), 306, 2],
    ['a'.repeat(307), 307, 3],
    [euros(80), 160, 1],
    [euros(81), 162, 2],
  ])('in GSM-7, case %#', (text, units, parts) => expect(summary(text)).toEqual(['GSM-7', units, parts]))

  test.each([
    ['测'.repeat(70), 70, 1],
    ['测'.repeat(71), 71, 2],
    ['测'.repeat(134), 134, 2],
    ['测'.repeat(135), 135, 3],
    ['😀'.repeat(35), 70, 1],
    ['😀'.repeat(36), 72, 2],
    [`this is a ${']'.repeat(74)}😀`, 86, 2],
    [`${'a'.repeat(159)}’`, 160, 3],
  ])('in UCS-2, case %#', (text, units, parts) => expect(summary(text)).toEqual(['UCS-2', units, parts]))

  test('stays one part with a plain quote instead of a typographic one', () =>
    expect(summary(`${'a'.repeat(159)}'`)).toEqual(['GSM-7', 160, 1]))
})

test('an escape pair at the border of two parts moves to the next part whole', () => {
  const text = `${'a'.repeat(152)}€${'a'.repeat(152)}`
  expect(count(text, 'standard')).toEqual({ encoding: 'GSM-7', units: 306, parts: 3, partUnits: [152, 153, 1] })
  expect(split(text, 'standard').map((part) => part.length)).toEqual([152, 152, 1])
})

test('a text to +86 counts as UCS-2 even when it is plain ASCII', () =>
  expect(summary('a'.repeat(71), 'china')).toEqual(['UCS-2', 71, 2]))

test('a toll-free sender has a longer header and shorter parts', () => {
  expect(count('a'.repeat(305), 'tollfree').partUnits).toEqual([152, 152, 1])
  expect(count('测'.repeat(133), 'tollfree').partUnits).toEqual([66, 66, 1])
})

test('the number of parts has no upper limit', () => expect(count('a'.repeat(153 * 12), 'standard').parts).toBe(12))

describe('for every text', () => {
  const rule = fc.constantFrom<CountRule>('standard', 'china', 'tollfree')
  const unit = fc.oneof(
    fc.constantFrom('a', '€', '[', '测', '😀', '\ud83d', '\ude00', '\n'),
    fc.string({ unit: 'binary' }),
  )
  const text = fc.oneof(
    fc.array(unit, { maxLength: 400, size: 'max' }).map((units) => units.join('')),
    fc.array(fc.constantFrom('a', 'b', '€', '^'), { maxLength: 700, size: 'max' }).map((units) => units.join('')),
  )
  const largest = { 'GSM-7': 153, 'UCS-2': 67 }

  test('the parts join to the text, and their units sum to its units', () =>
    fc.assert(
      fc.property(text, rule, (text, rule) => {
        const counted = count(text, rule)
        const parts = split(text, rule)
        expect(parts.join('')).toBe(text)
        expect(parts.length).toBe(counted.parts)
        expect(counted.partUnits.reduce((sum, units) => sum + units, 0)).toBe(counted.units)
      }),
    ))

  test('no part of several is larger than its limit', () =>
    fc.assert(
      fc.property(text, rule, (text, rule) => {
        const { parts, partUnits, encoding } = count(text, rule)
        if (parts > 1) expect(Math.max(...partUnits)).toBeLessThanOrEqual(largest[encoding])
      }),
    ))

  test('no part begins with the second half of a surrogate pair', () =>
    fc.assert(
      fc.property(text, rule, (text, rule) => {
        const broken = split(text, rule).filter(
          (part, index, all) => /^[\udc00-\udfff]/.test(part) && /[\ud800-\udbff]$/.test(all[index - 1] ?? ''),
        )
        expect(broken).toEqual([])
      }),
    ))
})

const vectors = new URL('../../vectors/segmentation.json', import.meta.url)

describe('independent vectors', () => {
  const Row = z.object({
    name: z.string(),
    rule: z.enum(['standard', 'china', 'tollfree']),
    text: z.string(),
    encoding: z.string(),
    units: z.number(),
    parts: z.number(),
    part_units: z.array(z.number()),
    part_lengths_in_characters: z.array(z.number()).optional(),
  })
  const rows = z.object({ cases: z.array(Row).min(1) }).parse(JSON.parse(readFileSync(vectors, 'utf8'))).cases

  test.each(rows)(
    '$name',
    ({ text, rule, encoding, units, parts, part_units, part_lengths_in_characters: lengths }) => {
      expect(count(text, rule)).toEqual({ encoding, units, parts, partUnits: part_units })
      if (lengths) expect(split(text, rule).map((part) => Array.from(part).length)).toEqual(lengths)
    },
  )
})
