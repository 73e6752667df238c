import { signatures, templates as limits } from '../limits/senders.ts'
import { count, type CountRule } from '../sms/segments.ts'
import type { TemplateVariable, VariableType } from '../vocabulary/template.ts'
import { piecesOf } from './content.ts'
import { type OperatorAddition, withOperatorText } from './operator-text.ts'
import { withOptOut } from './opt-out.ts'

/** The sender before the text, as mainland messages carry it. */
export const withMainlandName = (name: string, text: string): string => `【${name}】${text}`

/** The name that takes the least, and the one that takes the most of a mainland message. */
const shortestMainlandName = 'M'.repeat(signatures.mainlandName.min)
export const longestMainlandName = 'M'.repeat(signatures.mainlandName.max)

/**
 * A character of each type that takes the most of a part. Outside the GSM alphabet it makes the whole text Unicode, which
 * holds fewer characters of every kind, and one of a surrogate pair takes two places there.
 */
const WIDEST = new Map<string, string>(
  Object.entries({
    code: '0',
    number: '0',
    money: '元',
    datetime: '年',
    phone: '0',
    name: '𠮷',
    text: '𠮷',
    url: '𠮷',
    id: '0',
  } satisfies Record<VariableType, string>),
)

function textOf(
  content: string,
  variables: readonly TemplateVariable[],
  valueOf: (variable: TemplateVariable) => string,
): string {
  const byName = new Map(variables.map((variable) => [variable.name, variable]))
  return piecesOf(content)
    .map((piece) => {
      if ('text' in piece) return piece.text
      const variable = byName.get(piece.variable)
      return variable === undefined ? `{${piece.variable}}` : valueOf(variable)
    })
    .join('')
}

const repeated = (character: string, times: number): string =>
  character.repeat(Math.min(Math.max(Math.trunc(times) || 0, 0), limits.contentMax))

const shortestText = (content: string, variables: readonly TemplateVariable[]): string =>
  textOf(content, variables, ({ type }) => repeated('0', type === 'code' ? limits.code.min : 1))

/** A text with the most parts that a template can become. A form may hold any length while it is typed. */
export const longestText = (content: string, variables: readonly TemplateVariable[]): string =>
  textOf(content, variables, ({ type, max_length: max }) =>
    repeated(WIDEST.get(type) ?? '0', type === 'code' ? Math.min(max, limits.code.max) : max),
  )

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

/** The most parts that a message of a template has. */
export const mostParts = (
  content: string,
  variables: readonly TemplateVariable[],
  { rule, framed }: Counting,
): number => count(framed(longestText(content, variables)), rule).parts

/**
 * The parts of a template's shortest and longest message. `under` counts a message of a sender; one of a template that is
 * bound to no sender goes out under names of any length.
 */
export const partsRange = (
  content: string,
  variables: readonly TemplateVariable[],
  under: (sender: string) => Counting,
  sender: string | null = null,
): { readonly min: number; readonly max: number } => {
  const least = under(sender ?? shortestMainlandName)
  return {
    min: count(least.framed(shortestText(content, variables)), least.rule).parts,
    max: mostParts(content, variables, under(sender ?? longestMainlandName)),
  }
}
