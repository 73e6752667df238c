import type { InvoiceId } from '@hongyan/contract/ids'
import { labelledPaymentChannels, TopUpStatus, TransactionStatus } from '@hongyan/contract/vocabulary/payment'
import { expect, test } from 'vitest'
import { channelLabels, checkResult, lineTitle, explanationOf, statusOfLine } from './labels.ts'
import english from './messages.en.json' with { type: 'json' }
import chinese from './messages.zh-CN.json' with { type: 'json' }

const { Pending, Posted, Failed, Reversed } = TransactionStatus
const topUp = (status: TransactionStatus, order: TopUpStatus, method: 'stripe' | 'card' = 'stripe') => ({
  status,
  method,
  description: { kind: 'topup' as const, order, auto: false },
})

test.each([
  [Pending, TopUpStatus.Open, 'transactions.unpaid'],
  [Pending, TopUpStatus.Processing, 'transactions.processed'],
  [Posted, TopUpStatus.Paid, 'transactions.paid'],
  [Failed, TopUpStatus.Cancelled, 'transactions.cancelled'],
  [Failed, TopUpStatus.Expired, 'transactions.expired'],
  [Failed, TopUpStatus.Failed, 'transactions.paymentFailed'],
  [Reversed, TopUpStatus.Paid, 'transactions.takenBack'],
])('a top-up with status %i and order status %i is labelled %s', (status, order, title) =>
  expect(lineTitle(topUp(status, order))).toBe(title),
)

test.each([
  [Pending, TopUpStatus.Open, 'transactions.recharging', 'transactions.rechargingText'],
  [Posted, TopUpStatus.Paid, 'transactions.recharged', null],
  [Failed, TopUpStatus.Failed, 'transactions.rechargeFailed', 'transactions.rechargeFailedText'],
  [Reversed, TopUpStatus.Paid, 'transactions.takenBack', 'transactions.reversedText'],
])('a recharge with status %i and order status %i is labelled %s', (status, order, title, text) => {
  const line = { status, method: 'card' as const, description: { kind: 'topup' as const, order, auto: true } }
  expect([lineTitle(line), explanationOf(line)]).toEqual([title, text])
})

test('a charge of a saved card reads as under way until its outcome is known, and offers no check', () => {
  const charge = topUp(Pending, TopUpStatus.Open, 'card')
  expect([lineTitle(charge), explanationOf(charge)]).toEqual(['transactions.processed', 'transactions.rechargingText'])
  expect(explanationOf(topUp(Failed, TopUpStatus.Failed, 'card'))).toBe('transactions.rechargeFailedText')
  const refund = { ...charge, description: { kind: 'refund' as const, order: null, auto: null } }
  expect([lineTitle(refund), explanationOf(refund)]).toEqual(['transactions.refunding', null])
})

test.each([
  [Pending, 'transactions.refunding'],
  [Posted, 'transactions.refunded'],
  [Failed, 'transactions.refundFailed'],
])('a refund with status %i is labelled %s', (status, title) => {
  const description = { kind: 'refund' as const, order: null, auto: null }
  expect(lineTitle({ status, method: 'stripe', description })).toBe(title)
})

test('a payment by a delayed method reads Processing, any other unpaid one Pending', () => {
  const titles = [TopUpStatus.Processing, TopUpStatus.Open].map((order) => statusOfLine(topUp(Pending, order)).title)
  expect(titles).toEqual(['transactions.processing', 'transactions.pending'])
  expect(explanationOf(topUp(Pending, TopUpStatus.Processing))).toBe('transactions.processingText')
})

test('a charge without an order is labelled as credit, and as reversed after a dispute', () => {
  expect(lineTitle({ status: Posted, method: null, description: { kind: 'credit', order: null, auto: null } })).toBe(
    'transactions.credit',
  )
  expect(lineTitle({ status: Reversed, method: null, description: { kind: 'credit', order: null, auto: null } })).toBe(
    'transactions.takenBack',
  )
})

test('a held, unpaid, failed, reversed or disputed line has an explanation, a paid one has none', () => {
  expect(explanationOf({ status: Pending, method: null, description: { kind: 'held', order: null, auto: null } })).toBe(
    'transactions.heldText',
  )
  expect(explanationOf(topUp(Pending, TopUpStatus.Open))).toBe('transactions.pendingText')
  expect(explanationOf(topUp(Failed, TopUpStatus.Expired))).toBe('transactions.failedText')
  expect(explanationOf(topUp(Reversed, TopUpStatus.Paid))).toBe('transactions.reversedText')
  expect(explanationOf(topUp(Posted, TopUpStatus.Paid))).toBeNull()
})

test('a failed payment is not called one that never started, and a check of it names no cause', () => {
  const shown = ['transactions.paymentFailed', 'transactions.checkClosed', 'transactions.checkClosedText'] as const
  expect(shown.map((id) => [english, chinese].map((texts) => texts[id]))).toEqual([
    ['Payment failed', '付款未成功'],
    ['Not paid', '未完成付款'],
    [
      'This payment is closed. If the money still arrives, we’ll credit it.',
      '该笔付款已关闭。如之后收到付款，将照常入账。',
    ],
  ])
})

test('a payment that a check finds is said to have paid its invoice, or to be in the balance without one', () => {
  const textOf = (invoice: string | null) =>
    checkResult(TopUpStatus.Paid, { invoice: invoice as InvoiceId | null }).text
  expect([null, '0199f3c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f'].map(textOf)).toEqual([
    'transactions.checkPaidText',
    'transactions.checkInvoiceText',
  ])
  expect(checkResult(TopUpStatus.Processing, { invoice: null })).toMatchObject({ tone: 'ok' })
  expect(checkResult(TopUpStatus.Expired, { invoice: null })).toMatchObject({ tone: 'bad' })
})

const catalogues: readonly Readonly<Record<string, string>>[] = [english, chinese]

test.each([
  ['cash', 'Cash / Bank transfer', '现金/线下汇款'],
  ['balance', 'Balance', '余额'],
  ['alipay', 'Alipay', '支付宝'],
  ['wxpay', 'WeChat Pay', '微信支付'],
  ['unionpay', 'UnionPay', '银联'],
  ['stripe', 'Stripe', 'Stripe'],
  ['card', 'Card', '银行卡'],
  ['paypal', 'PayPal', 'PayPal'],
  ['googlepay', 'Google Pay', 'Google Pay'],
  ['applepay', 'Apple Pay', 'Apple Pay'],
] as const)('the channel %s is called %s, and %s in Chinese', (channel, ...names) => {
  expect(catalogues.map((texts) => texts[channelLabels[channel]])).toEqual(names)
})

test('every channel of the specification has a label', () => {
  expect(Object.keys(channelLabels)).toEqual([...labelledPaymentChannels])
})
