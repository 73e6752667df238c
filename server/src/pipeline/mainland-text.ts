import { patternOf, piecesOf, variableNames } from '@hongyan/contract/senders/content'
import type { Matched, SendTemplate } from './message.ts'

const LEADING = /^【([^【】]{1,64})】/u
const TRAILING = /【([^【】]{1,64})】$/u

/** A mainland text without the name that it carries in brackets at its start or end (semantics D15). */
export function withoutName(text: string): { readonly name: string | null; readonly bare: string } {
  const match = LEADING.exec(text) ?? TRAILING.exec(text)
  if (match === null) return { name: null, bare: text }
  return { name: match[1] ?? null, bare: text.replace(match[0], '') }
}

/** A template with the pattern of the texts that it can become. */
export interface CompiledTemplate {
  readonly template: SendTemplate
  readonly pattern: RegExp
}

export const compiled = (template: SendTemplate): CompiledTemplate => ({
  template,
  pattern: patternOf(template.content, template.variables),
})

/**
 * Finds the one template that a text was written by (semantics D15). Where none or several fit, names the nearest and
 * the place of the first character that differs from it.
 */
export function matchText(templates: readonly CompiledTemplate[], bare: string): Matched {
  const fitting = templates.filter(({ pattern }) => pattern.test(bare))
  const [only, second] = fitting
  if (only !== undefined && second === undefined) return { template: only.template, codes: codesOf(only, bare) }
  return nearestOf(fitting.length > 0 ? fitting : templates, bare)
}

function codesOf({ template, pattern }: CompiledTemplate, bare: string): readonly string[] {
  const values = pattern.exec(bare)?.slice(1) ?? []
  return variableNames(template.content).flatMap((name, at) =>
    template.variables.some((variable) => variable.name === name && variable.type === 'code') ? (values[at] ?? []) : [],
  )
}

/** The most templates that a text is compared with to name the nearest. Those with the longest common beginning come first. */
const COMPARED = 10

function nearestOf(templates: readonly CompiledTemplate[], bare: string): Matched {
  let nearest: string | null = null
  let at = 0
  for (const { template } of templates.slice(0, COMPARED)) {
    const reached = agreement(template, bare)
    if (nearest === null || reached > at) {
      nearest = template.code ?? template.id
      at = reached
    }
  }
  return { nearest, at }
}

/** The length of the text's beginning that the template can become. */
function agreement(template: SendTemplate, bare: string): number {
  let before = ''
  let reached = 0
  for (const piece of piecesOf(template.content)) {
    const written = 'text' in piece ? piece.text : `{${piece.variable}}`
    const whole = matchedLength(template, before + written, bare)
    if (whole === null) return 'text' in piece ? Math.max(reached, partly(template, before, piece.text, bare)) : reached
    reached = whole
    before += written
  }
  return reached
}

/** Returns the length of the text up to its first difference from a stretch of fixed text. */
function partly(template: SendTemplate, before: string, fixed: string, bare: string): number {
  let reached = 0
  for (let from = 0, to = fixed.length - 1; from < to;) {
    const middle = Math.ceil((from + to) / 2)
    const matched = matchedLength(template, before + fixed.slice(0, middle), bare)
    if (matched === null) to = middle - 1
    else [from, reached] = [middle, matched]
  }
  return reached
}

/** The length of the text that a beginning of a template's content matches; null where it does not. */
function matchedLength({ variables }: SendTemplate, beginning: string, bare: string): number | null {
  const { source } = patternOf(beginning, variables)
  return new RegExp(source.slice(0, -1), 'u').exec(bare)?.[0].length ?? null
}
