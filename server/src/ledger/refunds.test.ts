import { micros } from '@hongyan/contract/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { admit, emptyBook, entryOf, fill } from '../../test/book.ts'
import { chargedBook } from '../../test/charged-book.ts'
import { inTransaction } from '../db/tx.ts'
import { ledger } from './ledger.ts'
import { patient } from '../../test/patience.ts'

const RUNS = process.env['SCALE'] === 'full' ? 3_000 : 200

const book = chargedBook()
const { charge: credit, move, spend, books, charges, left, verified } = book
const refund = (how: 'refund' | 'refundFailed', of: string, amount: bigint, kept = 0n) =>
  inTransaction(book.pool, async (tx) => {
    await ledger.lock(tx, [book.account])
    const entry = { ...entryOf(book.account, amount), charge: of, channel: 'stripe', kept: micros(kept) }
    await ledger[how](tx, [entry], new Date())
  })
const legsOf = async (kind: string) => {
  const { rows } = await book.pool.query(
    `select channel, paid_micros as paid, credit_micros as credit, revenue_micros as revenue, clearing_micros as clearing
       from ledger_entry where kind = $1`,
    [kind],
  )
  return rows
}

test('a refund leaves the paid fund: its fee is revenue, the rest goes to the channel', async () => {
  const charge = await credit(100n)
  await refund('refund', charge, 60n, 15n)
  expect(await books()).toMatchObject({ paid: 40n, balance: 40n })
  expect(await legsOf('refund')).toEqual([{ channel: 'stripe', paid: -60n, credit: 0n, revenue: 15n, clearing: 45n }])
  expect(await left()).toEqual([[40n, 40n]])
  expect(await verified()).toMatchObject({ ok: true })
})

test('a failed refund is returned to the last micro, its fee too', async () => {
  const charge = await credit(100n)
  await refund('refund', charge, 60n, 15n)
  await refund('refundFailed', charge, 60n, 15n)
  expect(await books()).toMatchObject({ paid: 100n, balance: 100n })
  expect(await left()).toEqual([[100n, 100n]])
  expect(await verified()).toMatchObject({ ok: true })
})

test('a returned refund repays drawn credit first', async () => {
  const [refunded, disputed] = [await credit(50n), await credit(40n)]
  await refund('refund', refunded, 50n)
  await spend(30n)
  await move('dispute', disputed, 40n)
  expect(await books()).toMatchObject({ paid: 0n, credit: -30n })
  await refund('refundFailed', refunded, 50n)
  expect(await books()).toMatchObject({ paid: 20n, credit: 0n, balance: 20n })
  expect(await verified()).toMatchObject({ ok: true })
})

test('a refund of one charge leaves the others unchanged', async () => {
  const [older] = [await credit(30n), await credit(30n), await credit(30n)]
  await spend(10n)
  await refund('refund', older, 20n)
  expect(await left()).toEqual([
    [10n, 0n],
    [30n, 30n],
    [30n, 30n],
  ])
})

test('a refund beyond the paid fund is refused', async () => {
  const charge = await credit(10n)
  await spend(4n)
  await expect(refund('refund', charge, 7n)).rejects.toThrow('balance_paid')
})

test('a clawback takes the cashback fund alone, and returns to it', async () => {
  const charge = await credit(100n)
  await inTransaction(book.pool, (tx) => ledger.cashback(tx, [{ ...entryOf(book.account, 9n), charge }], new Date()))
  await move('clawback', charge, 7n)
  expect(await books()).toMatchObject({ paid: 100n, cashback: 2n })
  await move('clawbackFailed', charge, 7n)
  expect(await books()).toMatchObject({ paid: 100n, cashback: 9n })
  expect(await left()).toEqual([[100n, 100n]])
  expect(await verified()).toMatchObject({ ok: true })
})

const amount = fc.bigInt(1n, 100n)
const step = fc.record({
  kind: fc.constantFrom('credit', 'gift', 'spend', 'hold', 'dispute', 'disputeWon', 'refund', 'refund', 'refundFailed'),
  amount,
  of: fc.nat(5),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const least = (...all: readonly bigint[]): bigint => all.reduce((one, other) => (one < other ? one : other))

/**
 * Books refunds and disputes: refunds take at most the unspent part, banks at most the rest; each returns at most what
 * it took.
 */
async function carryOut(steps: readonly Step[]): Promise<void> {
  const taken = new Map<string, bigint>()
  const refunds: { readonly of: string; readonly amount: bigint; readonly kept: bigint }[] = []
  for (const { kind, amount: wanted, of } of steps) {
    const all = await charges()
    const { entry = '', amount: rest = 0n, unspent = 0n } = all[of % Math.max(all.length, 1)] ?? {}
    const before = taken.get(entry) ?? 0n
    if (kind === 'credit' || kind === 'gift') await fill(book.pool, kind, book.account, wanted)
    else if (kind === 'spend') await spend(wanted)
    else if (kind === 'hold') await admit(book.pool, [{ account: book.account, prices: [wanted] }])
    else if (kind === 'refund') {
      const moved = least(wanted, unspent)
      if (moved === 0n) continue
      const kept = moved / 4n
      await refund('refund', entry, moved, kept)
      refunds.push({ of: entry, amount: moved, kept })
    } else if (kind === 'refundFailed') {
      const one = refunds.pop()
      if (one !== undefined) await refund('refundFailed', one.of, one.amount, one.kept)
    } else {
      const moved = least(wanted, kind === 'dispute' ? rest : before)
      if (moved === 0n) continue
      await move(kind, entry, moved)
      taken.set(entry, before + (kind === 'dispute' ? moved : -moved))
    }
  }
}

test(
  'any sequence of charges, use, disputes and refunds leaves the unspent parts of charges equal to the paid fund',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        await emptyBook(book.pool)
        await carryOut([{ kind: 'credit', amount: 100n, of: 0 }, ...steps])
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
