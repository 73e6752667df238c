import { AccountId } from '@hongyan/contract/ids'
import { type Micros, micros } from '@hongyan/contract/money'
import type pg from 'pg'
import { openPool } from '../src/db/connect.ts'
import { inTransaction, statement, type Tx } from '../src/db/tx.ts'
import { uuidv7 } from '../src/kit/ids.ts'
import { newLogger } from '../src/kit/logger.ts'
import { type Entry, ledger } from '../src/ledger/ledger.ts'
import { newDatabase } from './cluster.ts'

/**
 * A ledger with accounts of its own on a database of its own. The functions below post to it as admit and settle do.
 */
export interface TestBook {
  readonly url: string
  readonly pool: pg.Pool
  readonly accounts: readonly AccountId[]
  readonly close: () => Promise<void>
}

/** Makes one account for each credit limit; zero is no credit. */
export async function newBook(limits: readonly bigint[]): Promise<TestBook> {
  const database = await newDatabase()
  const pool = openPool(database.url, 6, newLogger('silent'))
  const accounts = limits.map((_, nr) => AccountId.parse(`00000000-0000-0000-0000-${String(nr + 1).padStart(12, '0')}`))
  for (const [nr, account] of accounts.entries()) await openAccount(pool, account, limits[nr] ?? 0n)
  return {
    url: database.url,
    pool,
    accounts,
    close: async () => {
      await pool.end()
      await database.drop()
    },
  }
}

export async function insertAccount(pool: pg.Pool, account: AccountId, limit: bigint): Promise<void> {
  await pool.query(
    `insert into account (id, email, password_hash, partition, currency, time_zone, hash_key, created_at,
       credit_enabled, credit_micros)
     values ($1::uuid, $1::text || '@example.com', '', 'us', 'USD', 'UTC', '', now(), $2, $3)`,
    [account, limit > 0n, limit],
  )
}

async function openAccount(pool: pg.Pool, account: AccountId, limit: bigint): Promise<void> {
  await insertAccount(pool, account, limit)
  await inTransaction(pool, (tx) => ledger.open(tx, account))
}

/** Deletes every message and entry. */
export const emptyBook = (pool: pg.Pool) => pool.query(EMPTY)

const EMPTY = `delete from message;
  delete from ledger_entry;
  update balance set paid_micros = 0, gift_micros = 0, cashback_micros = 0, credit_micros = 0, billed_micros = 0, held_micros = 0`

export const entryOf = (account: AccountId, amount: bigint, count = 1, at = new Date()): Entry => ({
  id: uuidv7(at),
  account,
  amount: micros(amount),
  count,
})

export type Fund = 'credit' | 'gift' | 'cashback'

/** Adds to one of an account's funds: `credit` adds paid funds, as the ledger calls it. */
export const fill = (pool: pg.Pool, fund: Fund, account: AccountId, amount: bigint): Promise<void> =>
  inTransaction(pool, async (tx) => {
    await ledger.lock(tx, [account])
    await ledger[fund](tx, [entryOf(account, amount)], new Date())
  })

/** Refunds paid funds that are neither spent nor held, at most `wanted`. Returns the amount. */
export const refund = (pool: pg.Pool, account: AccountId, wanted: bigint): Promise<bigint> =>
  inTransaction(pool, async (tx) => {
    await ledger.lock(tx, [account])
    const [row] = await tx.run<{ free: bigint }>(FREE, [account])
    const amount = least(wanted, row?.free ?? 0n)
    if (amount <= 0n) return 0n
    const entry = { ...entryOf(account, amount), from: 'paid', to: 'clearing', channel: 'sandbox' } as const
    await ledger.transfer(tx, [entry], new Date())
    return amount
  })

export type Billing = 'bill' | 'unbill' | 'payInvoice'

/** Bills drawn credit, unbills billed credit or pays it from funds, at most `wanted`. Returns the amount. */
export const billing = (pool: pg.Pool, how: Billing, account: AccountId, wanted: bigint): Promise<bigint> =>
  inTransaction(pool, async (tx) => {
    await ledger.lock(tx, [account])
    const { paid, gift, cashback, credit, billed } = await booksOf(tx, account)
    const most = { bill: -credit, unbill: -billed, payInvoice: least(-billed, paid + gift + cashback) }[how]
    const amount = least(wanted, most)
    const entry = { ...entryOf(account, amount), tax: micros(amount / 7n) }
    if (amount > 0n) await ledger[how](tx, [entry], new Date())
    return amount
  })

/**
 * Pays billed credit with money that a channel has just received, as the payment of an invoice does. The excess repays
 * drawn credit. Returns the amount paid.
 */
