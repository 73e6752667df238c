import { templates as limits } from '../limits/senders.ts'
import type { TemplateVariable, VariableType } from '../vocabulary/template.ts'

/** A piece of a template's content: fixed text, or the name of a variable. `from` is its place in the content. */
export type Piece =
  | { readonly text: string; readonly from: number }
  | { readonly variable: string; readonly from: number }

const VARIABLE = /\{([a-z][a-z0-9_]{0,31})\}/gu

/** Splits content into fixed text and variables, written `{name}`. A brace that opens or closes none stays text. */
export function piecesOf(content: string): readonly Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of content.matchAll(VARIABLE)) {
    const [written, variable = ''] = match
    if (match.index > end) pieces.push({ text: content.slice(end, match.index), from: end })
    pieces.push({ variable, from: match.index })
    end = match.index + written.length
  }
  if (end < content.length) pieces.push({ text: content.slice(end), from: end })
  return pieces
}

/** The names of the variables in content, in their order, once each. */
export const variableNames = (content: string): readonly string[] => [
  ...new Set(piecesOf(content).flatMap((piece) => ('variable' in piece ? [piece.variable] : []))),
]

/** The characters that a value of each type may have (screens S3). Lengths are bounded apart. */
const SHAPES: Readonly<Record<VariableType, string>> = {
  code: '[0-9A-Za-z]+',
  number: '[+-]?\\d+(?:[.,]\\d+)*%?',
  money: '(?:[$¥￥€£]\\s?|[A-Z]{3}\\s)?[+-]?\\d+(?:[.,]\\d+)*(?:\\s?(?:元|美元|[A-Z]{3}|[$¥€£]))?',
  datetime: '[\\d年月日时分秒:：/.TZ+ -]*\\d[\\d年月日时分秒:：/.TZ+ -]*',
  phone: '\\+?[\\d*][\\d* ().-]*[\\d*]',
  name: "[\\p{L}\\p{M}·.'’ *-]+",
  text: '[^\\p{C}]+',
  url: 'https?:\\/\\/[^\\s\\p{C}]+',
  id: '[0-9A-Za-z_.:/#*-]+',
}

const whole = (shape: string): RegExp => new RegExp(`^(?:${shape})$`, 'u')
const shapeOf = new Map<string, RegExp>(Object.entries(SHAPES).map(([type, shape]) => [type, whole(shape)]))

const lengthOf = (text: string): number => Array.from(text).length

/** True where a message may put this value in the variable's place: its type, and its length (semantics D8). */
export function fitsVariable({ type, max_length: max }: TemplateVariable, value: string): boolean {
  const length = lengthOf(value)
  if (length === 0 || length > max || value.trim() === '') return false
  if (type === 'code' && (length < limits.code.min || length > limits.code.max)) return false
  return shapeOf.get(type)?.test(value) === true
}

/** The variable of a message whose value is missing or does not fit. */
export interface WrongValue {
  readonly variable: string
  readonly problem: 'missing' | 'unknown' | 'invalid'
}

/**
 * Puts values in the places of a content's variables, each once and never inside another (semantics D8). Control
 * characters of the values are dropped. Returns the first variable that is missing, unknown or unfit instead.
 */
export function renderContent(
  content: string,
  variables: readonly TemplateVariable[],
  given: Readonly<Record<string, string>>,
): { readonly text: string } | { readonly wrong: WrongValue } {
  const values = new Map(Object.entries(given).map(([name, value]) => [name, withoutControls(value)]))
  const known = new Set(variables.map(({ name }) => name))
  for (const name of values.keys()) if (!known.has(name)) return { wrong: { variable: name, problem: 'unknown' } }
  for (const variable of variables) {
    const value = values.get(variable.name)
    if (value === undefined) return { wrong: { variable: variable.name, problem: 'missing' } }
    if (!fitsVariable(variable, value)) return { wrong: { variable: variable.name, problem: 'invalid' } }
  }
  const pieces = piecesOf(content).map((piece) => ('text' in piece ? piece.text : (values.get(piece.variable) ?? '')))
  return { text: pieces.join('') }
}

/** A value as it stands in a text: control characters are dropped. */
export const withoutControls = (value: string): string => value.replaceAll(/\p{Cc}/gu, '')
