/** The values of a text's placeholders. */
export type Values = Readonly<Record<string, string | number>>

/** A text as compiled by the build: strings, placeholders, and branches that a value selects from. */
export type Message = readonly Piece[]
type Piece = string | readonly [name: string, kind?: string, branches?: Readonly<Record<string, Message>>]

const pluralRules = new Map<string, Intl.PluralRules>()

function pluralOf(count: number, language: string): string {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language)
  pluralRules.set(language, rules)
  return rules.select(count)
}

/** Renders a text. Inside a plural branch, # is its number in the format of the language. */
export function filled(message: Message, values: Values, language: string, count?: number): string {
  const written = message.map((piece) => {
    if (piece === '#' && count !== undefined) return count.toLocaleString(language)
    if (typeof piece === 'string') return piece
    const [name, kind, branches] = piece
    const value = values[name] ?? ''
    if (!branches) return String(value)
    if (kind !== 'plural') return filled(branches[value] ?? branches['other'] ?? [], values, language, count)
    const number = Number(value)
    const branch = branches[number] ?? branches[pluralOf(number, language)] ?? branches['other']
    return filled(branch ?? [], values, language, number)
  })
  return written.reduce(joined, '')
}

const HAN_END = /\p{sc=Han}$/u
const HAN_START = /^\p{sc=Han}/u
const LATIN_END = /[\p{sc=Latin}\p{Nd}]$/u
const LATIN_START = /^[\p{sc=Latin}\p{Nd}]/u

/** Chinese is written without spaces, but Latin letters and digits within it stand apart: a placeholder may be either. */
function joined(before: string, piece: string): string {
  if (/\p{sc=Han} $/u.test(before) && HAN_START.test(piece)) return before.slice(0, -1) + piece
  if (HAN_END.test(before) && /^ \p{sc=Han}/u.test(piece)) return before + piece.slice(1)
  const isMixed = (HAN_END.test(before) && LATIN_START.test(piece)) || (LATIN_END.test(before) && HAN_START.test(piece))
  return isMixed ? `${before} ${piece}` : before + piece
}

/** Writes a formatted number with its unit. */
export const withUnit = (parts: readonly Intl.NumberFormatPart[]): string =>
  parts.map(({ value }) => value).reduce(joined, '')
