import { KEPT_CHARACTERS } from './table.ts'
import { Unreadable } from './unreadable.ts'
import type { XmlHandlers } from './xml.ts'

/** Bytes of all texts of a workbook, and their number: a workbook within the limits of uploads has fewer. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_STRINGS = 4_000_000
const FIRST_BYTES = 64 * 1024

/** Texts of a workbook that its cells share, in one buffer: a million texts of their own would take twice the memory. */
export interface SharedStrings {
  readonly handlers: XmlHandlers
  readonly at: (index: number) => string
}

export function sharedStrings(): SharedStrings {
  let bytes = Buffer.allocUnsafe(FIRST_BYTES)
  let ends = new Uint32Array(FIRST_BYTES / 16)
  let filled = 0
  let count = 0

  const add = (text: string): void => {
    const size = Buffer.byteLength(text)
    if (filled + size > MOST_BYTES || count >= MOST_STRINGS) throw new Unreadable()
    if (filled + size > bytes.length) bytes = Buffer.concat([bytes], Math.max(bytes.length * 2, filled + size))
    if (count === ends.length) {
      const larger = new Uint32Array(ends.length * 2)
      larger.set(ends)
      ends = larger
    }
    bytes.write(text, filled)
    filled += size
    ends[count] = filled
    count += 1
  }
  return {
    handlers: textHandlers('si', add),
    at: (index) =>
      index >= 0 && index < count ? bytes.toString('utf8', index === 0 ? 0 : ends[index - 1], ends[index]) : '',
  }
}

/** Joins the runs of rich text in an element, without the readings of Japanese characters that stand beside them. */
function textHandlers(element: string, add: (text: string) => void): XmlHandlers {
  let text = ''
  let isText = false
  let isReading = false
  return {
    open: (name) => {
      if (name === element) text = ''
      else if (name === 'rPh') isReading = true
      else if (name === 't') isText = !isReading
    },
    close: (name) => {
      if (name === element) add(decodeEscapes(text))
      else if (name === 'rPh') isReading = false
      else if (name === 't') isText = false
    },
    text: (piece) => {
      if (isText && text.length < KEPT_CHARACTERS) text += piece.slice(0, KEPT_CHARACTERS - text.length)
    },
  }
}

/** Workbooks write some characters as _x000D_ (ECMA-376 part 1, 22.9.2.19). */
const ESCAPE = /_x([\da-f]{4})_/gi

export const decodeEscapes = (text: string): string =>
  text.includes('_x') ? text.replace(ESCAPE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : text
