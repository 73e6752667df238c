import type { RefundOffer } from '@hongyan/contract/endpoints/finance/refunds'
import { parseMicros, ZERO } from '@hongyan/contract/money'
import { expect, test } from 'vitest'
import { callsForRecharge, readReason, sumOf, termsOf, amountInput } from './refund-request.ts'

const exact = (decimal: string) => parseMicros(decimal) ?? ZERO
const offer: RefundOffer = {
  currency: 'CNY',
  channel: 'alipay',
  refundable: '100.000000',
  fee_percent: 25,
  refunded_late: '0.000000',
  fees_taken: '0.000000',
  fee_from: '2026-12-04T09:00:00.001Z',
  clawback: '2.880000',
  withheld: '6.000000',
  refusal: null,
}
const terms = termsOf(offer)

test.each([
  ['100', '25', '69'],
  ['100.009', '25', '69'],
  ['１００', '25', '69'],
  ['¥10', '2.5', '1.5'],
])('a refund of "%s" has a fee of %s and pays out %s', (typed, fee, paidOut) => {
  expect(sumOf(typed, offer.currency, terms)).toMatchObject({
    fee: exact(fee),
    withheld: exact('6'),
    paidOut: exact(paidOut),
  })
})

test.each([
  ['', 'wrong'],
  ['all', 'wrong'],
  ['-5', 'wrong'],
  ['12,5', 'wrong'],
  ['0', 'range'],
  ['100.01', 'range'],
  ['8', 'nothing'],
])('the amount "%s" is refused as %s', (typed, fault) => {
  expect(sumOf(typed, offer.currency, terms)).toBe(fault)
})

test('the field starts with whole cents', () => {
  expect(amountInput(exact('1234.5'))).toBe('1234.50')
})

test('a reason counts characters as people do, and repeated spaces once', () => {
  expect(readReason('  We  paid\ntwice ')).toBe('We paid twice')
  expect([readReason('多充值了'), readReason('多充值了钱')]).toEqual([null, '多充值了钱'])
  expect([readReason('🕊'.repeat(300)), readReason('x'.repeat(301))]).toEqual(['🕊'.repeat(300), null])
})

test.each([
  [true, '20.000000', '80.01', true],
  [true, '20.000000', '80', false],
  [true, '100.000001', '5', false],
  [true, null, '80.01', false],
  [false, '20.000000', '80.01', false],
])('auto-recharge (%s, below %s) reacts to a refund of %s of 100: %s', (enable, below, amount, called) => {
  expect(callsForRecharge({ enable, below }, '100.000000', exact(amount))).toBe(called)
})
