import fc from 'fast-check'
import { expect, test } from 'vitest'
import { admit, emptyBook, entryOf, fill, settle } from '../../test/book.ts'
import { chargedBook } from '../../test/charged-book.ts'
import { inTransaction } from '../db/tx.ts'
import { ledger } from './ledger.ts'
import { patient } from '../../test/patience.ts'

const RUNS = process.env['SCALE'] === 'full' ? 3_000 : 300

const book = chargedBook()
const { charge, move, spend, books, charges, left, verified } = book

test('a dispute takes paid funds, then draws credit, while gift and cashback stay', async () => {
  const disputed = await charge(50n)
  await fill(book.pool, 'gift', book.account, 20n)
  await spend(15n)
  await move('dispute', disputed, 50n)
  expect(await books()).toMatchObject({ paid: 0n, gift: 20n, credit: -15n, balance: 5n })
  expect(await verified()).toMatchObject({ ok: true })
})

test('an account below zero accepts no new message, and messages accepted before are still charged', async () => {
  const disputed = await charge(40n)
  await admit(book.pool, [{ account: book.account, prices: [10n, 20n] }])
  await move('dispute', disputed, 40n)
  expect(await books()).toMatchObject({ held: 30n, balance: -30n })
  expect(await spend(0n)).toBe(false)
  await settle(book.pool, 'post', 1)
  await settle(book.pool, 'void', 1)
  const { held, credit, balance } = await books()
  expect(held).toBe(0n)
  expect([-10n, -20n]).toContain(balance)
  expect(credit).toBe(balance)
  expect(await spend(1n)).toBe(false)
  expect(await verified()).toMatchObject({ ok: true })
})

test('a won dispute repays the credit that it drew, and the rest is paid funds again', async () => {
  const disputed = await charge(50n)
  await spend(20n)
  await move('dispute', disputed, 50n)
  await move('disputeWon', disputed, 50n)
  expect(await books()).toMatchObject({ paid: 30n, credit: 0n, balance: 30n })
  expect(await left()).toEqual([[50n, 30n]])
  expect(await verified()).toMatchObject({ ok: true })
})

test('a disputed charge leaves the unspent funds to the other charges', async () => {
  const older = await charge(100n)
  await charge(100n)
  await spend(50n)
  await move('dispute', older, 100n)
  expect(await left()).toEqual([
    [0n, 0n],
    [100n, 50n],
  ])
  await move('disputeWon', older, 100n)
  expect(await left()).toEqual([
    [100n, 50n],
    [100n, 100n],
  ])
})

test('cashback names its charge', async () => {
  const rewarded = await charge(10n)
  await inTransaction(book.pool, (tx) =>
    ledger.cashback(tx, [{ ...entryOf(book.account, 3n), charge: rewarded }], new Date()),
  )
  const { rows } = await book.pool.query(`select charge, cashback_micros from ledger_entry where kind = 'cashback'`)
  expect(rows).toEqual([{ charge: rewarded, cashback_micros: 3n }])
  expect(await left()).toEqual([[10n, 10n]])
})

const amount = fc.bigInt(1n, 100n)
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('credit', 'gift', 'spend'), amount }),
  fc.record({ kind: fc.constantFrom('dispute', 'disputeWon'), amount, of: fc.nat(5) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** Books disputes and their ends: a bank takes at most the rest of a charge, and returns at most what it took. */
async function carryOut(steps: readonly Step[]): Promise<void> {
  const taken = new Map<string, bigint>()
  for (const one of steps) {
    if (one.kind === 'credit' || one.kind === 'gift') await fill(book.pool, one.kind, book.account, one.amount)
    else if (one.kind === 'spend') await spend(one.amount)
    else {
      const all = await charges()
      const { entry = '', amount: rest = 0n } = all['of' in one ? one.of % Math.max(all.length, 1) : 0] ?? {}
      const before = taken.get(entry) ?? 0n
      const moved = least(one.amount, one.kind === 'dispute' ? rest : before)
      if (moved === 0n) continue
      await move(one.kind, entry, moved)
      taken.set(entry, before + (one.kind === 'dispute' ? moved : -moved))
    }
  }
}

test(
  'any sequence of charges, use and disputes leaves the unspent parts of charges equal to the paid fund',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        await emptyBook(book.pool)
        await carryOut(steps)
        const [{ paid }, all] = [await books(), await charges()]
        expect(all.reduce((total, { unspent }) => total + unspent, 0n)).toBe(paid)
        expect(all.filter(({ amount: most, unspent }) => unspent < 0n || unspent > most)).toEqual([])
        expect(await verified()).toMatchObject({ ok: true, findings: [] })
      }),
      { numRuns: RUNS },
    )
  },
  patient(RUNS * 300),
)
