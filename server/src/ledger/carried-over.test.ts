import { AccountId } from '@hongyan/contract/ids'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { admit, booksOf, entryOf, fill, insertAccount, settle } from '../../test/book.ts'
import { emptyDatabase } from '../../test/cluster.ts'
import { openPool } from '../db/connect.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import { keepPartitions } from '../db/keep-partitions.ts'
import { alone, inTransaction } from '../db/tx.ts'
import { systemClock } from '../kit/clock.ts'
import { FIRST_ID, LAST_ID, uuidv7 } from '../kit/ids.ts'
import { newLogger } from '../kit/logger.ts'
import { ledger } from './ledger.ts'
import { verifyLedger, wholeDetail } from './verify.ts'

/** The last schema with a single sum of funds, which credit took below zero. */
const BEFORE = '0005-queue-in-parts'

const plain = AccountId.parse('00000000-0000-0000-0000-000000000001')
const lent = AccountId.parse('00000000-0000-0000-0000-000000000002')
const idle = AccountId.parse('00000000-0000-0000-0000-000000000003')

/** The first schema with a ledger by month. */
const MONTHS = '0025-ledger-months'

async function databaseWith(isRun: (name: string) => boolean): Promise<pg.Pool> {
  const database = await emptyDatabase()
  const pool = openPool(database.url, 4, newLogger('silent'))
  onTestFinished(async () => {
    await pool.end()
    await database.drop()
  })
  await migrate(
    pool,
    readMigrations().filter(({ name }) => isRun(name)),
  )
  for (const [account, limit] of [
    [plain, 0n],
    [lent, 100n],
    [idle, 0n],
  ] as const) {
    await insertAccount(pool, account, limit)
    await pool.query('insert into balance (account_id) values ($1)', [account])
  }
  return pool
}

const CHANGE = {
  credit: 'paid_micros = paid_micros + $2',
  hold: 'held_micros = held_micros + $2',
  post: 'held_micros = held_micros - $2, paid_micros = paid_micros - $2',
  void: 'held_micros = held_micros - $2',
} as const

/** Books an entry as that schema did, one sum a kind. */
async function booked(pool: pg.Pool, account: AccountId, kind: keyof typeof CHANGE, amount: bigint): Promise<string> {
  const id = uuidv7(new Date())
  await pool.query(
    'insert into ledger_entry (account_id, id, kind, amount_micros, count, at) values ($1, $2, $3, $4, 1, now())',
    [account, id, kind, amount],
  )
  await pool.query(`update balance set ${CHANGE[kind]} where account_id = $1`, [account, amount])
  return id
}

async function sent(pool: pg.Pool, account: AccountId, price: bigint, end: 'post' | 'void' | null): Promise<void> {
  const hold = await booked(pool, account, 'hold', price)
  const settled = end === null ? null : await booked(pool, account, end, price)
  await pool.query(
    `insert into message (account_id, id, request_id, accepted_at, valid_until, country, to_hash, to_last4, scene,
       unicode, parts, unit_price_micros, price_micros, status, retention_days, hold_entry, settle_entry)
     values ($1, $2, '', now(), now(), 'US', '', '0123', 2, false, 1, $3, $3, 0, 30, $4, $5)`,
    [account, uuidv7(new Date()), price, hold, settled],
  )
}

test('a database from before double entry is migrated completely, and works on', async () => {
  const pool = await databaseWith((name) => name <= BEFORE)
  await booked(pool, plain, 'credit', 100n)
  await sent(pool, plain, 30n, 'post')
  await sent(pool, plain, 20n, 'void')
  await sent(pool, plain, 5n, null)
  await booked(pool, lent, 'credit', 10n)
  await sent(pool, lent, 25n, 'post')
  await booked(pool, lent, 'credit', 40n)
  await sent(pool, lent, 60n, 'post')
  await migrate(pool, readMigrations())

  const db = alone(pool)
  const nothing = { gift: 0n, cashback: 0n, billed: 0n }
  expect(await booksOf(db, plain)).toEqual({ paid: 70n, credit: 0n, held: 5n, balance: 65n, ...nothing })
  expect(await booksOf(db, lent)).toEqual({ paid: 0n, credit: -35n, held: 0n, balance: -35n, ...nothing })
  expect(await booksOf(db, idle)).toEqual({ paid: 0n, credit: 0n, held: 0n, balance: 0n, ...nothing })
  const verified = () => verifyLedger(db, wholeDetail(new Date()))
  expect(await verified()).toEqual({ ok: true, entries: 12n, messages: 5n, proof1: true, proof2: true, findings: [] })

  await settle(pool, 'post', 1)
  await admit(pool, [{ account: lent, prices: [10n] }])
  await fill(pool, 'credit', lent, 50n)
  await settle(pool, 'post', 1)
  expect(await booksOf(db, plain)).toMatchObject({ paid: 65n, held: 0n })
  expect(await booksOf(db, lent)).toMatchObject({ paid: 5n, credit: 0n, held: 0n })
  expect(await verified()).toMatchObject({ ok: true, entries: 16n })
})

const INDEXES = `select indexdef from pg_indexes where tablename = 'ledger_entry' order by indexname`
const CONSTRAINTS = `select conname, pg_get_constraintdef(oid) as definition from pg_constraint
  where conrelid = 'ledger_entry'::regclass and contype in ('c', 'p') order by conname`
const ENTRIES = 'select * from ledger_entry order by account_id, id'

test('a ledger from before its partitions is carried over to months, entry by entry', async () => {
  const pool = await databaseWith((name) => name < MONTHS)
  for (const account of [plain, lent]) await fill(pool, 'credit', account, 100n)
  for (const day of ['2025-01-31T23:59:59.999Z', '2025-02-01T00:00:00Z', '2026-02-03T04:05:06Z'])
    await admit(pool, [{ account: plain, prices: [3n, 4n] }], new Date(day))
  await settle(pool, 'post', 3)
  await settle(pool, 'void', 1)
  const jumped = { ...entryOf(lent, 5n, 1, new Date('2100-01-01T00:00:00Z')), channel: 'sandbox' }
  await inTransaction(pool, (tx) => ledger.credit(tx, [jumped], new Date()))
  const read = async () => [
    (await pool.query(ENTRIES)).rows,
    (await pool.query(CONSTRAINTS)).rows,
    (await pool.query<{ indexdef: string }>(INDEXES)).rows.map(({ indexdef }) => indexdef.replace(' ONLY ', ' ')),
  ]
  const before = await read()

  const all = readMigrations()
  await migrate(
    pool,
    all.filter(({ name }) => name <= MONTHS),
  )
  expect(await read()).toEqual(before)
  await migrate(pool, all)
  const { rows } = await pool.query<{ place: string; count: bigint }>(
    `select tableoid::regclass::text as place, count(*) from ledger_entry where id <> all($1::uuid[]) group by 1 order by 1`,
    [(await pool.query("select id from ledger_entry where at > now() - interval '1 hour'")).rows.map(({ id }) => id)],
  )
  expect(rows).toEqual(['p202501', 'p202502', 'p202602'].map((name) => ({ place: `ledger_entry_${name}`, count: 1n })))
  const { states, first } = keepPartitions({ pool, clock: systemClock, log: newLogger('silent') })
  await first()
  expect(states()).toContainEqual({ table: 'ledger_entry', strays: 1, missing: 0 })
  await fill(pool, 'credit', plain, 1n)
  const verified = await verifyLedger(alone(pool), { from: FIRST_ID, to: LAST_ID })
  expect(verified).toEqual({ ok: true, entries: 9n, messages: 6n, proof1: true, proof2: true, findings: [] })
})
