import { createHash } from 'node:crypto'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import { ParseResult } from '@hongyan/contract/vocabulary/job'
import { type Arrangement, arrange, SAMPLE_ROWS } from './columns.ts'
import { isArchive } from '../kit/zip.ts'
import type { HomeCountry } from './number-cell.ts'
import type { ReadOptions, RecipientInput, RecipientPage, RecipientSummary } from './read.ts'
import { newReading, NO_COUNTS, type Reading } from './reading.ts'
import type { RawRow, Table } from './table.ts'
import { openPasted, openText } from './text.ts'
import { Unreadable } from './unreadable.ts'
import { openWorkbook } from './workbook.ts'

export type ReadChoices = Pick<ReadOptions, 'country' | 'phoneColumn' | 'sheet'>

/** The summary of a source of which nothing could be read. */
export const FAILED: RecipientSummary = {
  result: ParseResult.ParseFileFailed,
  problem: null,
  counts: NO_COUNTS,
  columns: [],
  phoneColumn: null,
  sheets: [],
  sheet: null,
  sha256: null,
  encoding: null,
}

/** Reads recipients page by page, and returns the summary. The next page is read when the caller asks for it. */
export async function* parseRecipients(
  input: RecipientInput,
  choices: ReadChoices,
): AsyncGenerator<RecipientPage, RecipientSummary> {
  let summary: RecipientSummary = { ...FAILED, sha256: hashOf(input) }
  try {
    const table = await open(input, choices.sheet)
    const { encoding, sheets, sheet } = table
    summary = { ...summary, encoding, sheets, sheet }
    const reading = yield* pagesOf(table, input.kind === 'pasted', choices)
    const { counts, columns, phoneColumn } = reading
    return { ...summary, result: resultOf(reading), counts, columns, phoneColumn }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { ...summary, ...error.details }
  }
}

const hashOf = (input: RecipientInput): Buffer =>
  createHash('sha256')
    .update(input.kind === 'pasted' ? input.text : input.content)
    .digest()

async function open(input: RecipientInput, sheet: string | null): Promise<Table> {
  if (input.kind === 'pasted') return openPasted(input.text)
  return isArchive(Buffer.from(input.content.buffer, input.content.byteOffset, 4))
    ? openWorkbook(input.content, sheet)
    : openText(input.content)
}

function resultOf({ counts: { rows, valid } }: Reading): ParseResult {
  if (rows === 0) return ParseResult.EmptyFile
  return valid === 0 ? ParseResult.NoValidPhoneNumbers : ParseResult.Ok
}

async function* pagesOf(table: Table, pasted: boolean, choices: ReadChoices): AsyncGenerator<RecipientPage, Reading> {
  const country = choices.country as HomeCountry // the caller checked it against the numbering plans
  const sample = await firstRows(table)
  const arrangement = arrange(sample, { country, phoneColumn: choices.phoneColumn, pasted })
  const reading = newReading(arrangement, headingOf(arrangement, sample), country)
  const most = pasted ? limits.inputRows : limits.rows
  const source = arrangement.kind === 'table' ? table.rows() : table.numbers()
  for await (const { rows, share } of source) {
    for (const row of rows) {
      reading.take(row)
      if (reading.counts.rows > most) throw new Unreadable({ problem: 'too_many_rows' })
      const page = reading.isFull() ? reading.page(share) : null
      if (page !== null) yield page
    }
  }
  const last = reading.page(1)
  if (last !== null) yield last
  return reading
}

async function firstRows(table: Table): Promise<readonly RawRow[]> {
  const sample: RawRow[] = []
  for await (const { rows } of table.rows()) {
    sample.push(...rows.slice(0, SAMPLE_ROWS - sample.length))
    if (sample.length >= SAMPLE_ROWS) break
  }
  return sample
}

/** The number of the row with the headings; 0 without one. */
const headingOf = (arrangement: Arrangement, [first]: readonly RawRow[]): number =>
  arrangement.kind === 'table' && arrangement.hasHeadings ? (first?.nr ?? 0) : 0
