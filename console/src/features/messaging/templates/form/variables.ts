import { templates as limits } from '@hongyan/contract/limits/senders'
import { variableNames } from '@hongyan/contract/senders/content'
import type { TemplateVariable, VariableType } from '@hongyan/contract/vocabulary/template'

/** Words of a variable's name that tell its type, the first match first. */
const words: readonly (readonly [RegExp, VariableType])[] = [
  [/code|otp|pin/, 'code'],
  [/date|time|day|deadline/, 'datetime'],
  [/amount|price|total|fee|money|balance/, 'money'],
  [/phone|mobile|tel/, 'phone'],
  [/url|link/, 'url'],
  [/minute|hour|count|quantity|number_of/, 'number'],
  [/order|track|_id$|^id$|_no$|number|ref/, 'id'],
  [/name|customer/, 'name'],
]

const guessedType = (name: string): VariableType => words.find(([word]) => word.test(name))?.[1] ?? 'text'

/** The length of a new variable; most codes have six characters. */
const firstLength = (type: VariableType): number => (type === 'code' ? 6 : limits.valueMax[type])

export const withType = (variable: TemplateVariable, type: VariableType): TemplateVariable =>
  variable.type === type ? variable : { ...variable, type, max_length: firstLength(type) }

export const newVariable = (name: string, type: VariableType = guessedType(name)): TemplateVariable => ({
  name,
  type,
  max_length: firstLength(type),
  sample: '',
})

/**
 * The variables of a changed content, in its order. A variable that is renamed in the text keeps its type, length and
 * sample, and so does one that comes back after it was deleted (`earlier`).
 */
export function variablesOf(
  content: string,
  before: readonly TemplateVariable[],
  earlier: readonly TemplateVariable[] = [],
): readonly TemplateVariable[] {
  const names = variableNames(content)
  const gone = before.filter(({ name }) => !names.includes(name))
  const added = names.filter((name) => !before.some((variable) => variable.name === name))
  const renamed = gone.length === 1 && added.length === 1 ? gone[0] : undefined
  return names.map((name) => {
    const known = [...before, ...earlier].find((variable) => variable.name === name)
    if (known !== undefined) return known
    return renamed === undefined ? newVariable(name) : { ...renamed, name }
  })
}

/** The first name of a type that the content does not have yet: `order`, then `order_2`. */
export function freeName(type: VariableType, taken: readonly string[]): string {
  const base = type === 'datetime' ? 'time' : type === 'money' ? 'amount' : type === 'url' ? 'link' : type
  const next = (count: number): string => {
    const name = count === 1 ? base : `${base}_${count}`
    return taken.includes(name) ? next(count + 1) : name
  }
  return next(1)
}

/** The content with the samples in their places; a variable without one stays as it is written. */
export const withSamples = (content: string, variables: readonly TemplateVariable[]): string =>
  variables.reduce(
    (text, { name, sample }) => (sample === '' ? text : text.replaceAll(`{${name}}`, () => sample)),
    content,
  )
