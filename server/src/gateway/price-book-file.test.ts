import { fileURLToPath } from 'node:url'
import { Currency } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { expect, test } from 'vitest'
import { loadPriceBook, parsePriceRows } from './price-book-file.ts'

const header = 'iso2,product,scene,currency,unit_price'
const parse = (...lines: readonly string[]) => parsePriceRows(lines.join('\n'), 'prices.csv')

test('comments and empty lines are passed over', () =>
  expect(parse('# sample', '', header, '# US', 'US,sms,*,USD,0.008500', '')).toEqual([
    { country: 'US', product: 'sms', scene: '*', currency: 'USD', unitPrice: 8_500n },
  ]))

test.each([
  ['US,sms,*,USD', 'has 4 columns instead of 5'],
  ['US,sms,*,USD,1,2', 'has 6 columns instead of 5'],
  ['us,sms,*,USD,1', '"us" is no country code of two capital letters'],
  ['US,fax,*,USD,1', '"fax" is no product'],
  ['US,sms,4,USD,1', '"4" is no scene: *, 1, 2 or 3'],
  ['US,sms,*,EUR,1', '"EUR" is no currency: USD or CNY'],
  ['US,sms,*,USD,0.0000001', '"0.0000001" is no price with at most six decimals'],
  ['US,sms,*,USD,-1', '"-1" is no price with at most six decimals'],
])('%s is refused by line and reason', (line, reason) =>
  expect(() => parse('# sample', header, 'CA,sms,*,USD,0.01', line)).toThrow(`prices.csv line 4: ${reason}`),
)

test('a tariff that is there twice is refused', () =>
  expect(() => parse(header, 'US,sms,*,USD,1', 'US,sms,1,USD,1', 'US,sms,*,USD,2')).toThrow(
    'prices.csv line 4: US,sms,*,USD was already given in line 2',
  ))

test('another header is refused', () =>
  expect(() => parse('country,price', 'US,1')).toThrow(`prices.csv line 1: the header must be ${header}`))

test('the sample prices can be loaded and hold for both currencies', async () => {
  const book = await loadPriceBook(fileURLToPath(new URL('../data/sample-prices.csv', import.meta.url)))
  const unitPrice = (country: string, currency: Currency) =>
    book.unitPrice({ country, currency, product: 'sms', scene: MessageScene.Notification })
  expect(unitPrice('US', Currency.Usd)).toBe(8_500n)
  expect(unitPrice('CN', Currency.Cny)).toBe(45_000n)
  expect(unitPrice('US', Currency.Cny)).not.toBeNull()
  expect(unitPrice('AQ', Currency.Usd)).toBeNull()
})
