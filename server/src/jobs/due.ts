import { statement, type Tx } from '../db/tx.ts'

/**
 * The wait between two claims of a row: `factor` times the row's age, at least `first` and at most `most` milliseconds.
 * So the waits of a row grow as it gets older. They do not depend on the number of processes, nor on restarts.
 */
export interface BackOff {
  readonly first: number
  readonly factor: number
  readonly most: number
}

/** A table whose rows are themselves the work. A row is due until the work deletes it or clears its due column. */
export interface DueTable {
  readonly table: string
  /** The name of this work, where the rows of a table are several kinds of it. */
  readonly work?: string
  readonly key: readonly string[]
  /** The column with the time of the next claim. */
  readonly due: string
  /** A row without a due time is due at once; otherwise it is never due. */
  readonly nullIsDue?: boolean
  /** The column that a row's age counts from. */
  readonly since: string
  /** The column that counts the claims. */
  readonly tries?: string
  /** The condition that a row is work at all. */
  readonly open?: string
  /** A further condition, with the values $2, $3 and so on; $1 is the time of the claim. */
  readonly where?: string
  /** Further columns that a claim sets; $1 is the time of the claim. */
  readonly set?: string
  /** Reads the claimed rows, from a table called `claimed`. All their columns where it is left out. */
  readonly read?: string
  readonly backOff: BackOff
  /** The most rows of one claim. */
  readonly batch: number
}

export interface DueRows<Row> {
  readonly batch: number
  /** True in SQL while a row is due at $1, the time. Further values are $2, $3 and so on. */
  readonly isDue: string
  /**
   * Claims due rows, the longest due first. No two processes get the same row: its next due time is written by the
   * claim, so a row whose process dies is due again by itself.
   */
  readonly claim: (db: Tx, now: Date, values?: readonly unknown[]) => Promise<readonly Row[]>
  /** Counts the rows that are due and unclaimed. */
  readonly backlog: (db: Tx, now: Date, values?: readonly unknown[]) => Promise<number>
}

export function dueRows<Row>(rows: DueTable): DueRows<Row> {
  const work = rows.work === undefined ? rows.table : `${rows.table}.${rows.work}`
  const claim = statement(`${work}.claim_due`, claimText(rows))
  const count = statement(
    `${work}.count_due`,
    `select count(*)::integer as waiting from ${rows.table} where ${dueCondition(rows)}`,
  )
  return {
    batch: rows.batch,
    isDue: `exists (select from ${rows.table} where ${dueCondition(rows)})`,
    claim: (db, now, values = []) => db.run<Row>(claim, [now, ...values]),
    backlog: async (db, now, values = []) =>
      (await db.run<{ readonly waiting: number }>(count, [now, ...values]))[0]?.waiting ?? 0,
  }
}

function dueCondition({ due, nullIsDue, open = 'true', where = 'true' }: DueTable): string {
  const isDue = nullIsDue === true ? `(${due} is null or ${due} <= $1)` : `${due} <= $1`
  return `${open} and ${isDue} and ${where}`
}

function claimText(rows: DueTable): string {
  const { table, key, due, since, tries, set, read = 'select * from claimed', batch } = rows
  const sets = [
    `${due} = $1::timestamptz + ${waitOf(rows)}`,
    ...(tries === undefined ? [] : [`${tries} = t.${tries} + 1`]),
    ...(set === undefined ? [] : [set]),
  ]
  return `with claimed as (
    update ${table} t set ${sets.join(', ')}
      from (
        select ${key.join(', ')} from ${table} where ${dueCondition(rows)}
         order by ${due}${rows.nullIsDue === true ? ' nulls first' : ''}, ${since}
         limit ${batch} for update skip locked
      ) picked
     where ${key.map((column) => `t.${column} = picked.${column}`).join(' and ')}
    returning t.*
  ) ${read}`
}

const waitOf = ({ since, backOff: { first, factor, most } }: DueTable): string =>
  `least(greatest(($1::timestamptz - t.${since}) * ${factor}, interval '${first} ms'), interval '${most} ms')`
