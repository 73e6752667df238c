import { type Plain, plainArray, textArray } from './arrays.ts'
import { statement, type Tx } from './tx.ts'

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

/** Rows one after the other that share all values. */
interface Run<Row> {
  readonly rows: Row[]
  readonly values: readonly Value[]
}

/**
 * From so many rows on, rows that share all values have a statement of their own. These values are then parameters: a
 * join would read all of them anew for each row (decision 0176).
 */
const ROWS_ALIKE = 32

export function createShares<Row>(columns: readonly SharedColumn<Row>[], own: readonly OwnColumn<Row>[]): Shares<Row> {
  const names = columns.map(([name]) => name).join(', ')
  const ownNames = own.map(([name]) => name).join(', ')
  const getters = columns.map(([, , of]) => of)
  const ownValues = (rows: readonly Row[]) => own.map(([, , of]) => of(rows))

  const runsOf = (rows: readonly Row[]): readonly Run<Row>[] => {
    const runs: Run<Row>[] = []
    for (const row of rows) {
      const last = runs.at(-1)
      if (last !== undefined && getters.every((of, column) => isSame(last.values[column], of(row)))) last.rows.push(row)
      else runs.push({ rows: [row], values: getters.map((of) => of(row)) })
    }
    return runs
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

  const parametersOf = (run: Run<Row>): readonly unknown[] => [...ownValues(run.rows), ...run.values.map(parameterOf)]

  const parametersOfAll = (rows: readonly Row[], runs: readonly Run<Row>[]): readonly unknown[] => {
    const nrs = plainArray(runs.flatMap((run, at) => run.rows.map(() => at + 1)))
    const valuesOf = (column: number): Value[] => runs.map(({ values }) => values[column] ?? null)
    return [nrs, ...ownValues(rows), ...columns.map(([, type], column) => arrayOf(type, valuesOf(column)))]
  }

  return {
    names,
    statement(name, count, text) {
      const alike = statement(`${name}.alike`, text(alikeSql(count)))
      const mixed = statement(name, text(mixedSql(count)))
      return async (tx, rows, first) => {
        if (rows.length === 0) return
        const runs = runsOf(rows)
        await (rows.length < ROWS_ALIKE * runs.length
          ? tx.run(mixed, [...first, ...parametersOfAll(rows, runs)])
          : Promise.all(runs.map((run) => tx.run(alike, [...first, ...parametersOf(run)]))))
      }
    },
  }
}

const isSame = (value: Value | undefined, other: Value): boolean =>
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
