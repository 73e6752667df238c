import fc from 'fast-check'
import type { Pool } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { newPooledDatabase } from '../../test/cluster.ts'
import { createShares } from './shares.ts'

let pool: Pool
beforeAll(async () => {
  const database = await newPooledDatabase(1)
  pool = database.pool
  return database.close
})

interface Row {
  readonly text: string | null
  readonly price: bigint
  readonly at: Date | null
  readonly data: { readonly key: string } | null
}

const shares = createShares<Row>([
  ['text', 'text', ({ text }) => text],
  ['price', 'bigint', ({ price }) => price],
  ['at', 'timestamptz', ({ at }) => at],
  ['data', 'jsonb', ({ data }) => data],
])

async function readBack(rows: readonly Row[]): Promise<readonly unknown[]> {
  const { nrs, values } = shares.split(rows)
  const read = await pool.query(
    `select ${shares.names} from unnest($1::integer[]) with ordinality as m(nr, place)
     join ${shares.from(2)} using (nr) order by place`,
    [nrs, ...values],
  )
  return read.rows
}

/** Few values of each kind, so that rows often share some and not others. */
const row = fc.record({
  text: fc.constantFrom(null, '', 'NULL', 'Hello, "you"'),
  price: fc.constantFrom(0n, 7_900n),
  at: fc.constantFrom(null, 0, 1_764_100_000_123).map((at) => (at === null ? null : new Date(at))),
  data: fc.constantFrom(null, { key: 'a' }, { key: '"' }),
})

test('PostgreSQL reads rows as they were, whichever values they share', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1 }), async (rows) => {
      expect(await readBack(rows)).toEqual(rows)
    }),
    { numRuns: 50 },
  )
})

test('values that rows share travel once, also where each row has a moment of its own', () => {
  const rows = Array.from({ length: 100 }, () => ({ text: 'Hello', price: 7_900n, at: new Date(0), data: null }))
  expect(shares.split(rows).values).toEqual(['{"Hello"}', '{7900}', '{1970-01-01T00:00:00.000Z}', '{NULL}'])
})
