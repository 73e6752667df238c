import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { decimalOf, type Micros, micros, MICROS_PER_UNIT, parseMicros } from '@hongyan/contract/money'
import { Currency } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { tariffProducts } from '@hongyan/contract/vocabulary/payment'
import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { StartError } from '../kit/start-error.ts'
import { EVERY_COUNTRY, type PriceRow } from '../pipeline/price-book.ts'

const COLUMNS = ['iso2', 'product', 'scene', 'currency', 'unit_price']
/** The largest file: several times a book with every country, currency and scene. */
const MAX_BYTES = 1_048_576
const MAX_ROWS = 10_000
const MAX_LINE_BYTES = 1_000
/** The highest price of a part: above any real one, and low enough that sums fit into a column. */
const HIGHEST = micros(1_000n * MICROS_PER_UNIT)

interface Line {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

type Fail = (reason: string) => StartError

/** Reads a price file. Throws a StartError with one sentence that names file, line and reason. */
export async function readPriceFile(file: string): Promise<readonly PriceRow[]> {
  const chunks: Buffer[] = []
  try {
    // Reads one byte more than allowed, which shows that the file is too large.
    for await (const chunk of createReadStream(file, { end: MAX_BYTES })) chunks.push(chunk as Buffer) // no encoding is set, so chunks are bytes
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
  }
  return parsePriceRows(Buffer.concat(chunks), basename(file))
}

/**
 * Parses the rows of a price file: CSV in UTF-8 with a header; `#` begins a comment line. Prices are decimal strings in
 * whole currency units with at most six places. A tariff may occur once. Throws a StartError with the line.
 */
export function parsePriceRows(bytes: Buffer, name: string): readonly PriceRow[] {
  if (bytes.length > MAX_BYTES) throw new StartError(`${name} is larger than ${MAX_BYTES} bytes.`)
  const [header, ...lines] = linesOf(textOf(bytes, name), name)
  const failAt =
    (line: number): Fail =>
    (reason) =>
      new StartError(`${name} line ${line}: ${reason}`)
  if (header?.record.join(',') !== COLUMNS.join(',')) {
    throw failAt(header?.info.lines ?? 1)(`the header must be ${COLUMNS.join(',')}`)
  }
  if (lines.length === 0) throw new StartError(`${name} has no prices.`)
  if (lines.length > MAX_ROWS) throw new StartError(`${name} has more than ${MAX_ROWS} prices.`)
  const seen = new Map<string, number>()
  return lines.map(({ record, info }) => {
    const fail = failAt(info.lines)
    const row = readRow(record, fail)
    const tariff = record.slice(0, 4).join(',')
    const before = seen.get(tariff)
    if (before !== undefined) throw fail(`${tariff} was already given in line ${before}`)
    seen.set(tariff, info.lines)
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

function readRow(cells: readonly string[], fail: Fail): PriceRow {
  if (cells.length !== COLUMNS.length) throw fail(`has ${cells.length} columns instead of ${COLUMNS.length}`)
  const [country = '', product = '', scene = '', currency = '', amount = ''] = cells
  const isFee = product === 'managed_sms'
  if (!/^[A-Z]{2}$/.test(country) && !(isFee && country === EVERY_COUNTRY)) {
    throw fail(`"${country}" is no country code of two capital letters`)
  }
  return {
    country,
    product: oneOf(tariffProducts, product) ?? raise(fail(`"${product}" is no product`)),
    scene: scene === '*' ? scene : (sceneOf(scene) ?? raise(fail(`"${scene}" is no scene: *, 1, 2 or 3`))),
    currency: oneOf(Object.values(Currency), currency) ?? raise(fail(`"${currency}" is no currency: USD or CNY`)),
    unitPrice: readPrice(amount, fail),
  }
}

function readPrice(amount: string, fail: Fail): Micros {
  const price = parseMicros(amount)
  if (price === null || price < 0n) throw fail(`"${amount}" is no price with at most six decimals`)
  if (price > HIGHEST) throw fail(`"${amount}" is more than ${HIGHEST / MICROS_PER_UNIT} for one part`)
  return price
}

const oneOf = <T extends string>(known: readonly T[], value: string): T | undefined =>
  known.find((one) => one === value)

const sceneOf = (value: string): MessageScene | undefined =>
  Object.values(MessageScene).find((scene) => String(scene) === value)

function raise(error: Error): never {
  throw error
}

/** Writes rows as a file that `parsePriceRows` reads, sorted by country, currency and scene. */
export function writePriceRows(rows: readonly PriceRow[]): string {
  const cells = rows
    .map(({ country, product, scene, currency, unitPrice }) => [
      country,
      product,
      String(scene),
      currency,
      decimalOf(unitPrice),
    ])
    .toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
  return stringify([COLUMNS, ...cells], { escape_formulas: true })
}

const orderOf = ([country, product, scene, currency]: readonly string[]): string =>
  [country, product, currency, scene].join()
