import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { columnOwners, owners } from '../src/db/owners.ts'
import { sourcesOf, statementsOf, type TableWrite, writesOf } from './table-writes.ts'

const source = fileURLToPath(new URL('../src', import.meta.url))
const migrations = join(source, 'db/migrations')
const places = sourcesOf(source).map((path) => ({ path, place: relative(source, path).replaceAll('\\', '/') }))

const isIn = (place: string, folder: string): boolean => place.startsWith(`${folder}/`)

/**
 * The statements of `dueRows` and `sealedColumn` count as writes of the caller that names the table. Partitions are kept for every table alike:
 * their rows move and expire, and never change.
 */
const BY_NAME = ['jobs/due.ts', 'db/sealed-column.ts', 'db/keep-partitions.ts']

function mayWrite(place: string, { table, columns }: TableWrite): boolean {
  if (table === null) return BY_NAME.includes(place)
  const own = Object.entries(owners).some(([folder, tables]) => isIn(place, folder) && tables.includes(table))
  const marks = Object.entries(columnOwners).flatMap(([folder, names]) => (isIn(place, folder) ? names : []))
  return own || (columns?.every((column) => marks.includes(`${table}.${column}`)) ?? false)
}

test('only its owner writes a table', () => {
  const breaches = places.flatMap(({ path, place }) =>
    writesOf(path)
      .filter((write) => !mayWrite(place, write))
      .map(({ table, line }) => `${place}:${line} writes ${table ?? 'a table that it does not name'}`),
  )
  expect(breaches).toEqual([])
})

test('every table of the migrations has one owner', () => {
  const made = new Set<string>()
  for (const file of readdirSync(migrations).toSorted()) {
    const sql = readFileSync(join(migrations, file), 'utf8')
    for (const [, table = ''] of sql.matchAll(/^create table (\w+)(?! partition)\b(?! partition)/gm)) made.add(table)
    for (const [, table = ''] of sql.matchAll(/create table (\w+) partition/g)) made.delete(table)
    for (const [, table = ''] of sql.matchAll(/^drop table (\w+)/gm)) made.delete(table)
    for (const [, old = '', name = ''] of sql.matchAll(/^alter table (\w+) rename to (\w+)/gm)) {
      made.delete(old)
      made.add(name)
    }
  }
  const owned = Object.values(owners).flat()
  expect(owned.toSorted()).toEqual([...made, 'schema_migration'].toSorted())
  expect(new Set(owned).size).toBe(owned.length)
})

test('every folder that owns a table exists', () => {
  const folders = [...Object.keys(owners), ...Object.keys(columnOwners)]
  expect(folders.filter((folder) => !places.some(({ place }) => isIn(place, folder)))).toEqual([])
})

test('routes hold no statement', () => {
  const routes = places.filter(({ place }) => /(^|\/)routes\.ts$/.test(place))
  expect(routes.length).toBeGreaterThan(15)
  const breaches = routes.flatMap(({ path, place }) => statementsOf(path).map((line) => `${place}:${line}`))
  expect(breaches).toEqual([])
})

test('the check finds writes in SQL texts and in calls of the query builder', () => {
  const text = [
    "const A = statement('a', `insert into one (id) values ($1) on conflict do update set id = $2`)",
    'await sql`update two t set a = 1, b = coalesce(x, 2) where id = ${id}`.execute(db)',
    "await db.updateTable('three').set({ c: 1 }).where('id', '=', id).execute()",
    'await sql`delete from only four`.execute(db)',
    'await sql`select * from five for update skip locked`.execute(db)',
    'await sql`update ${table} set a = 1`.execute(db)',
    "const due = dueRows({ table: 'six', set: 'a' })",
    "const sealed = sealedColumn({ table: 'seven', column: 'a' })",
  ].join('\n')
  expect(writesOf('any.ts', text).map(({ table, columns, line }) => [line, table, columns])).toEqual([
    [1, 'one', null],
    [2, 'two', ['a', 'b']],
    [3, 'three', ['c']],
    [4, 'four', null],
    [6, null, ['a']],
    [7, 'six', null],
    [8, 'seven', null],
  ])
})
