import { MINUTE, SECOND } from '@hongyan/contract/durations'
import type { Pool } from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newPooledDatabase } from '../../test/cluster.ts'
import { openKysely } from '../db/connect.ts'
import { inTransaction, type Tx, txOf } from '../db/tx.ts'
import { dueRows, type DueTable } from './due.ts'

const start = new Date('2026-11-20T09:00:00Z')
const after = (millis: number): Date => new Date(start.getTime() + millis)

interface Errand {
  readonly owner: number
  readonly id: number
  readonly kind: string
  readonly tries: number
  readonly due_at: Date | null
}

const errands: DueTable = {
  table: 'errand',
  key: ['owner', 'id'],
  due: 'due_at',
  since: 'created_at',
  tries: 'tries',
  open: 'done_at is null',
  backOff: { first: 10 * SECOND, factor: 0.5, most: 5 * MINUTE },
  batch: 10,
}

let pool: Pool
let db: Tx
beforeAll(async () => {
  const database = await newPooledDatabase(10)
  pool = database.pool
  // Without prepared statements: the tests describe one table in several ways.
  db = txOf(openKysely(pool))
  await pool.query(`create table errand (owner integer, id integer, kind text not null default 'a', tries integer not null default 0,
    created_at timestamptz not null, due_at timestamptz, done_at timestamptz, primary key (owner, id))`)
  return database.close
})
beforeEach(() => pool.query('truncate errand'))

const add = (count: number, due: Date | null = start) =>
  pool.query(
    `insert into errand (owner, id, created_at, due_at) select n % 3, n, $1, $2 from generate_series(1, $3::integer) n`,
    [start, due, count],
  )

const ids = (rows: readonly Errand[]): number[] => rows.map(({ id }) => id).toSorted((a, b) => a - b)

describe('a claim', () => {
  test('takes a row that is due once, however many processes claim at once', async () => {
    await add(95)
    const { claim } = dueRows<Errand>(errands)
    const claims = await Promise.all(Array.from({ length: 20 }, () => claim(db, start)))
    for (let rest = await claim(db, start); rest.length > 0; rest = await claim(db, start)) claims.push(rest)
    expect(Math.max(...claims.map(({ length }) => length))).toBe(10)
    expect(ids(claims.flat())).toEqual(Array.from({ length: 95 }, (_, at) => at + 1))
  })

  test('passes over rows that another transaction has locked, without waiting', async () => {
    await add(3)
    const { claim } = dueRows<Errand>(errands)
    await inTransaction(pool, async (tx) => {
      expect(ids(await claim(tx, start))).toEqual([1, 2, 3])
      expect(await claim(db, start)).toEqual([])
    })
  })

  test('that is rolled back leaves its rows due', async () => {
    await add(1)
    const { claim } = dueRows<Errand>(errands)
    const died = inTransaction(pool, async (tx) => {
      await claim(tx, start)
      throw new Error('the process died')
    })
    await expect(died).rejects.toThrow('the process died')
    expect(ids(await claim(db, start))).toEqual([1])
  })

  test('takes the longest due first and leaves rows that are done or not due', async () => {
    await add(4)
    await pool.query('update errand set due_at = $1 where id = 3', [after(-MINUTE)])
    await pool.query('update errand set done_at = $1 where id = 1', [start])
    await pool.query('update errand set due_at = $1 where id = 2', [after(1)])
    const { claim } = dueRows<Errand>({ ...errands, work: 'one', batch: 1 })
    expect(ids(await claim(db, start))).toEqual([3])
    expect(ids(await claim(db, start))).toEqual([4])
    expect(await claim(db, start)).toEqual([])
  })

  test('takes a row without a due time first where that means at once, else never', async () => {
    await add(1, null)
    expect(await dueRows<Errand>(errands).claim(db, start)).toEqual([])
    const atOnce = dueRows<Errand>({ ...errands, work: 'at_once', nullIsDue: true, batch: 1 })
    await pool.query('insert into errand (owner, id, created_at, due_at) values (1, 2, $1, $1)', [after(-MINUTE)])
    expect(ids(await atOnce.claim(db, start))).toEqual([1])
    expect(ids(await atOnce.claim(db, start))).toEqual([2])
  })

  test('follows a further condition, sets further columns and reads what the site wants', async () => {
    await add(2)
    await pool.query(`update errand set kind = 'b' where id = 2`)
    const { claim } = dueRows<{ readonly name: string }>({
      ...errands,
      work: 'of_kind',
      where: 'kind = $2',
      set: 'done_at = $1',
      read: `select kind || id as name from claimed`,
    })
    expect(await claim(db, start, ['b'])).toEqual([{ name: 'b2' }])
    const { rows } = await pool.query('select id from errand where done_at = $1', [start])
    expect(rows).toEqual([{ id: 2 }])
  })
})

test('the wait between two claims of a row is at least the first, grows with its age and is capped', async () => {
  await add(1)
  const { claim } = dueRows<Errand>(errands)
  const waits: number[] = []
  for (let at = start; waits.length < 7;) {
    const [row] = await claim(db, at)
    const next = row?.due_at ?? at
    expect(row?.tries).toBe(waits.length + 1)
    waits.push((next.getTime() - at.getTime()) / SECOND)
    at = next
  }
  expect(waits).toEqual([10, 10, 10, 15, 22.5, 33.75, 50.625])
  const [old] = await claim(db, after(24 * 60 * MINUTE))
  expect((old?.due_at?.getTime() ?? 0) - after(24 * 60 * MINUTE).getTime()).toBe(5 * MINUTE)
})

test('the backlog counts rows that are due and unclaimed', async () => {
  await add(12)
  const { claim, backlog } = dueRows<Errand>(errands)
  expect(await backlog(db, start)).toBe(12)
  await claim(db, start)
  expect(await backlog(db, start)).toBe(2)
  await pool.query('update errand set done_at = $1 where id = (select min(id) from errand where due_at <= $1)', [start])
  expect(await backlog(db, start)).toBe(1)
  const ofKind = dueRows<Errand>({ ...errands, work: 'counted', where: 'kind = $2' })
  expect(await ofKind.backlog(db, start, ['a'])).toBe(1)
  expect(await ofKind.backlog(db, start, ['b'])).toBe(0)
})
