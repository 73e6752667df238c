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
  [Ok, 'USD'],
  [Suspended, 'CNY'],
  [PayPalBlocked, 'USD'],
  [PayPalBlocked, 'CNY'],
  [AlipayBlocked, 'USD'],
  [WechatPayBlocked, 'USD'],
  [StripeBlocked, 'CNY'],
] as const)('status %i with %s blocks no offered channel', (status, currency) => {
  expect(blockOf(status, currency)).toBeNull()
})