export const payApart = (pool: pg.Pool, account: AccountId, amount: bigint): Promise<bigint> =>
  inTransaction(pool, async (tx) => {
    await ledger.lock(tx, [account])
    const credit = { ...entryOf(account, amount), channel: 'sandbox' }
    await ledger.creditForInvoice(tx, [credit], new Date())
    const applied = least(amount, -(await booksOf(tx, account)).billed)
    if (applied > 0n) await ledger.payInvoice(tx, [{ ...entryOf(account, applied), charge: credit.id }], new Date())
    const { paid, credit: drawn } = await booksOf(tx, account)
    const back = { ...entryOf(account, least(paid, -drawn)), from: 'paid', to: 'credit' } as const
    if (back.amount > 0n) await ledger.transfer(tx, [back], new Date())
    return applied
  })

const FREE = statement('test.free', 'select paid_micros - held_micros as free from balance where account_id = $1')
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

export interface WantedMessages {
  readonly account: AccountId
  readonly prices: readonly bigint[]
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

/**
 * Accepts messages in one transaction, for each account all of its wanted ones or none. Returns the accepted ones. An
 * account may occur once.
 */
export const admit = (
  pool: pg.Pool,
  wanted: readonly WantedMessages[],
  at = new Date(),
): Promise<readonly WantedMessages[]> =>
  inTransaction(pool, async (tx) => {
    const available = await ledger.lock(
      tx,
      wanted.map(({ account }) => account),
    )
    const fitting = wanted.filter(({ account, prices }) => sum(prices) <= (available.get(account)?.others ?? 0n))
    const holds = fitting.map(({ account, prices }) => entryOf(account, sum(prices), prices.length, at))
    await ledger.hold(tx, holds, at)
    for (const [nr, { account, prices }] of fitting.entries())
      for (const price of prices) await tx.run(MESSAGE, [account, uuidv7(at), price, holds[nr]?.id, at])
    return fitting
  })

const MESSAGE = statement(
  'test.message',
  `insert into message (account_id, id, request_id, accepted_at, valid_until, country, to_hash, to_last4, scene, unicode,
     parts, unit_price_micros, price_micros, status, retention_days, hold_entry)
   values ($1, $2, '', $5, $5, 'US', '', '0123', 2, false, 1, $3, $3, 0, 30, $4)`,
)

export interface Settled {
  readonly account: AccountId
  readonly price: bigint
}

/** Posts or voids up to `most` waiting messages of any account. Returns them. */
export const settle = (pool: pg.Pool, how: 'post' | 'void', most: number): Promise<readonly Settled[]> =>
  inTransaction(pool, async (tx) => {
    const seen = await tx.run<MessageRow>(WAITING, [most])
    await ledger.lock(
      tx,
      seen.map(({ account }) => account),
    )
    const messages = await tx.run<MessageRow>(LOCKED, [seen.map(({ id }) => id)])
    const entries = entriesOf(messages)
    await ledger[how](tx, [...entries.values()], new Date())
    for (const { account, id } of messages) await tx.run(SETTLED, [account, id, entries.get(account)?.id])
    return messages
  })

interface MessageRow extends Settled {
  readonly account: AccountId
  readonly id: string
}

const COLUMNS = 'account_id as account, id, price_micros as price'
const WAITING = statement(
  'test.waiting',
  `select ${COLUMNS} from message where settle_entry is null order by md5(id::text) limit $1`,
)
const LOCKED = statement(
  'test.locked',
  `select ${COLUMNS} from message where id = any($1::uuid[]) and settle_entry is null order by account_id, id for update`,
)
const SETTLED = statement('test.settled', 'update message set settle_entry = $3 where account_id = $1 and id = $2')

function entriesOf(messages: readonly MessageRow[]): Map<AccountId, Entry> {
  const entries = new Map<AccountId, Entry>()
  for (const { account, price } of messages) {
    const before = entries.get(account) ?? entryOf(account, 0n, 0)
    entries.set(account, { ...before, amount: micros(before.amount + price), count: before.count + 1 })
  }
  return entries
}

export interface Books {
  readonly paid: Micros
  readonly gift: Micros
  readonly cashback: Micros
  readonly credit: Micros
  readonly billed: Micros
  readonly held: Micros
  readonly balance: Micros
}

const BALANCE = statement(
  'test.balance',
  `select paid_micros as paid, gift_micros as gift, cashback_micros as cashback, credit_micros as credit,
     billed_micros as billed, held_micros as held, balance_micros as balance
   from balance where account_id = $1`,
)

export async function booksOf(db: Tx, account: AccountId): Promise<Books> {
  const [books] = await db.run<Books>(BALANCE, [account])
  if (books === undefined) throw new Error(`${account} has no balance`)
  return books
}
