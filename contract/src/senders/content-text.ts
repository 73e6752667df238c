import { withoutDisguise } from '../sms/plain-text.ts'
import { piecesOf } from './content.ts'
import type { TemplateForm } from './forms.ts'
import { matches, type Place, type Range } from './rule.ts'

/** Stands for a variable while a content is searched. It is a character of private use, so no pattern matches it. */
const MARK = '\ue000'

/** The content with every variable as a run of marks of the same length, so that places stay. */
export const masked = (content: string): string =>
  piecesOf(content)
    .map((piece) => ('text' in piece ? piece.text : MARK.repeat(piece.variable.length + 2)))
    .join('')

/** The pieces of fixed text. */
export const fixedTexts = (content: string): readonly { readonly text: string; readonly from: number }[] =>
  piecesOf(content).flatMap((piece) => ('text' in piece ? [piece] : []))

/** A word, or one character of a script that is written without blanks. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[\p{L}\p{M}]+/gu

/** The number of words in the fixed text. */
export const fixedWords = (content: string): number =>
  fixedTexts(content).reduce((sum, { text }) => sum + (text.match(WORD)?.length ?? 0), 0)

/** The places of the variables, with their names. */
export const variablePlaces = (content: string): readonly { readonly name: string; readonly at: Range }[] =>
  piecesOf(content).flatMap((piece) =>
    'variable' in piece
      ? [{ name: piece.variable, at: { from: piece.from, to: piece.from + piece.variable.length + 2 } }]
      : [],
  )

/** The content with its samples in place of the variables. */
export const withSamples = ({ content, variables }: TemplateForm): string => {
  const samples = new Map(variables.map(({ name, sample }) => [name, sample]))
  return piecesOf(content)
    .map((piece) => ('text' in piece ? piece.text : (samples.get(piece.variable) ?? '')))
    .join('')
}

/** Blanks and signs that people put between the characters of a word so that it is not found. */
const BETWEEN = /(?<=\p{Script=Han})[\s.·*_|/\\-]+(?=\p{Script=Han})/gu

/**
 * The places of forbidden words in the fixed text. A word that shows only without its disguise (full-width or invisible
 * characters, blanks between Chinese ones) is found without a place.
 */
export function wordsIn(
  content: string,
  pattern: RegExp,
): readonly (Place<never> & { readonly values: { word: string } })[] {
  const text = masked(content)
  const plain = matches(text, pattern).map(({ at }) => ({ at, values: { word: text.slice(at.from, at.to) } }))
  if (plain.length > 0) return plain
  const [word] = withoutDisguise(text).replaceAll(BETWEEN, '').match(pattern) ?? []
  return word === undefined ? [] : [{ values: { word } }]
}
