import { micros } from '@hongyan/contract/money'
import { Currency } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Checked, CheckedRecipient } from './message.ts'
import { price } from './price.ts'
import { type PriceRow, priceBook } from './price-book.ts'

const row = (
  country: string,
  scene: PriceRow['scene'],
  amount: bigint,
  currency: Currency = Currency.Usd,
): PriceRow => ({
  currency,
  country,
  product: 'sms',
  scene,
  unitPrice: micros(amount),
})
const book = priceBook([
  row('US', MessageScene.Marketing, 9_000n),
  row('US', '*', 8_500n),
  row('US', '*', 61_200n, Currency.Cny),
])

const recipient = (country: string, parts = 1): CheckedRecipient => ({
  to: '+12065550100',
  country,
  callingCode: '1',
  text: 'Hello',
  sender: null,
  signature: null,
  shown: { kind: 'shared_number', value: '+12025550147', rule: null, warning: null },
  unicode: false,
  values: null,
  period: null,
  parts,
})
const checked = (
  recipients: readonly CheckedRecipient[],
  scene: MessageScene = MessageScene.Notification,
): Checked => ({
  scene,
  template: null,
  separate: false,
  codes: [],
  preApproved: [],
  recipients: recipients.map((ok) => ({ ok })),
})

test('a message costs its parts times the unit price', () =>
  expect(price(book, Currency.Usd, checked([recipient('US', 3)]))).toMatchObject({
    recipients: [{ ok: { unitPrice: 8_500n, price: 25_500n } }],
    total: 25_500n,
  }))

test('a scene with a price of its own has that one', () =>
  expect(price(book, Currency.Usd, checked([recipient('US')], MessageScene.Marketing))).toMatchObject({
    total: 9_000n,
  }))

test('an account pays by the prices of its own currency', () =>
  expect(price(book, Currency.Cny, checked([recipient('US')]))).toMatchObject({ total: 61_200n }))

test('a country without a price has no route, and the others go on', () =>
  expect(price(book, Currency.Usd, checked([recipient('AQ'), recipient('US')]))).toMatchObject({
    recipients: [{ refused: { code: 'no_route', country: 'AQ' } }, { ok: { price: 8_500n } }],
    total: 8_500n,
  }))

test('a request none of whose countries has a price is refused as a whole', () =>
  expect(price(book, Currency.Usd, checked([recipient('AQ')]))).toEqual({ refused: 'no_route', field: 'to' }))

test('a recipient refused before stays refused and costs nothing', () => {
  const refused = { to: '123', country: null, callingCode: null, code: 'invalid_phone_number', text: null } as const
  const both: Checked = { ...checked([]), recipients: [{ refused }, { ok: recipient('US') }] }
  expect(price(book, Currency.Usd, both)).toMatchObject({ recipients: [{ refused }, {}], total: 8_500n })
})

test('the total is the sum of what each recipient costs, to the micro', () =>
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 100 }), (parts) => {
      const all = parts.reduce((sum, one) => sum + one, 0)
      expect(price(book, Currency.Usd, checked(parts.map((one) => recipient('US', one))))).toMatchObject({
        total: 8_500n * BigInt(all),
      })
    }),
  ))
