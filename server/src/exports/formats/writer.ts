import type { ExportColumnForm } from '@hongyan/contract/vocabulary/export'
import type { Value } from '../source.ts'

/** A column of a file. */
export interface FileColumn {
  readonly name: string
  readonly title: string
  readonly form: ExportColumnForm
  /** Spells out a value of the form `label`. */
  readonly label: (value: string | number) => string
}

export interface FileLayout {
  readonly columns: readonly FileColumn[]
  readonly zone: string
  /** The most rows of a sheet of a workbook, without its headings. */
  readonly sheetRows: number
  /** Begins a text file with a byte order mark. */
  readonly mark: boolean
}

/**
 * Writes the rows of a file in pieces. `state` is all that a writer in another process needs to go on behind a piece: a
 * value that JSON keeps, and that further rows do not change.
 */
export interface Writer {
  readonly rows: (rows: readonly (readonly Value[])[]) => Promise<Buffer>
  readonly end: () => Promise<Buffer>
  readonly state: () => unknown
}
