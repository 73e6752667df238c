import { DAY } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import { micros } from '@hongyan/contract/money'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { admit, entryOf, fill, newBook, settle, type TestBook } from '../../test/book.ts'
import { alone, inTransaction } from '../db/tx.ts'
import { settableClock } from '../kit/clock.ts'
import { uuidv7 } from '../kit/ids.ts'
import { newLogger } from '../kit/logger.ts'
import { ledger } from './ledger.ts'
import { createNightly } from './nightly.ts'
import { verifyLedger, wholeDetail } from './verify.ts'

const verify = ({ pool }: TestBook) => verifyLedger(alone(pool), wholeDetail(new Date()))

/** Two accounts with entries of every kind that messages have, and two messages that still wait. */
async function busyBook(): Promise<TestBook> {
  const book = await newBook([0n, 100n])
  for (const account of book.accounts) {
    await fill(book.pool, 'credit', account, 100n)
    await fill(book.pool, 'gift', account, 50n)
  }
  const wishes = book.accounts.map((account) => ({ account, prices: [7n, 11n, 13n, 17n] }))
  await admit(book.pool, wishes)
  await settle(book.pool, 'post', 5)
  await settle(book.pool, 'void', 1)
  for (const account of book.accounts) await disputeNewest(book, account)
  for (const account of book.accounts) await refundNewest(book, account)
  return book
}

/** Books a dispute of a part of the newest charge. */
const disputeNewest = (book: TestBook, account: AccountId): Promise<void> =>
  inTransaction(book.pool, async (tx) => {
    await ledger.lock(tx, [account])
    const charge = (await ledger.charges(tx, account)).at(-1)?.entry ?? ''
    await ledger.dispute(tx, [{ ...entryOf(account, 20n), charge, channel: 'stripe' }], new Date())
  })

/** Books a refund of a part of it, of which the house keeps a quarter. */
const refundNewest = (book: TestBook, account: AccountId): Promise<void> =>
  inTransaction(book.pool, async (tx) => {
    await ledger.lock(tx, [account])
    const charge = (await ledger.charges(tx, account)).at(-1)?.entry ?? ''
    const entry = { ...entryOf(account, 8n), charge, channel: 'stripe', kept: micros(2n) }
    await ledger.refund(tx, [entry], new Date())
  })

describe('intact ledgers', () => {
  test('an intact ledger passes, and every entry was read', async () => {
    const book = await busyBook()
    onTestFinished(book.close)
    const { rows } = await book.pool.query<{ count: bigint }>('select count(*) from ledger_entry')
    expect(await verify(book)).toEqual({ ok: true, entries: rows[0]?.count, proof1: true, proof2: true, findings: [] })
  })

  test('an intact ledger passes while traffic runs', async () => {
    const book = await busyBook()
    onTestFinished(book.close)
    let over = false
    const caller = async (): Promise<void> => {
      while (!over) {
        await admit(
          book.pool,
          book.accounts.map((account) => ({ account, prices: [1n, 0n] })),
        )
        await settle(book.pool, Math.random() < 0.7 ? 'post' : 'void', 3)
        for (const account of book.accounts) await fill(book.pool, 'credit', account, 3n)
      }
    }
    const callers = [caller(), caller(), caller()]
    for (let run = 0; run < 30; run += 1) expect(await verify(book)).toMatchObject({ ok: true, findings: [] })
    over = true
    await Promise.all(callers)
  })

  test('an intact ledger passes with more entries and messages than a page holds', async () => {
    const book = await newBook([0n])
    onTestFinished(book.close)
    await book.pool.query(MANY, [book.accounts[0], uuidv7(new Date()).slice(0, 8)])
    expect(await verify(book)).toMatchObject({ ok: true, entries: 12_001n, findings: [] })
    await book.pool.query(
      'update message set hold_entry = null where id = (select id from message order by id limit 1)',
    )
    expect(await verify(book)).toMatchObject({ ok: false, proof1: true, proof2: false })
  })
})

/** 12,000 holds of a message each, a millisecond apart, and a credit. */
const MANY = `
  with made as (
    select ($2::text || '-' || lpad(to_hex(nr), 4, '0') || '-7000-8000-000000000001')::uuid as entry,
      ($2::text || '-' || lpad(to_hex(nr), 4, '0') || '-7000-8000-000000000002')::uuid as message
    from generate_series(1, 12000) nr
  ), entries as (
    insert into ledger_entry (account_id, id, kind, amount_micros, count, at, held_micros, expected_micros)
    select $1, entry, 'hold', 2, 1, now(), 2, -2 from made
  ), credited as (
    insert into ledger_entry (account_id, id, kind, amount_micros, count, at, channel, paid_micros, clearing_micros)
    values ($1, ($2::text || '-0000-7000-8000-000000000001')::uuid, 'credit', 24000, 1, now(), 'house', 24000, -24000)
  ), messages as (
    insert into message (account_id, id, request_id, accepted_at, valid_until, country, to_hash, to_last4, scene, unicode,
      parts, unit_price_micros, price_micros, status, retention_days, hold_entry)
    select $1, message, '', now(), now(), 'US', '', '0123', 2, false, 1, 2, 2, 0, 30, entry from made
  )
  update balance set held_micros = 24000, paid_micros = 24000 where account_id = $1`

