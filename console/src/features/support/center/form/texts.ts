/** A text of several lines as the server stores it: line breaks as `\n`, without spaces at its ends. */
export const tidyText = (typed: string): string => typed.replaceAll(/\r\n?/g, '\n').trim()

/** A line as the server stores it. */
export const tidyLine = (typed: string): string => typed.replaceAll(/\s+/g, ' ').trim()

const FORBIDDEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u

/** True for a line of so many characters as people count them, without those that hide or turn text. */
export function isLine(line: string, min: number, max: number): boolean {
  const { length } = Array.from(line)
  return length >= min && length <= max && !FORBIDDEN.test(line)
}

/** The same of a text with line breaks and tabs. */
export const isText = (typed: string, min: number, max: number): boolean =>
  isLine(tidyText(typed).replaceAll(/[\n\t]/g, ' '), min, max)

/** The number of characters as people count them. */
export const countOf = (typed: string): number => Array.from(tidyText(typed)).length
