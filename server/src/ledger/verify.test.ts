import { DAY, MINUTE } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import { micros } from '@hongyan/contract/money'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { admit, emptyBook, entryOf, fill, newBook, settle, type TestBook } from '../../test/book.ts'
import { alone, inTransaction, type Statement, type Tx } from '../db/tx.ts'
import { settableClock } from '../kit/clock.ts'
import { FIRST_ID, firstIdAt, uuidv7 } from '../kit/ids.ts'
import { newLogger } from '../kit/logger.ts'
import { ledger } from './ledger.ts'
import { createNightly } from './nightly.ts'
import { endOfDay, verifyLedger, verifyNight, wholeDetail } from './verify.ts'

let book: TestBook
beforeAll(async () => {
  book = await newBook([0n, 100n])
})
afterAll(() => book.close())

const verify = () => verifyLedger(alone(book.pool), wholeDetail(new Date()))

/**
 * Empties the book and fills it: two accounts with entries of every kind that messages have, and two messages that still
 * wait.
 */
async function fillBook(): Promise<void> {
  await emptyBook(book.pool)
  await book.pool.query('delete from ledger_checkpoint; delete from ledger_verification')
  for (const account of book.accounts) {
    await fill(book.pool, 'credit', account, 100n)
    await fill(book.pool, 'gift', account, 50n)
  }
  const wishes = book.accounts.map((account) => ({ account, prices: [7n, 11n, 13n, 17n] }))
  await admit(book.pool, wishes)
  await settle(book.pool, 'post', 5)
  await settle(book.pool, 'void', 1)
  for (const account of book.accounts) await disputeNewest(account)
  for (const account of book.accounts) await refundNewest(account)
}

/** Books a dispute of a part of the newest charge. */
const disputeNewest = (account: AccountId): Promise<void> =>
  inTransaction(book.pool, async (tx) => {
    await ledger.lock(tx, [account])
    const charge = (await ledger.charges(tx, account)).at(-1)?.entry ?? ''
    await ledger.dispute(tx, [{ ...entryOf(account, 20n), charge, channel: 'stripe' }], new Date())
  })

/** Books a refund of a part of it, of which the house keeps a quarter. */
const refundNewest = (account: AccountId): Promise<void> =>
  inTransaction(book.pool, async (tx) => {
    await ledger.lock(tx, [account])
    const charge = (await ledger.charges(tx, account)).at(-1)?.entry ?? ''
    const entry = { ...entryOf(account, 8n), charge, channel: 'stripe', kept: micros(2n) }
    await ledger.refund(tx, [entry], new Date())
  })

describe('intact ledgers', () => {
  test('an intact ledger passes, and every entry was read', async () => {
    await fillBook()
    const { rows } = await book.pool.query<{ count: bigint }>('select count(*) from ledger_entry')
    const right = { ok: true, proof1: true, proof2: true, findings: [] }
    expect(await verify()).toEqual({ ...right, entries: rows[0]?.count, messages: 8n })
  })

  test('an intact ledger passes while traffic runs', async () => {
    await fillBook()
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
    for (let run = 0; run < 30; run += 1) expect(await verify()).toMatchObject({ ok: true, findings: [] })
    over = true
    await Promise.all(callers)
  })

  test('an intact ledger passes with more entries and messages than a page holds', async () => {
    await emptyBook(book.pool)
    await book.pool.query(MANY, [book.accounts[0], uuidv7(new Date()).slice(0, 8)])
    expect(await verify()).toMatchObject({ ok: true, entries: 12_001n, findings: [] })
    await book.pool.query(
      'update message set hold_entry = null where id = (select id from message order by id limit 1)',
    )
    expect(await verify()).toMatchObject({ ok: false, proof1: true, proof2: false })
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
  beforeAll(async () => {
    await fillBook()
    await verifyNight(alone(book.pool), endOfDay(new Date(Date.now() - DAY)))
  })

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
    [
      'tax in an entry that bills nothing',
      `update ledger_entry set revenue_micros = -1, tax_micros = 1 where ${one('ledger_entry', "kind = 'hold'")}`,
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
      `update message set settle_entry = '${uuidv7(new Date())}' where ${one('message', 'settle_entry is null')}`,
      second,
    ],
    ['a changed price', `update message set price_micros = price_micros + 1 where ${one('message', 'true')}`, second],
    ['a deleted message', `delete from message where ${one('message', 'true')}`, second],
  ])('verify and the night after find %s', async (_what, sql, found) => {
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
    expect(await verifyNight(within, endOfDay(new Date()))).toMatchObject({ ok: false, ...found, late: [] })
  })
})

