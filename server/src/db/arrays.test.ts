import fc from 'fast-check'
import type { Pool } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { newPooledDatabase } from '../../test/cluster.ts'
import { byteArray, idArray, plainArray, textArray } from './arrays.ts'

let pool: Pool
beforeAll(async () => {
  const database = await newPooledDatabase(1)
  pool = database.pool
  return database.close
})

const parsed = async (type: string, literal: string | Buffer): Promise<unknown> =>
  (await pool.query<{ list: unknown }>(`select $1::${type}[] as list`, [literal])).rows[0]?.list

/** PostgreSQL keeps no NUL and no half of a surrogate pair. */
const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\u0000', ''))
const bytes = fc.uint8Array().map((value) => Buffer.from(value))
const int8 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })

const readsBack = <Value>(
  type: string,
  value: fc.Arbitrary<Value>,
  literal: (list: readonly Value[]) => string | Buffer,
) =>
  fc.assert(
    fc.asyncProperty(fc.array(value), async (list) => {
      expect(await parsed(type, literal(list))).toEqual(list)
    }),
    { numRuns: 50 },
  )

test('PostgreSQL reads a list of texts, of bytes, of ids and of whole numbers as it was', async () => {
  await readsBack('text', fc.option(text), textArray)
  await readsBack('bytea', bytes, byteArray)
  await readsBack('uuid', fc.option(fc.uuid()), plainArray)
  await readsBack('uuid', fc.uuid(), idArray)
  await readsBack('bigint', fc.option(int8), plainArray)
})

test('a text that looks like NULL, a quote or an array stays a text', async () => {
  const list = ['NULL', 'null', '', ' ', '"', '\\', '\\"', '{a,b}', 'a,b', "'", null]
  expect(await parsed('text', textArray(list))).toEqual(list)
})

test('PostgreSQL reads lists of moments and truth values as they were', async () => {
  const moments = [new Date('2026-11-22T09:00:00.123Z'), null, new Date(0)]
  expect(await parsed('timestamptz', plainArray(moments))).toEqual(moments)
  expect(await parsed('boolean', plainArray([true, false, null]))).toEqual([true, false, null])
})

test('a list of ids with a text that is no UUID is refused', () => {
  const id = '0199a0b1-c2d3-7e4f-8a5b-6c7d8e9f0a1b'
  const texts = [
    '',
    `${id}0`,
    id.replaceAll('-', ''),
    id.replace('a', 'g'),
    id.replace('a', '雁'),
    id.replace('-', '_0').slice(0, 36),
  ]
  for (const text of texts) expect(() => idArray([id, text])).toThrow('no UUID')
})
