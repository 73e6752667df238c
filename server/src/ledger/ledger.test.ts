import type { AccountId } from '@hongyan/contract/ids'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  admit,
  billing,
  type Books,
  booksOf,
  emptyBook,
  entryOf,
  fill,
  newBook,
  payApart,
  refund,
  settle,
  type TestBook,
} from '../../test/book.ts'
import { alone, inTransaction } from '../db/tx.ts'
import { ledger } from './ledger.ts'
import { verifyLedger, wholeDetail } from './verify.ts'
import { patient } from '../../test/patience.ts'

const RUNS = process.env['SCALE'] === 'full' ? 10_000 : 400
/** The number of callers that move the ledger at the same time. */
const CALLERS = 4
const LIMITS = [0n, 0n, 500n] as const

let book: TestBook
let [plain, , lent]: readonly AccountId[] = []
beforeAll(async () => {
  book = await newBook(LIMITS)
  ;[plain, , lent] = book.accounts
})
afterAll(() => book.close())

beforeEach(() => emptyBook(book.pool))

const verified = () => verifyLedger(alone(book.pool), wholeDetail(new Date()))
const booksAt = (account: AccountId): Promise<Books> => booksOf(alone(book.pool), account)
const known = (account: AccountId | undefined): AccountId => {
  if (account === undefined) throw new Error('the book has three accounts')
  return account
}

describe('using funds', () => {
  test('use takes paid funds first, then gift, then cashback, then credit', async () => {
    const account = known(lent)
    for (const [fund, amount] of [
      ['cashback', 10n],
      ['gift', 20n],
      ['credit', 30n],
    ] as const)
      await fill(book.pool, fund, account, amount)
    const seen: Books[] = []
    for (const price of [25n, 15n, 15n, 12n]) {
      await admit(book.pool, [{ account, prices: [price] }])
      await settle(book.pool, 'post', 1)
      seen.push(await booksAt(account))
    }
    expect(seen.map(({ paid, gift, cashback, credit }) => [paid, gift, cashback, credit])).toEqual([
      [5n, 20n, 10n, 0n],
      [0n, 10n, 10n, 0n],
      [0n, 0n, 5n, 0n],
      [0n, 0n, 0n, -7n],
    ])
    expect(await verified()).toMatchObject({ ok: true })
  })

  test('use beyond the funds is repaid by the next incoming money', async () => {
    const account = known(lent)
    await admit(book.pool, [{ account, prices: [40n] }])
    await settle(book.pool, 'post', 1)
    await fill(book.pool, 'gift', account, 15n)
    await fill(book.pool, 'credit', account, 100n)
    expect(await booksAt(account)).toMatchObject({ paid: 75n, gift: 0n, credit: 0n, balance: 75n })
    expect(await verified()).toMatchObject({ ok: true })
  })

  test('use takes the oldest charge first', async () => {
    const account = known(plain)
    for (const amount of [10n, 20n, 30n]) await fill(book.pool, 'credit', account, amount)
    await admit(book.pool, [{ account, prices: [8n, 9n] }])
    await settle(book.pool, 'post', 2)
    const charges = await ledger.charges(alone(book.pool), account)
    expect(charges.map(({ amount, unspent }) => [amount, unspent])).toEqual([
      [10n, 0n],
      [20n, 13n],
      [30n, 30n],
    ])
  })
})

