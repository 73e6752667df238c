import { type Statement, statement, type Tx } from './tx.ts'

/** A value sealed by the secret box, and its context, which the box needs to open it. */
export interface SealedValue {
  /** The place of the row in its table (ctid), for as long as the row is locked. */
  readonly place: string
  readonly sealed: string
  readonly context: string
}

/** A column whose values the secret box sealed: its rows, key by key. */
export interface SealedColumn {
  readonly table: string
  /** The table and the column, for people. */
  readonly name: string
  /** One value of each key that sealed values of the column. */
  readonly samples: (tx: Tx) => Promise<readonly SealedValue[]>
  /** The number of values by key. */
  readonly countByKey: (tx: Tx) => Promise<readonly { readonly key: string; readonly count: number }[]>
  /** Locks the next values behind a place that other keys sealed. Skips rows that are locked. */
  readonly lockOthers: (tx: Tx, current: string, after: string) => Promise<readonly SealedValue[]>
  /** Writes values anew, each in its row, which this transaction has locked. */
  readonly replace: (tx: Tx, values: readonly Pick<SealedValue, 'place' | 'sealed'>[]) => Promise<void>
}

/** The place before all rows of a table. */
export const FIRST_PLACE = '(0,0)'
const AT_ONCE = 200

interface Choice {
  readonly table: string
  readonly column: string
  /** The columns that the context is made of. */
  readonly of: readonly string[]
  readonly context: (values: readonly string[]) => string
}

interface Row {
  readonly place: string
  readonly sealed: string
  readonly values: readonly string[]
}

/** Declares a sealed column. Its table's owner does so, because only the owner writes the table. */
export function sealedColumn({ table, column, of, context }: Choice): SealedColumn {
  const name = `${table}.${column}`
  const key = `split_part(${column}, '.', 1)`
  const picked = `ctid::text as place, ${column} as sealed, array[${of.map((each) => `${each}::text`).join(', ')}] as values`
  const made = (verb: string, text: string): Statement => statement(`${name}.${verb}`, text)
  const samples = made(
    'samples',
    `select distinct on (${key}) ${picked} from ${table} where ${column} is not null order by ${key}`,
  )
  const count = made(
    'count_by_key',
    `select ${key} as key, count(*)::integer as count from ${table} where ${column} is not null group by 1 order by 1`,
  )
  const lock = made(
    'lock_others',
    `select ${picked} from ${table} where ctid > $2::tid and ${key} <> $1 order by ctid limit ${AT_ONCE}
     for update skip locked`,
  )
  const replace = made(
    'replace',
    `update ${table} t set ${column} = v.sealed from unnest($1::tid[], $2::text[]) as v(place, sealed)
      where t.ctid = v.place`,
  )
  const valueOf = ({ place, sealed, values }: Row): SealedValue => ({ place, sealed, context: context(values) })
  return {
    table,
    name,
    samples: async (tx) => (await tx.run<Row>(samples, [])).map(valueOf),
    countByKey: (tx) => tx.run(count, []),
    lockOthers: async (tx, current, after) => (await tx.run<Row>(lock, [current, after])).map(valueOf),
    replace: async (tx, all) => {
      await tx.run(replace, [all.map(({ place }) => place), all.map(({ sealed }) => sealed)])
    },
  }
}
