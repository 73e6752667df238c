import { expect, test } from 'vitest'
import { planFor, walletOf } from './magic.ts'

test.each([
  ['anything else', 8_850n, { webhooks: [1_000], claimed: 8_850n }],
  ['.01 tells at once', 101n, { atOnce: true, claimed: 101n }],
  ['.02 declines', 102n, { declined: true, webhooks: [] }],
  ['.03 sends no webhook', 103n, { declined: false, webhooks: [] }],
  ['.04 sends its webhook twice', 104n, { webhooks: [1_000, 1_000] }],
  ['.05 sends its webhook a minute later', 105n, { webhooks: [60_000] }],
  ['.06 reports a wrong amount', 106n, { webhooks: [1_000], claimed: 206n }],
  ['more digits before them change nothing', 12_345_602n, { declined: true }],
])('the last two digits of an amount choose: %s', (_, amount, plan) => {
  expect(planFor(amount, 0.5)).toMatchObject(plan)
})

test.each([
  [107n, 'apple_pay'],
  [12_345_608n, 'google_pay'],
  [109n, 'paypal'],
  [110n, null],
])('an amount of %d cents is paid with the wallet %s', (amount, wallet) => {
  expect(walletOf(amount)).toBe(wallet)
})

test.each([
  [0, 500],
  [0.999, 1_499],
])('the webhook of an ordinary payment is due half a second to one and a half seconds later', (luck, after) => {
  expect(planFor(2_000n, luck)).toEqual({ declined: false, webhooks: [after], atOnce: false, claimed: 2_000n })
})