describe('nightly proofs', () => {
  const today = Math.floor(Date.now() / DAY) * DAY
  const day = (after: number, millis = 0): Date => new Date(today + after * DAY + millis)

  /** The nightly proof of a process whose clock stands at noon, so many days from today. */
  const nightlyOf = (after: number, lines: string[] = []) => {
    const clock = settableClock(day(after, DAY / 2))
    const log = newLogger('warn', { write: (line) => void lines.push(line) })
    return { clock, nightly: createNightly({ pool: book.pool, clock, log }) }
  }

  /** Runs the nightly proof so many days from today. Returns its result and the number of entries that it read. */
  async function night(after: number, lines: string[] = []) {
    const { nightly } = nightlyOf(after, lines)
    await nightly.round()
    const { rows } = await book.pool.query<{ entries: bigint }>(
      'select entries from ledger_verification where day = $1',
      [day(after - 1)],
    )
    return { ok: nightly.last()?.ok, entries: rows[0]?.entries }
  }

  const countEntries = async (): Promise<bigint | undefined> =>
    (await book.pool.query<{ count: bigint }>('select count(*) from ledger_entry')).rows[0]?.count

  /** Books a credit with an id of one day, whenever it is committed. */
  const creditOf = (account: AccountId | undefined, at: Date): Promise<void> =>
    inTransaction(book.pool, async (tx) => {
      if (account === undefined) throw new Error('the book has no such account')
      await ledger.lock(tx, [account])
      await ledger.credit(tx, [{ ...entryOf(account, 5n, 1, at), channel: 'stripe' }], at)
    })

  /** Copies an account's last entry, each under an id of its own, and adds the copies to its balance. */
  const COPIES_OF_THE_LAST = `with last as (
      select * from ledger_entry where account_id = $1 order by id desc limit 1
    ), copied as (
      insert into ledger_entry select (jsonb_populate_record(last::ledger_entry,
        jsonb_build_object('id', left(id::text, 24) || 'f' || lpad(to_hex(nr), 11, '0')))).*
      from last, generate_series(1, $2::int) nr returning paid_micros
    )
    update balance set paid_micros = paid_micros + (select sum(paid_micros) from copied) where account_id = $1`

  beforeEach(fillBook)

  test('the nightly proof verifies yesterday once, and reports the result and its age', async () => {
    const { clock, nightly } = nightlyOf(1)
    expect(nightly.last()).toBeNull()
    await nightly.round()
    clock.set(new Date(clock.now().getTime() + 5_000))
    expect(nightly.last()).toEqual({ ok: true, age: 5 })
    await nightly.round()
    expect(nightly.last()).toEqual({ ok: true, age: 5 })
  })

  test('a day is not verified before its last transactions are committed', async () => {
    const { clock, nightly } = nightlyOf(1)
    const verifiedDays = async () => (await book.pool.query('select day from ledger_verification order by day')).rows
    clock.set(day(1, 14 * MINUTE))
    await nightly.round()
    expect(await verifiedDays()).toEqual([{ day: day(-1).toISOString().slice(0, 10) }])
    clock.set(day(1, 15 * MINUTE))
    await nightly.round()
    expect(await verifiedDays()).toHaveLength(2)
  })

  test('the nightly proof reports a deviation of yesterday in every process', async () => {
    await night(0)
    await book.pool.query('update message set settle_entry = null')
    expect(await night(1)).toMatchObject({ ok: false })
    const other = nightlyOf(1).nightly
    await other.round()
    expect(other.last()?.ok).toBe(false)
  })

  test('a night reads the entries since the night before, however many there are', async () => {
    const [account] = book.accounts
    expect(await night(1)).toEqual({ ok: true, entries: await countEntries() })
    for (let after = 1; after < 5; after += 1) {
      await creditOf(account, day(after, 1_000))
      await creditOf(account, day(after, 2_000))
      expect(await night(after + 1)).toEqual({ ok: true, entries: 2n })
    }
    expect(await night(6)).toEqual({ ok: true, entries: 0n })
    expect(await verify()).toMatchObject({ ok: true, entries: await countEntries() })
  })

  test('a night reads the messages of the fourteen days before its first entry', async () => {
    const end = (after: number) => endOfDay(day(after - 1))
    expect(await verifyNight(alone(book.pool), end(1))).toMatchObject({ ok: true, messages: 8n })
    expect(await verifyNight(alone(book.pool), end(2))).toMatchObject({ ok: true, messages: 8n })
    expect(await verifyNight(alone(book.pool), end(16))).toMatchObject({ ok: true, messages: 8n })
    expect(await verifyNight(alone(book.pool), end(17))).toMatchObject({ ok: true, messages: 0n })
  })

  test('a night after missed nights verifies all their days', async () => {
    await night(0)
    await book.pool.query('update message set settle_entry = null')
    expect(await night(4)).toMatchObject({ ok: false })
  })

  test('a deviation is reported every night until it is corrected', async () => {
    await night(0)
    await book.pool.query('update message set price_micros = price_micros + 1')
    for (const after of [1, 2]) expect(await night(after)).toMatchObject({ ok: false })
    await book.pool.query('update message set price_micros = price_micros - 1')
    expect(await night(3)).toMatchObject({ ok: true })
  })

  test('a deviation behind the checkpoint is found by the whole verification', async () => {
    await night(1)
    await book.pool.query("update ledger_entry set amount_micros = amount_micros + 1 where kind = 'post'")
    expect(await night(2)).toEqual({ ok: true, entries: 0n })
    expect(await verify()).toMatchObject({ ok: false, proof1: false, proof2: false })
  })

  test.each([
    ['sum', 'paid_micros = paid_micros + 1'],
    ['number of entries', 'entries = entries + 1'],
  ])(
    'a checkpoint whose %s was changed is found by the whole verification and is not replaced',
    async (_what, change) => {
      await night(1)
      await book.pool.query(`update ledger_checkpoint set ${change} where account_id = $1`, [book.accounts[0]])
      const { findings, ...result } = await verify()
      expect(result).toMatchObject({ ok: false, proof1: false, proof2: true })
      expect(findings).toEqual([
        { account: book.accounts[0], proof: 1, what: expect.stringMatching(/^the checkpoint has /) },
      ])
      await night(2)
      expect((await verify()).findings).toHaveLength(1)
    },
  )

  test('a changed sum of a checkpoint is found by the next night', async () => {
    await night(1)
    await book.pool.query('update ledger_checkpoint set held_micros = held_micros + 1')
    expect(await night(2)).toMatchObject({ ok: false })
  })

  test('an entry changed together with its balance is found behind the checkpoint', async () => {
    await night(1)
    await book.pool.query(`update ledger_entry set amount_micros = amount_micros + 1, paid_micros = paid_micros + 1,
      clearing_micros = clearing_micros - 1 where kind = 'credit'`)
    await book.pool.query('update balance set paid_micros = paid_micros + 1')
    expect(await night(2)).toMatchObject({ ok: false })
    expect(await verify()).toMatchObject({ ok: false, proof1: false, proof2: true })
  })

  test('an entry committed long after its id was made is no deviation, and is in the next checkpoint', async () => {
    await night(1)
    await creditOf(book.accounts[0], day(0, 1))
    expect(await verify()).toMatchObject({ ok: true, findings: [] })
    const lines: string[] = []
    expect(await night(2, lines)).toMatchObject({ ok: true })
    expect(lines).toEqual([expect.stringContaining('entries were committed long after their ids were made')])
    expect(await verify()).toMatchObject({ ok: true, findings: [] })
    expect(await night(3)).toEqual({ ok: true, entries: 0n })
  })

  test('an entry committed behind the page that was just read is in the checkpoint', async () => {
    const [account] = book.accounts
    await creditOf(account, day(0, DAY - 1))
    await book.pool.query(COPIES_OF_THE_LAST, [account, 10_000])
    const db = alone(book.pool)
    let pages = 0
    const interrupted: Tx = {
      run: async <Row>(what: Statement, values: readonly unknown[]) => {
        const rows = await db.run<Row>(what, values)
        if (what.name === 'ledger.summed' && values[0] === account && (pages += 1) === 1)
          await creditOf(account, day(0, 1))
        return rows
      },
    }
    expect(await verifyNight(interrupted, endOfDay(day(0)))).toMatchObject({ ok: true, late: [] })
    expect(pages).toBe(4)
    expect(await night(1)).toEqual({ ok: true, entries: 0n })
    expect(await verify()).toMatchObject({ ok: true, findings: [] })
  })

  test('an entry committed late while late entries are added is no deviation', async () => {
    const [account] = book.accounts
    await night(1)
    await creditOf(account, day(0, 1))
    const db = alone(book.pool)
    let whole = 0
    const interrupted: Tx = {
      run: async <Row>(what: Statement, values: readonly unknown[]) => {
        const rows = await db.run<Row>(what, values)
        const isWhole = what.name === 'ledger.summed' && values[0] === account && values[1] === FIRST_ID
        if (isWhole && (whole += 1) === 1) await creditOf(account, day(0, 2))
        return rows
      },
    }
    expect(await verifyNight(interrupted, endOfDay(day(1)))).toMatchObject({ ok: true, late: [account] })
    expect(whole).toBe(2)
    expect(await verify()).toMatchObject({ ok: true, findings: [] })
  })

  test('a night beside traffic raises no alarm and leaves right checkpoints', async () => {
    let over = false
    const caller = async (): Promise<void> => {
      while (!over) {
        await admit(
          book.pool,
          book.accounts.map((account) => ({ account, prices: [1n] })),
        )
        await settle(book.pool, 'post', 2)
        for (const account of book.accounts) await fill(book.pool, 'credit', account, 3n)
      }
    }
    const callers = [caller(), caller(), caller()]
    try {
      // The bound lies among the entries that are being written.
      for (let run = 0; run < 20; run += 1)
        expect(await verifyNight(alone(book.pool), firstIdAt(new Date()))).toMatchObject({ ok: true, findings: [] })
    } finally {
      over = true
      await Promise.all(callers)
    }
    expect(await verifyNight(alone(book.pool), firstIdAt(new Date()))).toMatchObject({ ok: true, findings: [] })
    expect(await verify()).toMatchObject({ ok: true, findings: [] })
  })
})