describe('credit on invoices', () => {
  const draw = async (price: bigint): Promise<void> => {
    await admit(book.pool, [{ account: known(lent), prices: [price] }])
    await settle(book.pool, 'post', 1)
  }
  const spendable = () =>
    inTransaction(book.pool, async (tx) => (await ledger.lock(tx, [known(lent)])).get(known(lent)))

  test('billed credit may not be spent again, and no other money repays it', async () => {
    const account = known(lent)
    await draw(300n)
    expect(await spendable()).toEqual({ codes: 200n, others: 200n })
    await billing(book.pool, 'bill', account, 300n)
    expect(await booksAt(account)).toMatchObject({ credit: 0n, billed: -300n, balance: 0n })
    expect(await spendable()).toEqual({ codes: 200n, others: 200n })
    await fill(book.pool, 'credit', account, 50n)
    expect(await booksAt(account)).toMatchObject({ paid: 50n, billed: -300n })
  })

  test('billed credit takes paid funds first, then gift, then cashback, and its payment is no unspent part of a charge', async () => {
    const account = known(lent)
    await draw(200n)
    await billing(book.pool, 'bill', account, 200n)
    for (const fund of ['credit', 'gift', 'cashback'] as const) await fill(book.pool, fund, account, 40n)
    await billing(book.pool, 'payInvoice', account, 90n)
    expect(await booksAt(account)).toMatchObject({ paid: 0n, gift: 0n, cashback: 30n, billed: -110n })
    expect((await ledger.charges(alone(book.pool), account)).map(({ unspent }) => unspent)).toEqual([0n])
    const more = inTransaction(book.pool, (tx) => ledger.payInvoice(tx, [entryOf(account, 31n)], new Date()))
    await expect(more).rejects.toThrow('ledger_entry_zero')
    expect(await verified()).toMatchObject({ ok: true })
  })

  test('billed credit cannot exceed drawn credit, and is drawn again when its invoice is void', async () => {
    const account = known(lent)
    await draw(30n)
    const more = inTransaction(book.pool, (tx) => ledger.bill(tx, [entryOf(account, 31n)], new Date()))
    await expect(more).rejects.toThrow('balance_credit')
    await billing(book.pool, 'bill', account, 30n)
    await billing(book.pool, 'unbill', account, 20n)
    expect(await booksAt(account)).toMatchObject({ credit: -20n, billed: -10n })
    expect(await verified()).toMatchObject({ ok: true })
  })

  test('billed credit takes the charge that came for it, and older charges stay unspent', async () => {
    const account = known(lent)
    await draw(50n)
    await billing(book.pool, 'bill', account, 50n)
    await fill(book.pool, 'credit', account, 30n)
    await payApart(book.pool, account, 60n)
    expect((await ledger.charges(alone(book.pool), account)).map(({ amount, unspent }) => [amount, unspent])).toEqual([
      [30n, 30n],
      [60n, 10n],
    ])
    expect(await verified()).toMatchObject({ ok: true })
  })

  test.each([
    ['billed credit beyond the limit', 'credit_micros = 40'],
    ['billed credit of an account whose credit was switched off', 'credit_enabled = false'],
  ])('%s takes no funds', async (_, change) => {
    const account = known(lent)
    await draw(100n)
    await billing(book.pool, 'bill', account, 100n)
    await fill(book.pool, 'credit', account, 7n)
    await book.pool.query(`update account set ${change} where id = $1`, [account])
    expect(await spendable()).toEqual({ codes: 7n, others: 7n })
    await book.pool.query('update account set credit_enabled = true, credit_micros = 500 where id = $1', [account])
  })

  test('while credit is reduced, only codes may use the limit, and all other messages the funds', async () => {
    const account = known(lent)
    await draw(100n)
    await billing(book.pool, 'bill', account, 100n)
    await fill(book.pool, 'credit', account, 7n)
    await book.pool.query('update account set credit_reduced_at = now() where id = $1', [account])
    expect(await spendable()).toEqual({ codes: 407n, others: 7n })
    await book.pool.query('update account set credit_reduced_at = null where id = $1', [account])
    expect(await spendable()).toEqual({ codes: 407n, others: 407n })
  })
})

describe('constraints', () => {
  test('the database refuses every write that takes a fund below zero', async () => {
    const account = known(plain)
    await fill(book.pool, 'gift', account, 5n)
    const taken = { ...entryOf(account, 6n), from: 'gift', to: 'revenue' } as const
    await expect(inTransaction(book.pool, (tx) => ledger.transfer(tx, [taken], new Date()))).rejects.toThrow(
      'balance_gift',
    )
    expect(await booksAt(account)).toMatchObject({ gift: 5n })
  })

  test('the database refuses an entry whose legs do not sum to zero', async () => {
    const lopsided = `insert into ledger_entry (account_id, id, kind, amount_micros, count, at, paid_micros)
      values ($1, gen_random_uuid(), 'credit', 1, 1, now(), 1)`
    await expect(book.pool.query(lopsided, [plain])).rejects.toThrow('ledger_entry_zero')
  })
})

