import { type Plain, plainArray, textArray } from './arrays.ts'

/** A value of a column of the hot path. An object is written as JSON. */
export type Value = Plain | object

/** A column with PostgreSQL's name of its type. */
export type SharedColumn<Row> = readonly [name: string, type: string, of: (row: Row) => Value]

/** Columns whose values rows share with the rows before them, so that each value travels once for all of these rows. */
export interface Shares<Row> {
  /** The columns, separated by commas. */
  readonly names: string
  /**
   * SQL of a table `share` with these columns and `nr`, from 1, whose arrays are the parameters from `first` on: one for
   * each column.
   */
  readonly from: (first: number) => string
  /** The share of each row by its number, as an array, and the parameters of `from`. */
  readonly split: (rows: readonly Row[]) => { readonly nrs: string; readonly values: readonly string[] }
}

export function createShares<Row>(columns: readonly SharedColumn<Row>[]): Shares<Row> {
  const names = columns.map(([name]) => name).join(', ')
  const isAlike = (one: Row, other: Row): boolean => columns.every(([, , of]) => isSame(of(one), of(other)))
  return {
    names,
    from(first) {
      const arrays = columns.map(([, type], at) => `$${first + at}::${type}[]`)
      return `unnest(${arrays.join(', ')}) with ordinality as share(${names}, nr)`
    },
    split(rows) {
      const shares: Row[] = []
      const nrs = rows.map((row) => {
        const last = shares.at(-1)
        if (last === undefined || !isAlike(last, row)) shares.push(row)
        return shares.length
      })
      return { nrs: plainArray(nrs), values: columns.map(([, type, of]) => arrayOf(type, shares.map(of))) }
    },
  }
}

const isSame = (value: Value, other: Value): boolean =>
  value === other || (value instanceof Date && other instanceof Date && value.getTime() === other.getTime())

function arrayOf(type: string, values: readonly Value[]): string {
  if (type === 'text') return textArray(values as readonly (string | null)[]) // a column of that type has texts alone
  if (type !== 'jsonb') return plainArray(values as readonly Plain[]) // and any other one has plain values
  return textArray(values.map((value) => (value === null ? null : JSON.stringify(value))))
}
