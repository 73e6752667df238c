import type { PaymentMethod } from '@hongyan/contract/endpoints/finance/payment-methods'
import { PaymentMethodId } from '@hongyan/contract/ids'
import { expect, test } from 'vitest'
import { largestPayment, paymentOptions } from './payment-options.ts'

const card = (end: string, change: Partial<PaymentMethod> = {}): PaymentMethod => ({
  id: PaymentMethodId.parse(`0199f3c2-a1b2-7c3d-8e4f-5a6b7c8d9e0${end}`),
  card: { last4: '4242', exp_month: 6, exp_year: 2030, brand: 'visa' },
  status: 1,
  default: false,
  expired: false,
  ...change,
})

test('usable saved cards come first, starting with the default card', () => {
  const cards = [card('1'), card('2', { default: true }), card('3', { expired: true }), card('4', { status: 0 })]
  const ways = paymentOptions({ channels: ['balance', 'stripe', 'cash'] }, cards)
  expect(ways.map(({ card: kept, channel }) => kept?.id.at(-1) ?? channel)).toEqual([
    '2',
    '1',
    'balance',
    'stripe',
    'cash',
  ])
})

test('an invoice that takes no cards offers none', () => {
  expect(paymentOptions({ channels: ['cash'] }, [card('1')]).map(({ value }) => value)).toEqual(['cash'])
})

test('a channel pays up to the outstanding amount rounded up to the cent, funds up to what is available', () => {
  const outstanding = '12.345600'
  expect(largestPayment('stripe', { outstanding, payable_from_balance: '0.000000' })).toBe('12.350000')
  expect(largestPayment('balance', { outstanding, payable_from_balance: '12.345600' })).toBe('12.350000')
  expect(largestPayment('balance', { outstanding, payable_from_balance: '5.009900' })).toBe('5.000000')
})
