import { variableNames } from '@hongyan/contract/senders/content'
import type { Matched, SendTemplate } from './message.ts'
import { agreement, type CompiledContent, compileContent, readText, type ReadText, valuesIn } from './template-match.ts'

const LEADING = /^【([^【】]{1,64})】/u
const TRAILING = /【([^【】]{1,64})】$/u

/** A mainland text without the name that it carries in brackets at its start or end (semantics D15). */
export function withoutName(text: string): { readonly name: string | null; readonly bare: string } {
  const match = LEADING.exec(text) ?? TRAILING.exec(text)
  if (match === null) return { name: null, bare: text }
  return { name: match[1] ?? null, bare: text.replace(match[0], '') }
}

/** A template with its content, ready to be compared with texts. */
export interface CompiledTemplate {
  readonly template: SendTemplate
  readonly content: CompiledContent
}

export const compiled = (template: SendTemplate): CompiledTemplate => ({
  template,
  content: compileContent(template.content, template.variables),
})

interface Fitting extends CompiledTemplate {
  readonly values: ReadonlyMap<string, string>
}

/** The most templates that a text is compared with to name the nearest. Those with the longest common beginning come first. */
const COMPARED = 10

/**
 * Finds the one template that a text was written by (semantics D15). Where none or several fit, names the nearest and
 * the place of the first character that differs from it.
 */
export function matchText(templates: readonly CompiledTemplate[], bare: string): Matched {
  const text = readText(bare)
  const fitting: Fitting[] = []
  for (const one of templates) {
    const values = valuesIn(one.content, text)
    if (values !== null) fitting.push({ ...one, values })
    if (fitting.length === COMPARED) break
  }
  const [only, second] = fitting
  if (only !== undefined && second === undefined) return { template: only.template, codes: codesOf(only) }
  return nearestOf(fitting.length > 0 ? fitting : templates, text)
}

const codesOf = ({ template, values }: Fitting): readonly string[] =>
  variableNames(template.content).flatMap((name) =>
    template.variables.some((variable) => variable.name === name && variable.type === 'code')
      ? (values.get(name) ?? [])
      : [],
  )

function nearestOf(templates: readonly CompiledTemplate[], text: ReadText): Matched {
  let nearest: string | null = null
  let at = 0
  for (const { template, content } of templates.slice(0, COMPARED)) {
    const reached = agreement(content, text)
    if (nearest === null || reached > at) {
      nearest = template.code ?? template.id
      at = reached
    }
  }
  return { nearest, at }
}
