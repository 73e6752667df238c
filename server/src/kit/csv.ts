import { stringify } from 'csv-stringify/sync'

/** The byte order mark: spreadsheet programs then read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
const AMOUNT = /^-?\d+\.\d{6}$/

type Rows = readonly (readonly string[])[]

/** Writes rows as CSV. Escapes cells that a spreadsheet would run as a formula, but not negative amounts. */
export const csvOf = (rows: Rows): string => BYTE_ORDER_MARK + furtherCsv(rows)

/** Writes the rows behind the first ones of a file. */
export const furtherCsv = (rows: Rows): string =>
  stringify(
    rows.map((row) => [...row]),
    {
      escape_formulas: true,
      record_delimiter: 'windows',
      cast: { string: (value) => (AMOUNT.test(value) ? { value, escape_formulas: false } : value) },
    },
  )
