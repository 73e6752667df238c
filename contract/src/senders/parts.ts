import { templates as limits } from '../limits/senders.ts'
import { count } from '../sms/segments.ts'
import type { TemplateVariable } from '../vocabulary/template.ts'
import { piecesOf } from './content.ts'
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

/** The frame of a message's text to mainland China. */
export interface MainlandFrame {
  /** The sender's name. */
  readonly name: string
  /** The opt-out line of the scene; empty where none is in force. */
  readonly optOut: string
}

/** The parts of a template's shortest and longest message, to mainland China under a sender or elsewhere. */
export function partsRange(
  content: string,
  variables: readonly TemplateVariable[],
  mainland: MainlandFrame | null,
): { readonly min: number; readonly max: number } {
  const [min, max] = extremeTexts(content, variables).map((text) =>
    mainland === null
      ? count(text, 'standard').parts
      : count(withOptOut(withMainlandName(mainland.name, text), mainland.optOut), 'china').parts,
  )
  return { min: min ?? 1, max: max ?? 1 }
}
