import { templates as limits } from '../limits/senders.ts'
import { count, type CountRule } from '../sms/segments.ts'
import type { TemplateVariable } from '../vocabulary/template.ts'
import { piecesOf } from './content.ts'
import { type OperatorAddition, withOperatorText } from './operator-text.ts'
import { withOptOut } from './opt-out.ts'

/** The sender before the text, as mainland messages carry it. */
export const withMainlandName = (name: string, text: string): string => `【${name}】${text}`

/**
 * The shortest and the longest text that a template can become. A value of the most characters is the sample's own
 * characters over again, so that a sample in Chinese counts as Chinese.
 */
function extremeTexts(content: string, variables: readonly TemplateVariable[]): readonly [string, string] {
  const byName = new Map(variables.map((variable) => [variable.name, variable]))
  const text = (valueOf: (variable: TemplateVariable) => string): string =>
    piecesOf(content)
      .map((piece) => {
        if ('text' in piece) return piece.text
        const variable = byName.get(piece.variable)
        return variable === undefined ? `{${piece.variable}}` : valueOf(variable)
      })
      .join('')
  return [
    text((variable) => ofLength(variable, shortestOf(variable))),
    text((variable) => ofLength(variable, longestOf(variable))),
  ]
}

const shortestOf = ({ type }: TemplateVariable): number => (type === 'code' ? limits.code.min : 1)
const longestOf = ({ type, max_length: max }: TemplateVariable): number =>
  type === 'code' ? Math.min(max, limits.code.max) : max

function ofLength({ sample }: TemplateVariable, length: number): string {
  const characters = Array.from(sample === '' ? '0' : sample)
  return Array.from(
    { length: Math.min(length, limits.contentMax) },
    (_, place) => characters[place % characters.length],
  ).join('')
}

/** The way in which a destination counts a text. */
export interface Counting {
  readonly rule: CountRule
  /** The text with all that stands around it. */
  readonly framed: (text: string) => string
}

/** Counting for mainland China: the sender's name, and the opt-out line of the scene, empty where none is in force. */
export const mainlandCounting = (name: string, optOut: string): Counting => ({
  rule: 'china',
  framed: (text) => withOptOut(withMainlandName(name, text), optOut),
})

/** Counting for other countries, with the texts that their operators add. */
export const standardCounting = (additions: readonly OperatorAddition[]): Counting => ({
  rule: 'standard',
  framed: (text) => withOperatorText(text, additions),
})

/** The parts of a template's shortest and longest message. */
export function partsRange(
  content: string,
  variables: readonly TemplateVariable[],
  { rule, framed }: Counting,
): { readonly min: number; readonly max: number } {
  const [min, max] = extremeTexts(content, variables).map((text) => count(framed(text), rule).parts)
  return { min: min ?? 1, max: max ?? 1 }
}
