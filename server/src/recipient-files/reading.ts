import type { AudienceColumn, RowCounts } from '@hongyan/contract/endpoints/messaging/audiences'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import type { Arrangement } from './columns.ts'
import { type HomeCountry, readNumberCell } from './number-cell.ts'
import { splitNumbers } from './number-list.ts'
import type { LeftOutRow, RecipientPage, RecipientRow } from './read.ts'
import { seenNumbers } from './seen-numbers.ts'
import type { RawRow } from './table.ts'

/** Rows of a page. */
const PAGE_ROWS = 2_000
/**
 * A page with so many characters ends before it has all its rows: the server copies and quotes a page without a pause, and
 * two thousand rows may have 40 million characters.
 */
const PAGE_CHARACTERS = 256 * 1024
/** Characters that are kept of a value that is left out. */
const SHOWN = 100

export const NO_COUNTS: RowCounts = {
  rows: 0,
  valid: 0,
  invalid: 0,
  scientific: 0,
  duplicates: 0,
  landline: 0,
  too_long: 0,
}

/** Rows on their way from a source into pages. */
export interface Reading {
  readonly counts: RowCounts
  readonly columns: readonly AudienceColumn[]
  readonly phoneColumn: string | null
  readonly take: (row: RawRow) => void
  readonly isFull: () => boolean
  /** The rows since the last page; null without any. */
  readonly page: (share: number) => RecipientPage | null
}

/** Reads rows behind the heading, whose number is `heading`. Each row with text is counted exactly once. */
export function newReading(arrangement: Arrangement, heading: number, country: HomeCountry): Reading {
  const seen = seenNumbers()
  const counts = { ...NO_COUNTS }
  const columns = arrangement.kind === 'table' ? arrangement.columns : []
  const names = columns.map(({ name }) => name)
  const phone = arrangement.kind === 'table' ? arrangement.phone : -1
  let rows: RecipientRow[] = []
  let leftOut: LeftOutRow[] = []
  let characters = 0

  const leave = (row: number, value: string, reason: LeftOutRow['reason']): void => {
    counts[reason === 'duplicate' ? 'duplicates' : reason] += 1
    const shown = value.slice(0, SHOWN).toWellFormed()
    characters += shown.length
    leftOut.push({ row, value: shown, reason })
  }
  const takeValue = (row: number, value: string, cells: readonly string[]): void => {
    counts.rows += 1
    if (isTooLong(value) || cells.some(isTooLong)) return leave(row, value, 'too_long')
    const read = readNumberCell(value, country)
    if (read.kind !== 'number') return leave(row, value, read.kind)
    if (!seen.add(read.to)) return leave(row, value, 'duplicate')
    counts.valid += 1
    for (const cell of cells) characters += cell.length
    rows.push({ row, to: read.to, country: read.country, cells })
  }
  const takeRow = ({ nr, cells }: RawRow): void => {
    const own = columns.map((_, at) => cells[at] ?? '')
    // Text in cells beyond the columns is none of the table's.
    if (own.some((cell) => cell !== '')) takeValue(nr - heading, own[phone] ?? '', own)
  }

  return {
    counts,
    columns,
    phoneColumn: names[phone] ?? null,
    take: (row) => {
      if (arrangement.kind === 'table') {
        if (row.nr > heading) takeRow(row)
      } else {
        for (const text of row.cells) {
          const numbers = isTooLong(text) ? [text] : splitNumbers(text, country)
          for (const number of numbers) takeValue(counts.rows + 1, number, [])
        }
      }
    },
    isFull: () => rows.length + leftOut.length >= PAGE_ROWS || characters >= PAGE_CHARACTERS,
    page: (share) => {
      if (rows.length + leftOut.length === 0) return null
      const page = { columns: names, phone, rows, leftOut, progress: Math.floor(share * 100) }
      rows = []
      leftOut = []
      characters = 0
      return page
    },
  }
}

const isTooLong = (text: string): boolean => text.length > limits.cellMax
