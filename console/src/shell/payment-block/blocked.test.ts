import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { expect, test } from 'vitest'
import { blockOf } from './blocked.ts'

const { Ok, Suspended, AllPaymentBlocked, PayPalBlocked, StripeBlocked, AlipayBlocked, WechatPayBlocked } =
  AccountStatus

test.each([
  [AllPaymentBlocked, 'USD', 'all', []],
  [AllPaymentBlocked, 'CNY', 'all', []],
  [StripeBlocked, 'USD', 'stripe', []],
  [AlipayBlocked, 'CNY', 'alipay', ['wxpay']],
  [WechatPayBlocked, 'CNY', 'wxpay', ['alipay']],
] as const)('status %i with %s blocks %s and leaves %j', (status, currency, channel, instead) => {
  expect(blockOf(status, currency)).toEqual({ channel, instead })
})

test('status 12 blocks cards in yuan too, where top-ups use other channels', () => {
  expect(blockOf(StripeBlocked, 'CNY', ['stripe'])).toEqual({ channel: 'stripe', instead: ['alipay', 'wxpay'] })
})

test.each([
  [PayPalBlocked, 'paypal'],
  [AlipayBlocked, 'alipay'],
  [WechatPayBlocked, 'wxpay'],
] as const)(
  'status %i with dollars blocks %s on Stripe’s page, and cards alone are not affected',
  (status, channel) => {
    expect(blockOf(status, 'USD')).toEqual({ channel, instead: ['stripe'] })
    expect(blockOf(status, 'USD', ['stripe'])).toBeNull()
  },
)

test.each([
  [Ok, 'USD'],
  [Suspended, 'CNY'],
  [PayPalBlocked, 'CNY'],
  [StripeBlocked, 'CNY'],
] as const)('status %i with %s blocks no offered channel', (status, currency) => {
  expect(blockOf(status, currency)).toBeNull()
})
