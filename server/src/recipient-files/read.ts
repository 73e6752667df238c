import type { AudienceColumn, RowCounts } from '@hongyan/contract/endpoints/messaging/audiences'
import type { AudienceProblem, LeftOutReason } from '@hongyan/contract/vocabulary/broadcast'
import type { ParseResult } from '@hongyan/contract/vocabulary/job'

/** Text that was pasted, or the content of a file. The content is handed over: the caller's buffer is empty afterwards. */
export type RecipientInput =
  | { readonly kind: 'pasted'; readonly text: string }
  | { readonly kind: 'file'; readonly content: Uint8Array }

export interface ReadOptions {
  /** The country of numbers without a calling code, ISO 3166-1 alpha-2. */
  readonly country: string
  /** The name of the column with the numbers; null: by heading and values. */
  readonly phoneColumn: string | null
  /** The sheet of a workbook; null: the first one. */
  readonly sheet: string | null
  /** Ends the reading early. The promise is then rejected. */
  readonly signal?: AbortSignal
}

/** A valid row: the first of its number. */
export interface RecipientRow {
  /** From 1, headings not counted. */
  readonly row: number
  /** E.164. */
  readonly to: string
  readonly country: string
  /** All cells in the order of the columns, the number's own among them; empty for pasted numbers alone. */
  readonly cells: readonly string[]
}

/** The reasons that the source alone decides. */
export type SourceReason = Extract<LeftOutReason, 'invalid' | 'scientific' | 'duplicate' | 'landline' | 'too_long'>

export interface LeftOutRow {
  readonly row: number
  /** As it is written, cut to a hundred characters. */
  readonly value: string
  readonly reason: SourceReason
}

/** About 2,000 rows, or fewer where they are long. */
export interface RecipientPage {
  /** The names of the columns. The same in each page. */
  readonly columns: readonly string[]
  /** The place of the column with the numbers; -1 for numbers alone. */
  readonly phone: number
  readonly rows: readonly RecipientRow[]
  readonly leftOut: readonly LeftOutRow[]
  /** Whole percents of the source that are read. */
  readonly progress: number
}

export interface RecipientSummary {
  readonly result: ParseResult
  readonly problem: AudienceProblem | null
  readonly counts: RowCounts
  /** Empty for pasted numbers alone. */
  readonly columns: readonly AudienceColumn[]
  readonly phoneColumn: string | null
  readonly sheets: readonly string[]
  readonly sheet: string | null
  /** Of the content; null where the thread ended before it was known. */
  readonly sha256: Buffer | null
  readonly encoding: string | null
}

/**
 * Reads recipients in a worker thread and gives each page to `take`; the page behind the next one is read when that promise resolves.
 * Returns the summary when every page is taken. A file that cannot be read is a summary with its result, no error.
 * Pages may come before a problem is found: the caller discards them where the result is not Ok. Where `take` throws,
 * the reading ends and throws the same.
 */
export type ReadRecipients = (
  input: RecipientInput,
  options: ReadOptions,
  take: (page: RecipientPage) => Promise<void>,
) => Promise<RecipientSummary>