describe('deviations', () => {
  let book: TestBook
  beforeAll(async () => {
    book = await busyBook()
  })
  afterAll(() => book.close())

  const one = (table: string, which: string): string =>
    `ctid = (select ctid from ${table} where ${which} order by id desc limit 1)`
  const both = { proof1: false, proof2: false }
  const first = { proof1: false, proof2: true }
  const second = { proof1: true, proof2: false }

  test.each([
    [
      'a changed amount',
      `update ledger_entry set amount_micros = amount_micros + 1 where ${one('ledger_entry', "kind = 'post'")}`,
      both,
    ],
    [
      'a changed count',
      `update ledger_entry set count = count + 1 where ${one('ledger_entry', "kind = 'void'")}`,
      second,
    ],
    [
      'legs changed together',
      `update ledger_entry set paid_micros = paid_micros - 1, gift_micros = gift_micros + 1 where ${one('ledger_entry', "kind = 'post'")}`,
      first,
    ],
    [
      'legs of the house changed together',
      `update ledger_entry set revenue_micros = 1, expected_micros = expected_micros - 1 where ${one('ledger_entry', "kind = 'hold'")}`,
      first,
    ],
    ['a changed balance', 'update balance set paid_micros = paid_micros + 1', first],
    ['a deleted hold', `delete from ledger_entry where ${one('ledger_entry', "kind = 'hold'")}`, both],
    ['a deleted post', `delete from ledger_entry where ${one('ledger_entry', "kind = 'post'")}`, both],
    ['a deleted void', `delete from ledger_entry where ${one('ledger_entry', "kind = 'void'")}`, both],
    ['a deleted credit', `delete from ledger_entry where ${one('ledger_entry', "kind = 'credit'")}`, first],
    ['a deleted dispute', `delete from ledger_entry where ${one('ledger_entry', "kind = 'dispute'")}`, first],
    [
      'a dispute called a credit',
      `update ledger_entry set kind = 'credit' where ${one('ledger_entry', "kind = 'dispute'")}`,
      first,
    ],
    [
      'a dispute of no charge',
      `update ledger_entry set charge = null where ${one('ledger_entry', "kind = 'dispute'")}`,
      first,
    ],
    ['a deleted refund', `delete from ledger_entry where ${one('ledger_entry', "kind = 'refund'")}`, first],
    [
      'a refund of no charge',
      `update ledger_entry set charge = null where ${one('ledger_entry', "kind = 'refund'")}`,
      first,
    ],
    [
      'a refund that its channel never had to pay out',
      `update ledger_entry set revenue_micros = 8, clearing_micros = 0 where ${one('ledger_entry', "kind = 'refund'")}`,
      first,
    ],
    ['every entry deleted', 'delete from ledger_entry', both],
    ['a changed kind', `update ledger_entry set kind = 'post' where ${one('ledger_entry', "kind = 'void'")}`, first],
    ['a detached hold', `update message set hold_entry = null where ${one('message', 'true')}`, second],
    [
      'a detached outcome',
      `update message set settle_entry = null where ${one('message', 'settle_entry is not null')}`,
      second,
    ],
    [
      'an outcome named by one more',
      `update message set settle_entry = (select id from ledger_entry e where e.account_id = message.account_id and kind = 'post') where ${one('message', 'settle_entry is null')}`,
      second,
    ],
    [
      'an outcome that is no entry',
      `update message set settle_entry = gen_random_uuid() where ${one('message', 'settle_entry is null')}`,
      second,
    ],
    ['a changed price', `update message set price_micros = price_micros + 1 where ${one('message', 'true')}`, second],
    ['a deleted message', `delete from message where ${one('message', 'true')}`, second],
  ])('verify finds %s', async (_what, sql, found) => {
    const client = await book.pool.connect()
    onTestFinished(() => client.release(true))
    // Rolled back with the connection, so that each case finds the same book.
    await client.query('begin')
    await client.query(sql)
    const within = {
      run: async <Row>({ text }: { text: string }, values: readonly unknown[]) =>
        (await client.query(text, [...values])).rows as Row[],
    } // pg does not know a statement's row shape
    const { findings, ...result } = await verifyLedger(within, {
      from: '00000000-0000-0000-0000-000000000000',
      to: wholeDetail(new Date()).to,
    })
    expect(result).toMatchObject({ ok: false, ...found })
    expect(findings.length).toBeGreaterThan(0)
  })
})

describe('nightly proofs', () => {
  const nightlyOf = (book: TestBook, now: number) => {
    const clock = settableClock(new Date(now))
    return { clock, nightly: createNightly({ pool: book.pool, clock, log: newLogger('silent') }) }
  }

  test('the nightly proof verifies yesterday once, and reports the result and its age', async () => {
    const book = await busyBook()
    onTestFinished(book.close)
    const { clock, nightly } = nightlyOf(book, Date.now() + DAY)
    expect(nightly.last()).toBeNull()
    await nightly.round()
    clock.set(new Date(clock.now().getTime() + 5_000))
    expect(nightly.last()).toEqual({ ok: true, age: 5 })
    await nightly.round()
    expect(nightly.last()).toEqual({ ok: true, age: 5 })
  })

  test('the nightly proof reports a deviation of yesterday in every process', async () => {
    const book = await busyBook()
    onTestFinished(book.close)
    await book.pool.query('update message set settle_entry = null')
    await nightlyOf(book, Date.now() + DAY).nightly.round()
    const other = nightlyOf(book, Date.now() + DAY).nightly
    await other.round()
    expect(other.last()?.ok).toBe(false)
  })

  test('the nightly proof does not read messages of other days', async () => {
    const book = await busyBook()
    onTestFinished(book.close)
    await book.pool.query('update message set settle_entry = null')
    const { nightly } = nightlyOf(book, Date.now() + 2 * DAY)
    await nightly.round()
    expect(nightly.last()?.ok).toBe(true)
  })
})
