import fc from 'fast-check'
import type { Pool } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { newPooledDatabase } from '../../test/cluster.ts'
import { plainArray } from './arrays.ts'
import { createShares } from './shares.ts'
import { inTransaction } from './tx.ts'

let pool: Pool
beforeAll(async () => {
  const database = await newPooledDatabase(1)
  pool = database.pool
  await pool.query(`create table shared_row (place integer, text text, price bigint, at timestamptz, data jsonb)`)
  await pool.query(`create table label (place integer, text text)`)
  return database.close
})

interface Row {
  readonly place: number
  readonly text: string | null
  readonly price: bigint
  readonly at: Date | null
  readonly data: { readonly key: string } | null
}

const insert = createShares<Row>(
  [
    ['text', 'text', ({ text }) => text],
    ['price', 'bigint', ({ price }) => price],
    ['at', 'timestamptz', ({ at }) => at],
    ['data', 'jsonb', ({ data }) => data],
  ],
  [['place', 'integer', (rows) => plainArray(rows.map(({ place }) => place))]],
).statement(
  'shared_row.insert',
  1,
  ({ ctes, rows }) => `with ${ctes}, labelled as (insert into label select place, $1 from ${rows})
   insert into shared_row (place, text, price, at, data) select place, text, price, at, data from ${rows}`,
)

/** Inserts rows, and reads them in the order of their places. */
async function readBack(rows: readonly Row[]): Promise<readonly unknown[]> {
  await inTransaction(pool, (tx) => insert(tx, rows, ['new']))
  const labels = await pool.query(`delete from label where text = 'new'`)
  expect(labels.rowCount).toBe(rows.length)
  const read = await pool.query(
    'with read as (delete from shared_row returning *) select place, text, price, at, data from read order by place',
  )
  return read.rows
}

/** Few values of each kind, so that rows often share some and not others. */
const values = fc.record({
  text: fc.constantFrom(null, '', 'NULL', 'Hello, "you"'),
  price: fc.constantFrom(0n, 7_900n),
  at: fc.constantFrom(null, 0, 1_764_100_000_123).map((at) => (at === null ? null : new Date(at))),
  data: fc.constantFrom(null, { key: 'a' }, { key: '"' }),
})

/** Rows that are alike as often as not for longer than a join is cheaper. */
const rows = fc
  .array(fc.tuple(values, fc.constantFrom(1, 2, 50)), { minLength: 1, maxLength: 8 })
  .map((runs) => runs.flatMap(([row, times]) => Array.from({ length: times }, () => ({ ...row }))))
  .map((all) => all.map((row, place): Row => ({ ...row, place })))

test('PostgreSQL reads rows as they were, whichever values they share', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (all) => {
      expect(await readBack(all)).toEqual(all)
    }),
    { numRuns: 50 },
  )
})

/** The parameters with which rows are written, of each statement. */
async function parametersOf(all: readonly Row[]): Promise<readonly (readonly unknown[])[]> {
  const sent: (readonly unknown[])[] = []
  const run = (_: unknown, parameters: readonly unknown[]): Promise<readonly never[]> => {
    sent.push(parameters)
    return Promise.resolve([])
  }
  await insert({ run }, all, ['new'])
  return sent
}

const data = { key: 'a' }
const rowOf = (place: number, text: string): Row => ({
  place,
  text,
  price: 7_900n,
  at: new Date(0),
  data,
})

test('values that many rows share travel once, also where each row has a moment of its own', async () => {
  const all = Array.from({ length: 100 }, (_, place) => rowOf(place, place < 60 ? 'Hello' : 'Bye'))
  expect((await parametersOf(all)).map((parameters) => parameters.slice(2))).toEqual([
    ['Hello', 7_900n, '1970-01-01T00:00:00.000Z', '{"key":"a"}'],
    ['Bye', 7_900n, '1970-01-01T00:00:00.000Z', '{"key":"a"}'],
  ])
})

test('rows of which few share their values are one statement', async () => {
  const all = Array.from({ length: 100 }, (_, place) => rowOf(place, `Hello ${place >> 2}`))
  const [only, ...others] = await parametersOf(all)
  expect(others).toEqual([])
  expect(only?.at(-3)).toBe(`{${Array.from({ length: 25 }, () => '7900').join(',')}}`)
})
