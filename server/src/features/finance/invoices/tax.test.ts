import { CENT, micros, ZERO } from '@hongyan/contract/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Seller } from '../../../config/sellers.ts'
import { percentOf, taxGivenBack, taxIn, taxRate } from './tax.ts'

const WHOLE = 1_000_000n
const gross = fc.bigInt(0n, 10n ** 15n).map(micros)
const ppm = fc.integer({ min: 0, max: 1_000_000 })

test('net and tax are the gross amount, and tax is the nearest whole cent of the exact one', () => {
  fc.assert(
    fc.property(gross, ppm, (total, rate) => {
      const tax = taxIn(total, { ppm: rate })
      expect(tax % CENT).toBe(0n)
      expect(tax >= ZERO && tax <= total).toBe(true)
      const [exact, divisor] = [total * BigInt(rate), WHOLE + BigInt(rate)]
      const twiceOff = 2n * (tax * divisor - exact)
      expect(twiceOff > -CENT * divisor && twiceOff <= CENT * divisor).toBe(true)
    }),
  )
})

test('a larger amount never contains less tax', () => {
  fc.assert(
    fc.property(gross, gross, ppm, (one, more, rate) => {
      expect(taxIn(micros(one + more), { ppm: rate }) >= taxIn(one, { ppm: rate })).toBe(true)
    }),
  )
})

test('a void invoice gives back the tax of its unpaid part, and what stays is the tax of the paid part', () => {
  fc.assert(
    fc.property(gross, gross, ppm, (paid, unpaid, rate) => {
      const total = micros(paid + unpaid)
      const tax = taxIn(total, { ppm: rate })
      const back = taxGivenBack({ tax_ppm: rate, tax_micros: tax, total_micros: total, paid_micros: paid })
      expect(back >= ZERO && back <= unpaid).toBe(true)
      const stays = tax - back - taxIn(paid, { ppm: rate })
      expect(unpaid < CENT ? stays >= 0n && stays <= CENT : stays === 0n).toBe(true)
    }),
  )
})

test.each([
  [119_000_000n, 190_000, 19_000_000n],
  [106_000_000n, 60_000, 6_000_000n],
  [100_000_000n, 60_000, 5_660_000n],
  [100_000_000n, 0, 0n],
  [-100_000_000n, 190_000, 0n],
  [10_000n, 1_000_000, 10_000n],
  [9_999n, 1_000_000, 0n],
])('%d micro-units at %d millionths contain %d of tax', (total, rate, tax) => {
  expect(taxIn(micros(total), { ppm: rate })).toBe(tax)
})

const seller = (rates: Readonly<Record<string, string>>): Seller => ({
  name: 'Hongyan GmbH',
  address: ['Goose Lane 1'],
  tax: { name: 'VAT', rates },
})

test('a customer’s rate is that of its country, else that of all others, else none', () => {
  const rates = seller({ DE: '19', FR: '8.875', '*': '0' })
  expect(taxRate(rates, 'DE')).toEqual({ name: 'VAT', ppm: 190_000 })
  expect(taxRate(rates, 'FR')).toEqual({ name: 'VAT', ppm: 88_750 })
  expect(taxRate(rates, 'US')).toEqual({ name: 'VAT', ppm: 0 })
  expect(taxRate(rates, '')).toEqual({ name: 'VAT', ppm: 0 })
  expect(taxRate(seller({ DE: '19' }), '')).toBeNull()
  expect(taxRate({ name: 'Hongyan GmbH', address: ['Goose Lane 1'] }, 'DE')).toBeNull()
  expect(taxRate(null, 'DE')).toBeNull()
})

test.each([
  [190_000, '19'],
  [88_750, '8.875'],
  [100_000, '10'],
  [1_000_000, '100'],
  [0, '0'],
])('a rate of %d millionths reads %s percent', (rate, percent) => {
  expect(percentOf({ name: 'VAT', ppm: rate })).toBe(percent)
})
