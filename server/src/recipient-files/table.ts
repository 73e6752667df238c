import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'

/** A row of a source that has a cell with text. */
export interface RawRow {
  /** From 1; rows without text count, and are left out. */
  readonly nr: number
  readonly cells: readonly string[]
}

/** Some rows, and the share of the source that is read behind them, from 0 to 1. */
export interface RawRows {
  readonly rows: readonly RawRow[]
  readonly share: number
}

/** The rows of a source, whatever its format. */
export interface Table {
  readonly encoding: string | null
  readonly sheets: readonly string[]
  readonly sheet: string | null
  readonly rows: () => AsyncIterable<RawRows>
  /** The same without a table: one number or several in each row, in its only cell. */
  readonly numbers: () => AsyncIterable<RawRows>
}

/** Characters that are kept of a cell: one more than a cell may have. */
export const KEPT_CHARACTERS = limits.cellMax + 1
/** Cells that are kept of a row. More than the most columns, so that empty ones behind them do no harm. */
export const KEPT_CELLS = 256

/** PostgreSQL stores no NUL, and no text message has the others. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** A cell without these and without halves of characters, which JSON in the database refuses. */
export const cleanCell = (text: string): string => text.replace(CONTROLS, '').trim().toWellFormed()

export const hasText = (cells: readonly string[]): boolean => cells.some((cell) => cell !== '')
