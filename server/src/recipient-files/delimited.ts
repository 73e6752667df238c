import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import { cleanCell, hasText, KEPT_CELLS, KEPT_CHARACTERS, type RawRow } from './table.ts'
import { Unreadable } from './unreadable.ts'

/** A quoted cell of more characters than this was never closed. */
const LONGEST_QUOTED = 64 * 1024
const QUOTE = '"'

/** Reads rows from text that comes in pieces. */
export interface RowReader {
  /** The rows that end in this piece. */
  readonly feed: (text: string) => RawRow[]
  /** The last row. Throws Unreadable inside of a quoted cell. */
  readonly end: () => RawRow[]
}

/**
 * Reads rows whose cells a delimiter separates, quoted as in RFC 4180. A quote inside of a plain cell is a character
 * like others. Lines end with LF, CR or both. A null delimiter makes each line one cell.
 */
export function rowReader(delimiter: string | null): RowReader {
  let nr = 0
  let rows: RawRow[] = []
  let cells: string[] = []
  let cell = ''
  let quotedLength = 0
  let state: 'start' | 'plain' | 'quoted' | 'quote' = 'start'
  let wasReturn = false

  const keep = (text: string): void => {
    if (cell.length < KEPT_CHARACTERS) cell += text.slice(0, KEPT_CHARACTERS - cell.length)
  }
  const endCell = (): void => {
    if (cells.length < KEPT_CELLS) cells.push(cleanCell(cell))
    cell = ''
    state = 'start'
  }
  const endRow = (): void => {
    endCell()
    nr += 1
    if (hasText(cells)) rows.push({ nr, cells })
    cells = []
  }
  const taken = (): RawRow[] => {
    const read = rows
    rows = []
    return read
  }

  /** Reads from `at` to the end of a quoted stretch. Returns the place behind it. */
  const readQuoted = (text: string, at: number): number => {
    const close = text.indexOf(QUOTE, at)
    const end = close === -1 ? text.length : close
    keep(text.slice(at, Math.min(end, at + KEPT_CHARACTERS)))
    quotedLength += end - at
    if (quotedLength > LONGEST_QUOTED) throw new Unreadable()
    if (close === -1) return end
    state = 'quote'
    return close + 1
  }

  /** The place of the next character that ends a plain cell. */
  const plainEnd = (text: string, from: number): number => {
    for (let at = from; at < text.length; at += 1) {
      const character = text[at]
      if (character === delimiter || character === '\n' || character === '\r') return at
    }
    return text.length
  }

  return {
    feed: (text) => {
      for (let at = 0; at < text.length;) {
        if (state === 'quoted') {
          at = readQuoted(text, at)
          continue
        }
        const character = text[at]
        if (state === 'quote' && character === QUOTE) {
          keep(QUOTE)
          state = 'quoted'
        } else if (character === delimiter) endCell()
        else if (character === '\r' || (character === '\n' && !wasReturn)) endRow()
        else if (state === 'start' && character === QUOTE) {
          state = 'quoted'
          quotedLength = 0
        } else if (character !== '\n') {
          const end = plainEnd(text, at)
          keep(text.slice(at, Math.min(end, at + KEPT_CHARACTERS)))
          state = 'plain'
          at = end
          wasReturn = false
          continue
        }
        wasReturn = character === '\r'
        at += 1
      }
      return taken()
    },
    end: () => {
      if (state === 'quoted') throw new Unreadable()
      if (cell !== '' || cells.length > 0) endRow()
      return taken()
    },
  }
}

/**
 * Reads numbers without a table: a row ends at every line, comma or the like. A longer part than a cell becomes several
 * rows, each cut between two numbers, so that only a text without a space is cut and then too long.
 */
export function numberReader(): RowReader {
  let nr = 0
  let last = ''
  let rows: RawRow[] = []
  const keep = (text: string): void => {
    const cell = cleanCell(text)
    nr += 1
    if (cell !== '') rows.push({ nr, cells: [cell] })
  }
  /** Keeps the beginning of a part while it is longer than a cell. Returns the rest. */
  const shorten = (part: string): string => {
    let rest = part.trimStart()
    while (rest.length > limits.cellMax) {
      const start = rest.slice(0, KEPT_CHARACTERS)
      const [cut] = TO_LAST_PLUS.exec(start) ?? TO_LAST_SPACE.exec(start) ?? TO_FIRST_SPACE.exec(rest) ?? []
      if (cut === undefined) return start
      keep(cut.slice(0, KEPT_CHARACTERS))
      rest = rest.slice(cut.length).trimStart()
    }
    return rest
  }
  const taken = (): RawRow[] => {
    const read = rows
    rows = []
    return read
  }
  return {
    feed: (text) => {
      const parts = (last + text).split(LIST_MARKS)
      const running = parts.pop() ?? ''
      for (const part of parts) keep(shorten(part))
      last = shorten(running)
      return taken()
    },
    end: () => {
      keep(last)
      return taken()
    },
  }
}

const LIST_MARKS = /[\r\n,;|\t，；、]+/
const TO_LAST_PLUS = /^.+\s(?=\+)/s
const TO_LAST_SPACE = /^.+\s/s
const TO_FIRST_SPACE = /^\S+\s/
const DELIMITERS = ['\t', ';', ',', '|'] as const
/** Rows by which the delimiter is found. */
const LOOKED_AT = 50

/**
 * The delimiter of a text by its first rows: the one that cuts the most rows into the same number of cells, and of
 * equals the one with more cells. Null where none cuts.
 */
export function delimiterOf(start: string): string | null {
  let best: { readonly delimiter: string; readonly share: number; readonly width: number } | null = null
  for (const delimiter of DELIMITERS) {
    const widths = widthsOf(start, delimiter)
    const { width, share } = commonest(widths)
    if (width < 2) continue
    const isBetter = best === null || share > best.share + 0.05 || (share > best.share - 0.05 && width > best.width)
    if (isBetter) best = { delimiter, share, width }
  }
  return best?.delimiter ?? null
}

function widthsOf(start: string, delimiter: string): readonly number[] {
  const reader = rowReader(delimiter)
  try {
    return reader
      .feed(start)
      .slice(0, LOOKED_AT)
      .map(({ cells }) => cells.length)
  } catch (error) {
    if (error instanceof Unreadable) return []
    throw error
  }
}

function commonest(widths: readonly number[]): { readonly width: number; readonly share: number } {
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  const [[width, count] = [0, 0]] = [...counts].toSorted(([, one], [, other]) => other - one)
  return { width, share: widths.length === 0 ? 0 : count / widths.length }
}
