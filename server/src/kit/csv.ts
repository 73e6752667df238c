import { setImmediate as yieldToOtherWork } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'

/** The byte order mark: spreadsheet programs then read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
const AMOUNT = /^-?\d+\.\d{6}$/
/** The characters that begin a formula, those of a Chinese keyboard among them. */
const FORMULA = /^[=+@\t\r\uFF1D\uFF0B\uFF0D\uFF20-]/

type Rows = readonly (readonly string[])[]

/** Writes rows as CSV. Escapes cells that a spreadsheet would run as a formula, but not negative amounts. */
export const csvOf = (rows: Rows): string => BYTE_ORDER_MARK + furtherCsv(rows)

/**
 * Writes a long file as CSV, page by page. Requests that came meanwhile have their turn between two pages, so a page has
 * some hundred rows.
 */
export async function csvOfPages(pages: Iterable<Rows> | AsyncIterable<Rows>): Promise<string> {
  const parts = [BYTE_ORDER_MARK]
  for await (const rows of pages) {
    parts.push(furtherCsv(rows))
    await yieldToOtherWork()
  }
  return parts.join('')
}

/**
 * Writes the rows behind the first ones of a file. The cells are escaped here, because csv-stringify checks all of its
 * options anew for each cell that has an option of its own.
 */
export const furtherCsv = (rows: Rows): string =>
  stringify(
    rows.map((row) => [...row]),
    { record_delimiter: 'windows', cast: { string: withoutFormula } },
  )

const withoutFormula = (cell: string): string => (FORMULA.test(cell) && !AMOUNT.test(cell) ? `'${cell}` : cell)
