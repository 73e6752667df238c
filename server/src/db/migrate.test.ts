import { createHash } from 'node:crypto'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase, newDatabase } from '../../test/cluster.ts'
import { newLogger } from '../kit/logger.ts'
import { openPool } from './connect.ts'
import { isSchemaKnown, migrate, type Migration, readMigrations } from './migrate.ts'

const migration = (name: string, sql: string): Migration => ({
  name,
  sql,
  hash: createHash('sha256').update(sql).digest('hex'),
})
const one = migration('0001-one', 'CREATE TABLE one (id bigint PRIMARY KEY); INSERT INTO one VALUES (1)')
const two = migration('0002-two', 'ALTER TABLE one ADD COLUMN name text')

async function emptyPool(): Promise<pg.Pool> {
  const database = await emptyDatabase()
  const pool = openPool(database.url, 4, newLogger('silent'))
  onTestFinished(async () => {
    await pool.end()
    await database.drop()
  })
  return pool
}

test('each migration runs once, in order, and is recorded', async () => {
  const pool = await emptyPool()
  await migrate(pool, [one])
  expect(await isSchemaKnown(pool, [one, two])).toBe(false)
  await migrate(pool, [one, two])
  await migrate(pool, [one, two])
  expect(await isSchemaKnown(pool, [one, two])).toBe(true)
  expect((await pool.query('SELECT id, name FROM one')).rows).toEqual([{ id: 1n, name: null }])
})

test('servers that start together run the migrations once', async () => {
  const pool = await emptyPool()
  const slow = migration('0001-slow', 'CREATE TABLE slow (id int); SELECT pg_sleep(0.3)')
  const row = migration('0002-row', 'INSERT INTO slow VALUES (1)')
  await Promise.all([migrate(pool, [slow, row]), migrate(pool, [slow, row]), migrate(pool, [slow, row])])
  expect(await isSchemaKnown(pool, [slow, row])).toBe(true)
})

test('a failed migration is rolled back completely', async () => {
  const pool = await emptyPool()
  const broken = migration('0002-broken', 'CREATE TABLE half (id int); SELECT 1 / 0')
  await expect(migrate(pool, [one, broken])).rejects.toThrow('The change 0002-broken failed: division by zero.')
  expect((await pool.query("SELECT to_regclass('one') AS one, to_regclass('half') AS half")).rows).toEqual([
    { one: 'one', half: null },
  ])
})

test('a database that is newer than the server is refused', async () => {
  const pool = await emptyPool()
  await migrate(pool, [one, two])
  await expect(migrate(pool, [one])).rejects.toThrow('0002-two, which this version does not know')
  expect(await isSchemaKnown(pool, [one])).toBe(false)
})

test('a migration edited after it ran is refused', async () => {
  const pool = await emptyPool()
  await migrate(pool, [one])
  await expect(migrate(pool, [migration('0001-one', 'CREATE TABLE uno (id int)')])).rejects.toThrow(
    'was edited after it ran',
  )
})

test('every test database is a copy of the migrated one', async () => {
  const database = await newDatabase()
  const pool = openPool(database.url, 1, newLogger('silent'))
  expect(await isSchemaKnown(pool, readMigrations())).toBe(true)
  await pool.end()
  await database.drop()
})

test('migrations are numbered without a gap, and no two have one number', () => {
  const numbers = readMigrations().map(({ name }) => Number(name.slice(0, 4)))
  expect(numbers).toEqual(numbers.map((_, at) => at + 1))
})
