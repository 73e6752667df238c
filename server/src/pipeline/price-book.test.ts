import { micros } from '@hongyan/contract/money'
import { Currency } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceBook, priceBooks, type PriceBookVersion, type PriceRow } from './price-book.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day))
const version = (number: number, day: number): PriceBookVersion => ({
  version: number,
  sample: false,
  effectiveFrom: at(day),
  rows: [],
  book: priceBook([]),
})
const row = (scene: PriceRow['scene'], amount: bigint): PriceRow => ({
  currency: Currency.Usd,
  country: 'US',
  product: 'sms',
  scene,
  unitPrice: micros(amount),
})
const tariff = (scene: MessageScene) => ({ currency: Currency.Usd, country: 'US', product: 'sms', scene }) as const

test('a row for every scene gives way to the rows of scenes, in whatever order they are written', () => {
  for (const rows of [
    [row('*', 5n), row(MessageScene.Marketing, 7n)],
    [row(MessageScene.Marketing, 7n), row('*', 5n)],
  ]) {
    const book = priceBook(rows)
    expect([1, 2, 3].map((scene) => book.unitPrice(tariff(scene as MessageScene)))).toEqual([5n, 5n, 7n])
    expect(book.tariffs).toHaveLength(3)
  }
})

test('a scene without any row has no price', () =>
  expect(priceBook([row(MessageScene.Marketing, 7n)]).unitPrice(tariff(MessageScene.Verification))).toBeNull())

test('a fee for every country gives way to that of a country, and is no price of another product', () => {
  const fee = (country: string, scene: PriceRow['scene'], amount: bigint): PriceRow => ({
    ...row(scene, amount),
    country,
    product: 'managed_sms',
  })
  const book = priceBook([fee('*', '*', 2n), fee('CN', MessageScene.Marketing, 3n)])
  const feeIn = (country: string, scene: MessageScene) =>
    book.unitPrice({ currency: Currency.Usd, country, product: 'managed_sms', scene })
  expect([1, 2, 3].map((scene) => feeIn('CN', scene as MessageScene))).toEqual([2n, 2n, 3n])
  expect(feeIn('US', MessageScene.Marketing)).toBe(2n)
  expect(book.unitPrice(tariff(MessageScene.Marketing))).toBeNull()
  const inYuan = {
    currency: Currency.Cny,
    country: 'US',
    product: 'managed_sms',
    scene: MessageScene.Marketing,
  } as const
  expect(book.unitPrice(inYuan)).toBeNull()
})

test('a version holds from its moment on, to the millisecond', () => {
  const books = priceBooks(version(1, 1), [version(2, 10)])
  const before = new Date(at(10).getTime() - 1)
  expect([at(1), before, at(10), at(11)].map((moment) => books.inForce(moment).version)).toEqual([1, 1, 2, 2])
  expect([at(1), before, at(10)].map((moment) => books.next(moment)?.version)).toEqual([2, 2, undefined])
})

test('of two versions for the same moment the newer holds', () => {
  const books = priceBooks(version(1, 1), [version(2, 10), version(3, 10)])
  expect(books.next(at(2))?.version).toBe(3)
  expect(books.inForce(at(10)).version).toBe(3)
})

test('a version that was announced keeps its moment when a newer one comes before it', () => {
  const books = priceBooks(version(1, 1), [version(2, 10), version(3, 5)])
  expect([at(4), at(5), at(10)].map((moment) => books.inForce(moment).version)).toEqual([1, 3, 2])
})

test('before the first moment the first version holds', () =>
  expect(priceBooks(version(1, 5), [version(2, 10)]).inForce(at(1)).version).toBe(1))

test('at any moment the newest of those that began last holds, and the next begins after it', () =>
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 28 }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 28 }),
      (days, today) => {
        const [first, ...others] = days.map((day, index) => version(index + 1, day))
        if (first === undefined) return
        const books = priceBooks(first, others)
        const begun = days.filter((day) => day <= today)
        const since = begun.length > 0 ? Math.max(...begun) : Math.min(...days)
        expect(books.inForce(at(today)).version).toBe(days.lastIndexOf(since) + 1)
        const later = days.filter((day) => day > today)
        expect(books.next(at(today))?.version).toBe(
          later.length > 0 ? days.lastIndexOf(Math.min(...later)) + 1 : undefined,
        )
      },
    ),
  ))
