import { templates as limits } from '@hongyan/contract/limits/senders'
import { piecesOf } from '@hongyan/contract/senders/content'
import type { TemplateVariable, VariableType } from '@hongyan/contract/vocabulary/template'

// A regular expression with a bounded repetition for each variable tries their lengths in every combination, which takes
// longer than the universe has where variables stand side by side. This matches in steps, each from all places at once.

/** The characters that a value of each type may have. */
const CLASSES: Readonly<Record<VariableType, RegExp>> = {
  code: /^[0-9A-Za-z]$/u,
  number: /^[\d.,%+-]$/u,
  money: /^[\d.,$¥￥€£元美A-Z +-]$/u,
  datetime: /^[\d年月日时分秒:：/.TZ+ -]$/u,
  phone: /^[\d+* ().-]$/u,
  name: /^[\p{L}\p{M}·.'’ *-]$/u,
  text: /^[^\p{C}]$/u,
  url: /^[^\s\p{C}]$/u,
  id: /^[0-9A-Za-z_.:/#*-]$/u,
}

interface Fixed {
  readonly fixed: readonly string[]
}

/** A variable's place in a content. Lengths are in characters. */
interface Value {
  readonly name: string
  readonly type: VariableType
  readonly least: number
  readonly most: number
  /** The step of the variable's first place, which has the same value; null for the first itself. */
  readonly repeats: number | null
}

type Step = Fixed | Value

const isFixed = (step: Step): step is Fixed => 'fixed' in step

/** A template's content, ready to be compared with texts. */
export interface CompiledContent {
  readonly steps: readonly Step[]
  /** The fewest and the most characters of a text by it. */
  readonly least: number
  readonly most: number
}

/** Compiles content: its fixed texts, and each variable as its type's characters within its length (semantics D15). */
export function compileContent(content: string, variables: readonly TemplateVariable[]): CompiledContent {
  const byName = new Map(variables.map((variable) => [variable.name, variable]))
  const first = new Map<string, number>()
  const steps: Step[] = []
  for (const piece of piecesOf(content)) {
    const variable = 'variable' in piece ? byName.get(piece.variable) : undefined
    if (variable === undefined) {
      steps.push({ fixed: Array.from('text' in piece ? piece.text : `{${piece.variable}}`) })
      continue
    }
    const { name, type, max_length: max } = variable
    const [least, most] = type === 'code' ? [limits.code.min, Math.min(max, limits.code.max)] : [1, max]
    steps.push({ name, type, least, most, repeats: first.get(name) ?? null })
    if (!first.has(name)) first.set(name, steps.length - 1)
  }
  const sum = (which: 'least' | 'most') =>
    steps.reduce((all, step) => all + (isFixed(step) ? step.fixed.length : step[which]), 0)
  return { steps, least: sum('least'), most: sum('most') }
}

/** A text that is compared with contents. */
export interface ReadText {
  readonly characters: readonly string[]
  /** For each place, the number of characters from there on that a value of the type may have. */
  readonly runs: (type: VariableType) => Uint16Array
  /**
   * Steps that comparisons for repeated variables may still take, for all contents together. In how many ways values can
   * repeat has no bound of its own: a content that is not compared to its end does not fit.
   */
  left: number
}

/** Some tens of milliseconds of a processor. */
const MOST_STEPS = 20_000

export function readText(text: string): ReadText {
  const characters = Array.from(text)
  const known = new Map<VariableType, Uint16Array>()
  const runsOf = (type: VariableType): Uint16Array => {
    const runs = new Uint16Array(characters.length + 1)
    for (let at = characters.length - 1; at >= 0; at -= 1)
      runs[at] = CLASSES[type].test(characters[at] ?? '') ? (runs[at + 1] ?? 0) + 1 : 0
    known.set(type, runs)
    return runs
  }
  return { characters, runs: (type) => known.get(type) ?? runsOf(type), left: MOST_STEPS }
}

/** Places in a text, in their order: those that the beginning of a content can end at. */
type Places = readonly number[]

/** The number of fixed characters that the text has from a place on. */
function commonLength({ characters }: ReadText, at: number, fixed: readonly string[]): number {
  let length = 0
  while (length < fixed.length && characters[at + length] === fixed[length]) length += 1
  return length
}

/** The most characters, up to `most`, that are the same from both places on. */
function sameLength({ characters }: ReadText, one: number, other: number, most: number): number {
  let length = 0
  while (length < most && characters[one + length] === characters[other + length]) length += 1
  return length
}

/** The longest value that may begin at a place; for a repeated variable, one that its first place may have too. */
function longest(text: ReadText, step: Value, at: number, firsts: Places | null): number {
  const runs = text.runs(step.type)
  const most = Math.min(step.most, runs[at] ?? 0)
  if (firsts === null || text.left <= 0) return most
  text.left -= firsts.length
  return Math.max(0, ...firsts.map((first) => sameLength(text, first, at, Math.min(most, runs[first] ?? 0))))
}

/** The places after a step, from all places before it. */
function after(text: ReadText, step: Step, places: Places, firsts: Places | null): Places {
  if (isFixed(step)) {
    const { length } = step.fixed
    return places.filter((at) => commonLength(text, at, step.fixed) === length).map((at) => at + length)
  }
  const next: number[] = []
  let last = -1
  for (const at of places) {
    const end = at + longest(text, step, at, firsts)
    for (let to = Math.max(at + step.least, last + 1); to <= end; to += 1) next.push((last = to))
  }
  return next
}

/** The places after each step, the first for none. Ends early where a step has none. */
function forward(text: ReadText, { steps }: CompiledContent): readonly Places[] {
  const all: Places[] = [[0]]
  for (const [index, step] of steps.entries()) {
    const firsts = isFixed(step) || step.repeats === null ? null : (all[step.repeats] ?? null)
    const places = after(text, step, all[index] ?? [], firsts)
    if (places.length === 0) break
    all.push(places)
  }
  return all
}

/** True where the sorted places have one from `least` to `most`. */
function hasWithin(places: Places, least: number, most: number): boolean {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return (places[low] ?? Infinity) <= most
}

/** For each step, the places from which it and those after it reach the text's end. */
function backward(text: ReadText, { steps }: CompiledContent, all: readonly Places[]): readonly Places[] {
  const ends: Places[] = [[text.characters.length]]
  for (const [index, step] of [...steps.entries()].toReversed()) {
    const next = ends[0] ?? []
    const reaches = (at: number): boolean =>
      isFixed(step)
        ? commonLength(text, at, step.fixed) === step.fixed.length &&
          hasWithin(next, at + step.fixed.length, at + step.fixed.length)
        : hasWithin(next, at + step.least, at + longest(text, step, at, null))
    ends.unshift((all[index] ?? []).filter(reaches))
  }
  return ends
}

/**
 * Returns the values of the variables by which a text becomes a content, the longest for the first variable, then for
 * the second, and so on; null where it fits none.
 */
export function valuesIn(content: CompiledContent, text: ReadText): ReadonlyMap<string, string> | null {
  const { steps, least, most } = content
  const { characters } = text
  if (characters.length < least || characters.length > most) return null
  const all = forward(text, content)
  if (all.length <= steps.length || all.at(-1)?.at(-1) !== characters.length) return null
  const ends = backward(text, content, all)
  const values = new Map<string, string>()
  const fits = (index: number, at: number): boolean => {
    const step = steps[index]
    if (step === undefined) return true
    const next = ends[index + 1] ?? []
    if (isFixed(step)) return fits(index + 1, at + step.fixed.length)
    const before = step.repeats === null ? undefined : values.get(step.name)
    if (before !== undefined) {
      const value = Array.from(before)
      const end = at + value.length
      return commonLength(text, at, value) === value.length && hasWithin(next, end, end) && fits(index + 1, end)
    }
    for (let end = at + longest(text, step, at, null); end >= at + step.least; end -= 1) {
      if (!hasWithin(next, end, end)) continue
      values.set(step.name, characters.slice(at, end).join(''))
      if (fits(index + 1, end)) return true
      if ((text.left -= 1) <= 0) return false
    }
    return false
  }
  return fits(0, 0) ? values : null
}

/** The length of the text's beginning that the content can become, in characters of UTF-16. */
export function agreement(content: CompiledContent, text: ReadText): number {
  const all = forward(text, content)
  const places = all.at(-1) ?? []
  const step = content.steps[all.length - 1]
  const partly = step !== undefined && isFixed(step) ? places.map((at) => at + commonLength(text, at, step.fixed)) : []
  const reached = Math.max(0, places.at(-1) ?? 0, ...partly)
  return text.characters.slice(0, reached).join('').length
}
