import { septetsOf } from './encoding.ts'

/** Characters that GSM-7 lacks, with the plain ones that say the same. */
const PLAIN = new Map<string, string>(
  Object.entries({
    "'": '‘’‚‛′ʹʼ´`‹›',
    '"': '“”„‟″«»',
    '-': '‐‑‒–—―−•',
    '...': '…',
    ' ': '\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
    '': '\u00ad\u200b\u200e\u200f\u2060\ufeff',
    '. ': '。',
    ', ': '、',
    fi: 'ﬁ',
    fl: 'ﬂ',
    '\n': '\u2028\u2029',
  }).flatMap(([plain, others]) => Array.from(others, (other) => [other, plain] as const)),
)

/** The plain text that may stand for a character that GSM-7 lacks: empty for an invisible one, null where there is none. */
export function plainReplacement(character: string): string | null {
  const code = character.codePointAt(0) ?? 0
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCodePoint(code - 0xfee0)
  return PLAIN.get(character) ?? null
}

/** A character that forces Unicode on a text. `from` is its first place, in UTF-16 code units. */
export interface UnicodeCharacter {
  readonly character: string
  readonly from: number
  readonly times: number
  readonly replacement: string | null
}

/** The characters of a text that GSM-7 lacks, in the order of their first places (3GPP TS 23.038). */
export function unicodeCharacters(text: string): readonly UnicodeCharacter[] {
  const found = new Map<string, UnicodeCharacter>()
  let from = 0
  for (const character of text) {
    if (character.length > 1 || septetsOf(character.charCodeAt(0)) === 0) {
      const earlier = found.get(character) ?? { character, from, times: 0, replacement: plainReplacement(character) }
      found.set(character, { ...earlier, times: earlier.times + 1 })
    }
    from += character.length
  }
  return [...found.values()]
}
