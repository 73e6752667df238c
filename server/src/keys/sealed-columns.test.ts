import { beforeAll, expect, test } from 'vitest'
import type { Pool } from 'pg'
import { newPooledDatabase } from '../../test/cluster.ts'
import { sealedColumns } from '../compose/sealed-columns.ts'

let pool: Pool
beforeAll(async () => {
  const database = await newPooledDatabase(2)
  pool = database.pool
  return database.close
})

test('every sealed column of the schema is in the list of a rotation, and a trigger refuses retired keys there', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name ~ '^sealed' and table_name not in ('secret_key', 'secret_ring')`,
  )
  const listed = sealedColumns.map(({ name }) => name).toSorted()
  expect(listed).toEqual(rows.map(({ name }) => name).toSorted())
  const triggers = await pool.query<{ name: string }>(
    `select distinct event_object_table || '.' || substring(action_statement from '''(.*)''') as name
      from information_schema.triggers where action_statement like '%refuse_retired_key%'`,
  )
  expect(triggers.rows.map(({ name }) => name).toSorted()).toEqual(listed)
})
