import { expect, test } from 'vitest'
import { fingerprint } from './fingerprint.ts'

test.each([
  ['Your order {order} has shipped.', 'Your order {order}  has shipped!'],
  ['Hello, {name}: your parcel is here', 'Hello {name} – your parcel is here.'],
  ["It's ready", 'Its ready!'],
  ['Hi,Anna', 'Hi Anna'],
  ['您的订单{order}已发货，请查收。', '您的订单{order}已发货,请查收'],
  ['价格：10元', '价格 10元。'],
  ['Pay 1,000.50 today.', 'Pay 1,000.50 today'],
  ['See https://a.example/x-y now.', 'See https://a.example/x-y, now!'],
])('“%s” and “%s” need one review', (one, other) => {
  expect(fingerprint(one)).toBe(fingerprint(other))
})

test.each([
  ['See https://a.example/x-y now', 'See https://a.example/xy now'],
  ['See a.example', 'See a-example'],
  ['See a.example/b', 'See a.example /b'],
  ['Pay 10.50 today', 'Pay 1050 today'],
  ['Pay 1,000 today', 'Pay 1.000 today'],
  ['Save 5% today', 'Save 5 today'],
  ['Save {share}% today', 'Save {share} today'],
  ['Open 10:30 to 11', 'Open 1030 to 11'],
  ['3-5 days', '35 days'],
  ['3 5 days', '35 days'],
  ['Your balance is -5', 'Your balance is 5'],
  ['Your balance is -{amount}', 'Your balance is {amount}'],
  ['尾号1234，金额10.5元', '尾号1234，金额105元'],
  ['Write to a@b.example', 'Write to ab.example'],
])('“%s” and “%s” need a review each', (one, other) => {
  expect(fingerprint(one)).not.toBe(fingerprint(other))
})
