import { stringify } from 'csv-stringify/sync'

/** So that spreadsheets take it for UTF-8. */
const MARK = '\uFEFF'
const AMOUNT = /^-?\d+\.\d{6}$/

/** A spreadsheet carries out what begins like a formula; an amount below zero only looks like one. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  MARK +
  stringify(
    rows.map((row) => [...row]),
    {
      escape_formulas: true,
      record_delimiter: 'windows',
      cast: { string: (value) => (AMOUNT.test(value) ? { value, escape_formulas: false } : value) },
    },
  )
