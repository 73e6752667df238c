import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { type Micros, micros, MICROS_PER_UNIT, parseMicros } from '@hongyan/contract/money'
import { Currency } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { CsvError, parse } from 'csv-parse/sync'
import { StartError } from '../kit/start-error.ts'

/** The largest file: several times a book with every country, currency and scene. */
const MAX_BYTES = 1_048_576
const MAX_ROWS = 10_000
const MAX_LINE_BYTES = 1_000
/** The highest amount for a part: above any real one, and low enough that sums fit into a column. */
const HIGHEST = micros(1_000n * MICROS_PER_UNIT)

interface Line {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

export type Fail = (reason: string) => StartError

/** The form of a file that staff import: a header, and rows of amounts. */
export interface AmountFile<Row> {
  readonly columns: readonly string[]
  /** The rows in a sentence, such as `prices`. */
  readonly rows: string
  /** Reads the cells of a row, one for each column. */
  readonly readRow: (cells: readonly string[], fail: Fail) => Row
  /** The text that may occur in one row alone. */
  readonly keyOf: (cells: readonly string[]) => string
}

/** Reads the bytes of a file. Throws a StartError with one sentence that names file and reason. */
export async function readAmountFile<Row>(form: AmountFile<Row>, file: string): Promise<readonly Row[]> {
  const chunks: Buffer[] = []
  try {
    // Reads one byte more than allowed, which shows that the file is too large.
    for await (const chunk of createReadStream(file, { end: MAX_BYTES })) chunks.push(chunk as Buffer) // no encoding is set, so chunks are bytes
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
  }
  return parseAmountFile(form, Buffer.concat(chunks), basename(file))
}

/**
 * Parses the rows of a file: CSV in UTF-8 with a header; `#` begins a comment line. Throws a StartError with one
 * sentence that names file, line and reason.
 */
export function parseAmountFile<Row>(
  { columns, rows, readRow, keyOf }: AmountFile<Row>,
  bytes: Buffer,
  name: string,
): readonly Row[] {
  if (bytes.length > MAX_BYTES) throw new StartError(`${name} is larger than ${MAX_BYTES} bytes.`)
  const [header, ...lines] = linesOf(textOf(bytes, name), name)
  const failAt =
    (line: number): Fail =>
    (reason) =>
      new StartError(`${name} line ${line}: ${reason}`)
  if (header?.record.join(',') !== columns.join(',')) {
    throw failAt(header?.info.lines ?? 1)(`the header must be ${columns.join(',')}`)
  }
  if (lines.length === 0) throw new StartError(`${name} has no ${rows}.`)
  if (lines.length > MAX_ROWS) throw new StartError(`${name} has more than ${MAX_ROWS} ${rows}.`)
  const seen = new Map<string, number>()
  return lines.map(({ record, info }) => {
    const fail = failAt(info.lines)
    if (record.length !== columns.length) throw fail(`has ${record.length} columns instead of ${columns.length}`)
    const row = readRow(record, fail)
    const key = keyOf(record)
    const before = seen.get(key)
    if (before !== undefined) throw fail(`${key} was already given in line ${before}`)
    seen.set(key, info.lines)
    return row
  })
}

function textOf(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new StartError(`${name} is not UTF-8; save it as CSV in UTF-8.`)
  }
}

function linesOf(text: string, name: string): readonly Line[] {
  try {
    const records: unknown = parse(text, {
      info: true,
      comment: '#',
      comment_no_infix: true,
      skip_empty_lines: true,
      trim: true,
      relax_column_count: true,
      max_record_size: MAX_LINE_BYTES,
    })
    return records as Line[] // the shape that `info` gives each record, which the types leave out
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const tooLong = error.code === 'CSV_MAX_RECORD_SIZE'
    throw new StartError(
      `${name} line ${String(error['lines'])}: ${tooLong ? `is longer than ${MAX_LINE_BYTES} bytes` : 'the quotes do not fit'}`,
    )
  }
}

/** The scene of a cell; `*` stands for every scene. */
export const sceneIn = (cell: string, fail: Fail): MessageScene | '*' =>
  cell === '*' ? cell : (sceneOf(cell) ?? raise(fail(`"${cell}" is no scene: *, 1, 2 or 3`)))

export const currencyIn = (cell: string, fail: Fail): Currency =>
  Object.values(Currency).find((one) => one === cell) ?? raise(fail(`"${cell}" is no currency: USD or CNY`))

/** The amount for one part of a message: whole currency units with at most six places. */
export function amountIn(cell: string, what: string, fail: Fail): Micros {
  const amount = parseMicros(cell)
  if (amount === null || amount < 0n) throw fail(`"${cell}" is no ${what} with at most six decimals`)
  if (amount > HIGHEST) throw fail(`"${cell}" is more than ${HIGHEST / MICROS_PER_UNIT} for one part`)
  return amount
}

const sceneOf = (value: string): MessageScene | undefined =>
  Object.values(MessageScene).find((scene) => String(scene) === value)

export function raise(error: Error): never {
  throw error
}