test('two entries of one account in one call throw', async () => {
  const twice = [entryOf(known(plain), 1n), entryOf(known(plain), 1n)]
  await expect(inTransaction(book.pool, (tx) => ledger.hold(tx, twice, new Date()))).rejects.toThrow(
    'two entries of one account',
  )
})

const nr = fc.nat(LIMITS.length - 1)
const amount = fc.bigInt(1n, 400n)
const move = fc.oneof(
  fc.record({ kind: fc.constantFrom('credit', 'gift', 'cashback', 'refund'), nr, amount }),
  fc.record({
    kind: fc.constant('admit'),
    wishes: fc.uniqueArray(fc.record({ nr, prices: fc.array(fc.bigInt(0n, 150n), { minLength: 1, maxLength: 4 }) }), {
      selector: (wish) => wish.nr,
      minLength: 1,
    }),
  }),
  fc.record({ kind: fc.constantFrom('post', 'void'), most: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ kind: fc.constantFrom('bill', 'unbill', 'payInvoice', 'payApart'), amount }),
)
type Move = typeof move extends fc.Arbitrary<infer M> ? M : never

/** An account's balance by plain addition: incoming money less posts and returns, holds, and the billed sum. */
interface Plain {
  funds: bigint
  held: bigint
  billed: bigint
}

async function carryOut(step: Move, plainly: ReadonlyMap<AccountId, Plain>): Promise<void> {
  const change = (account: AccountId, funds: bigint, held: bigint): void => {
    const at = plainly.get(account)
    if (at) [at.funds, at.held] = [at.funds + funds, at.held + held]
  }
  /** Bills an amount: it leaves the drawn credit, and the spendable amount stays. */
  const bill = (account: AccountId, billed: bigint): void => {
    const at = plainly.get(account)
    if (at) at.billed += billed
    change(account, billed, 0n)
  }
  if ('wishes' in step) {
    const wishes = step.wishes.map((wish) => ({ account: known(book.accounts[wish.nr]), prices: wish.prices }))
    for (const { account, prices } of await admit(book.pool, wishes))
      for (const price of prices) change(account, 0n, price)
  } else if ('most' in step) {
    const how = step.kind === 'post' ? 'post' : 'void'
    for (const { account, price } of await settle(book.pool, how, step.most))
      change(account, how === 'post' ? -price : 0n, -price)
  } else if (!('nr' in step)) {
    const account = known(lent)
    const { kind, amount: wanted } = step
    const moved = await (kind === 'payApart'
      ? payApart(book.pool, account, wanted)
      : billing(book.pool, kind, account, wanted))
    bill(account, kind === 'bill' ? moved : -moved)
    if (kind === 'payApart') change(account, wanted, 0n)
  } else {
    const account = known(book.accounts[step.nr])
    const moved = step.kind === 'refund' ? -(await refund(book.pool, account, step.amount)) : step.amount
    if (step.kind !== 'refund') await fill(book.pool, step.kind, account, step.amount)
    change(account, moved, 0n)
  }
}

test(
  'random moves by several callers leave both proofs clean, sums right and no fund below zero',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 4, maxLength: 16 }), async (moves) => {
        await emptyBook(book.pool)
        const plainly = new Map(book.accounts.map((account) => [account, { funds: 0n, held: 0n, billed: 0n }]))
        const waiting = [...moves]
        const caller = async (): Promise<void> => {
          for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) await carryOut(step, plainly)
        }
        await Promise.all(Array.from({ length: CALLERS }, caller))
        expect(await verified()).toMatchObject({ ok: true, findings: [] })
        for (const [account, { funds, held, billed }] of plainly) {
          const books = await booksAt(account)
          expect(books).toMatchObject({ held, balance: funds - held, billed: -billed })
          expect([books.paid, books.gift, books.cashback, books.held, -books.credit].every((one) => one >= 0n)).toBe(
            true,
          )
          expect(account === lent || books.credit === 0n).toBe(true)
          const unspent = (await ledger.charges(alone(book.pool), account)).map((charge) => charge.unspent)
          expect(unspent.reduce((total, one) => total + one, 0n)).toBe(books.paid)
        }
      }),
      { numRuns: RUNS },
    )
  },
  patient(RUNS * 300),
)
