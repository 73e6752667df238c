import fc from 'fast-check'
import { expect, test } from 'vitest'
import { micros, parseMicros, ZERO } from './money.ts'
import { type RefundableCharge, refundOf, refundTerms } from './refund.ts'

const exact = (decimal: string) => parseMicros(decimal) ?? ZERO
const paidAt = new Date('2026-11-01T08:30:00.250Z')
const FREE_FOR = 14 * 24 * 3_600_000
const after = (millis: number): Date => new Date(paidAt.getTime() + millis)
const charge = (change: Partial<RefundableCharge> = {}): RefundableCharge => ({
  unspent: exact('100'),
  held: ZERO,
  cashback: ZERO,
  cashbackFund: ZERO,
  refundedLate: ZERO,
  feesTaken: ZERO,
  paidAt,
  now: paidAt,
  ...change,
})
const all = (change: Partial<RefundableCharge>) => {
  const terms = refundTerms(charge(change))
  return refundOf(terms, terms.refundable)
}

test.each([
  ['at once', 0, '0', '100'],
  ['a millisecond before the end of fourteen times 24 hours', FREE_FOR - 1, '0', '100'],
  ['at fourteen times 24 hours', FREE_FOR, '0', '100'],
  ['a millisecond later', FREE_FOR + 1, '25', '75'],
  ['a year later', 365 * 24 * 3_600_000, '25', '75'],
])('a refund of 100 that is made %s has the right fee', (_, millis, fee, paidOut) => {
  expect(all({ now: after(millis) })).toMatchObject({ fee: exact(fee), paidOut: exact(paidOut) })
})

test.each([
  ['0.01', '0', '0.01'],
  ['0.03', '0', '0.03'],
  ['0.04', '0.01', '0.03'],
  ['99.99', '24.99', '75'],
  ['100', '25', '75'],
])('the late fee of %s is cut to the cent in the customer’s favour: %s', (amount, fee, paidOut) => {
  const terms = refundTerms(charge({ now: after(FREE_FOR + 1) }))
  expect(refundOf(terms, exact(amount))).toMatchObject({ fee: exact(fee), paidOut: exact(paidOut) })
})

test('120 late refunds of 0.03 cost as much as one of 3.60', () => {
  let [refundedLate, feesTaken] = [ZERO, ZERO]
  for (let times = 0; times < 120; times += 1) {
    const refunded = refundOf(refundTerms(charge({ now: after(FREE_FOR + 1), refundedLate, feesTaken })), exact('0.03'))
    refundedLate = micros(refundedLate + exact('0.03'))
    feesTaken = micros(feesTaken + (refunded?.fee ?? ZERO))
  }
  expect(feesTaken).toBe(exact('0.90'))
})

test('late refunds in any parts have the fee of their sum', () => {
  const cents = fc.bigInt(2n, 2_000n).map((each) => micros(each * 10_000n))
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 10 }), (amounts) => {
      let [refundedLate, feesTaken] = [ZERO, ZERO]
      for (const amount of amounts) {
        const unspent = exact('1000')
        const sum = refundOf(
          refundTerms(charge({ unspent, now: after(FREE_FOR + 1), refundedLate, feesTaken })),
          amount,
        )
        refundedLate = micros(refundedLate + amount)
        feesTaken = micros(feesTaken + (sum?.fee ?? ZERO))
      }
      const quarter = refundedLate / 4n
      expect(feesTaken).toBe(quarter - (quarter % 10_000n))
    }),
  )
})

test.each([
  ['nothing is spent', '100', '0', '100'],
  ['messages cost less than a cent', '99.9915', '0', '99.99'],
  ['messages on their way hold some', '60', '20.005', '39.99'],
  ['messages on their way hold all', '60', '60', '0'],
  ['less than a cent is left', '0.0099', '0', '0'],
])('the refundable amount when %s', (_, unspent, held, refundable) => {
  expect(refundTerms(charge({ unspent: exact(unspent), held: exact(held) })).refundable).toBe(exact(refundable))
})

test.each([
  ['all in its fund', '8.88', '20', '8.88', '0', '100'],
  ['half spent', '8.88', '4.44', '4.44', '4.44', '95.56'],
  ['all spent', '8.88', '0', '0', '8.88', '91.12'],
  ['spent to a fraction of a cent', '8.88', '4.4351', '4.4351', '4.44', '95.56'],
])('a refund of a charge whose cashback is %s', (_, cashback, cashbackFund, clawback, withheld, paidOut) => {
  const change = { cashback: exact(cashback), cashbackFund: exact(cashbackFund) }
  expect(refundTerms(charge(change))).toMatchObject({ clawback: exact(clawback), withheld: exact(withheld) })
  expect(all(change)).toMatchObject({ paidOut: exact(paidOut) })
})

test('a charge is not refundable where the missing cashback would leave nothing to pay out', () => {
  expect(refundTerms(charge({ unspent: exact('8.88'), cashback: exact('8.88') })).refundable).toBe(ZERO)
})

test.each(['0', '-1', '0.005', '0.015', '100.01', '100.000001'])(
  'the amount %s cannot be refunded of a charge of 100',
  (amount) => {
    expect(refundOf(refundTerms(charge()), exact(amount))).toBeNull()
  },
)

test('the parts of every refund are whole cents and sum to it, and the fee is at most a quarter', () => {
  const amount = fc.bigInt(0n, 50_000_000n).map(micros)
  fc.assert(
    fc.property(
      amount,
      amount,
      amount,
      amount,
      fc.boolean(),
      fc.bigInt(1n, 5_000n),
      (unspent, held, cashback, fund, late, cents) => {
        const now = after(late ? FREE_FOR + 1 : 0)
        const terms = refundTerms(charge({ unspent, held, cashback, cashbackFund: fund, now }))
        const sum = refundOf(terms, micros(cents * 10_000n))
        expect(terms.clawback <= fund && terms.clawback + terms.withheld <= cashback).toBe(true)
        if (sum === null) return
        expect(sum.fee + sum.withheld + sum.paidOut).toBe(sum.amount)
        expect([sum.fee, sum.withheld, sum.paidOut].map((part) => part % 10_000n)).toEqual([0n, 0n, 0n])
        expect(sum.fee * 4n <= sum.amount && sum.amount <= unspent - held && sum.paidOut > 0n).toBe(true)
      },
    ),
  )
})
