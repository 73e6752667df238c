import { type Micros, micros } from '@hongyan/contract/money'
import { Currency } from '@hongyan/contract/vocabulary/account'
import { expect, test } from 'vitest'
import { priceBook } from '../../../pipeline/price-book.ts'
import { signupGift } from './gift.ts'

const row = (country: string, unitPrice: Micros) =>
  ({ currency: Currency.Usd, country, product: 'sms', scene: '*', unitPrice }) as const
const book = priceBook([row('US', micros(8_500n)), row('SG', micros(30_000n))])
const customer = { partition: 'us', currency: Currency.Usd } as const

test.each([
  ['without a phone', {}, 170_000n],
  ['with a phone of another country', { phone: '+6581234567' }, 600_000n],
  ['with a phone of a country without a price', { phone: '+33612345678' }, 170_000n],
] as const)('the gift to a customer %s is the price of 20 messages', (_, phone, gift) => {
  expect(signupGift(book, { ...customer, ...phone })).toBe(gift)
})

test('a book without the home country gives nothing', () => {
  expect(signupGift(priceBook([]), customer)).toBe(0n)
})
