import type { RuleId } from '@hongyan/contract/rules'
import { parseNumber } from '@hongyan/contract/sms/number'
import { isNote, noteOf } from './exempt-note.ts'

/** A typed line: its number, its note, and the rule that it breaks. */
export interface ExemptLine {
  /** Its place among the lines that are not empty, from 1. */
  readonly line: number
  readonly text: string
  readonly number: string
  readonly note: string
  readonly broken: RuleId | null
}

/** A number in international form, also where it is typed with spaces, dashes or brackets; else the text as it is. */
function numberOf(typed: string): { number: string; ok: boolean } {
  const parsed = parseNumber(typed, null)
  return parsed.ok ? { number: parsed.e164, ok: true } : { number: typed, ok: false }
}

/**
 * Parses typed lines: a number each, and after a comma, semicolon or tab its own note. `taken` are the numbers that are
 * exempt already; a number may stand once.
 */
export function readLines(typed: string, note: string, taken: readonly string[]): readonly ExemptLine[] {
  const seen = new Set(taken)
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((text, index): ExemptLine => {
      const [first = '', ...rest] = text.split(/[,;\t，；]/)
      const { number, ok } = numberOf(first.trim())
      const own = noteOf(rest.join(' ')) || noteOf(note)
      const broken = ok ? (seen.has(number) ? 'number_repeated' : isNote(own) ? null : 'note_long') : 'invalid_number'
      if (broken === null) seen.add(number)
      return { line: index + 1, text, number, note: own, broken }
    })
}
