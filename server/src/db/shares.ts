import { type Plain, plainArray, textArray } from './arrays.ts'
import { type Statement, statement, type Tx } from './tx.ts'

/** A value of a column of the hot path. An object is written as JSON. */
export type Value = Plain | object

/** A column with PostgreSQL's name of its type. */
export type SharedColumn<Row> = readonly [name: string, type: string, of: (row: Row) => Value]

/** A column whose values rows do not share: they travel as one array. */
export type OwnColumn<Row> = readonly [name: string, type: string, of: (rows: readonly Row[]) => Buffer | string]

/** SQL of the rows of a statement: `ctes` follow its `with`, and `rows` its `from`. */
export interface RowsSql {
  readonly ctes: string
  readonly rows: string
}

/** Runs a statement for rows. `first` are its parameters before those of the rows. Starts all that it runs at once. */
export type RunForRows<Row> = (tx: Tx, rows: readonly Row[], first: readonly unknown[]) => Promise<void>

/** Rows that share the values of some columns with the rows before them, so that such a value travels once. */
export interface Shares<Row> {
  /** The shared columns, separated by commas. */
  readonly names: string
  /** Names a statement for rows. The parameters of the rows begin after `first`. */
  readonly statement: (name: string, first: number, text: (sql: RowsSql) => string) => RunForRows<Row>
}

/**
 * From so many rows on, rows that share all values have a statement of their own. These values are then parameters: a
 * join would read all of them anew for each row (decision 0176).
 */
const ROWS_ALIKE = 32

export function createShares<Row>(columns: readonly SharedColumn<Row>[], own: readonly OwnColumn<Row>[]): Shares<Row> {
  const names = columns.map(([name]) => name).join(', ')
  const ownNames = own.map(([name]) => name).join(', ')
  const isAlike = (one: Row, other: Row): boolean => columns.every(([, , of]) => isSame(of(one), of(other)))
  const ownValues = (rows: readonly Row[]) => own.map(([, , of]) => of(rows))

  /** Places at which rows begin that are alike. */
  const startsOf = (rows: readonly Row[]): number[] => {
    const starts: number[] = []
    let last: Row | null = null
    for (const [at, row] of rows.entries()) {
      if (last !== null && isAlike(last, row)) continue
      starts.push(at)
      last = row
    }
    return starts
  }

  const alikeSql = (first: number): RowsSql => {
    const arrays = own.map(([, type], at) => `$${first + 1 + at}::${type}[]`)
    const values = columns.map(([name, type], at) => `$${first + 1 + own.length + at}::${type} as ${name}`)
    return {
      ctes: `m as (select * from unnest(${arrays.join(', ')}) as m(${ownNames})),
        share as not materialized (select ${values.join(', ')})`,
      rows: 'm cross join share',
    }
  }

  const mixedSql = (first: number): RowsSql => {
    const arrays = own.map(([, type], at) => `$${first + 2 + at}::${type}[]`)
    const values = columns.map(([, type], at) => `$${first + 2 + own.length + at}::${type}[]`)
    return {
      ctes: `m as (select * from unnest($${first + 1}::integer[], ${arrays.join(', ')}) as m(nr, ${ownNames})),
        share as (select * from unnest(${values.join(', ')}) with ordinality as share(${names}, nr))`,
      rows: 'm join share using (nr)',
    }
  }

  const runAlike = async (tx: Tx, what: Statement, rows: readonly Row[], first: readonly unknown[]): Promise<void> => {
    const [row] = rows
    if (row === undefined) return
    await tx.run(what, [...first, ...ownValues(rows), ...columns.map(([, , of]) => parameterOf(of(row)))])
  }

  const runMixed = async (
    tx: Tx,
    what: Statement,
    rows: readonly Row[],
    { first, starts }: { readonly first: readonly unknown[]; readonly starts: readonly number[] },
  ): Promise<void> => {
    let share = 0
    const nrs = rows.map((_, at) => {
      if (starts[share] === at) share += 1
      return share
    })
    const shared = starts.flatMap((at) => rows[at] ?? [])
    const values = columns.map(([, type, of]) => arrayOf(type, shared.map(of)))
    await tx.run(what, [...first, plainArray(nrs), ...ownValues(rows), ...values])
  }

  return {
    names,
    statement(name, count, text) {
      const alike = statement(`${name}.alike`, text(alikeSql(count)))
      const mixed = statement(name, text(mixedSql(count)))
      return async (tx, rows, first) => {
        if (rows.length === 0) return
        const starts = startsOf(rows)
        await (rows.length < ROWS_ALIKE * starts.length
          ? runMixed(tx, mixed, rows, { first, starts })
          : Promise.all(starts.map((start, at) => runAlike(tx, alike, rows.slice(start, starts[at + 1]), first))))
      }
    },
  }
}

const isSame = (value: Value, other: Value): boolean =>
  value === other || (value instanceof Date && other instanceof Date && value.getTime() === other.getTime())

const parameterOf = (value: Value): Value => {
  if (value === null || typeof value !== 'object') return value
  return value instanceof Date ? value.toISOString() : JSON.stringify(value)
}

function arrayOf(type: string, values: readonly Value[]): string {
  if (type === 'text') return textArray(values as readonly (string | null)[]) // a column of that type has texts alone
  if (type !== 'jsonb') return plainArray(values as readonly Plain[]) // and any other one has plain values
  return textArray(values.map((value) => (value === null ? null : JSON.stringify(value))))
}
