import { fileURLToPath } from 'node:url'
import { Currency } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { expect, test } from 'vitest'
import { readRegions } from '../src/features/lookup/regions.ts'
import { readPriceFile } from '../src/pricing/price-book-file.ts'
import { priceBook } from '../src/pipeline/price-book.ts'

const data = (name: string) => fileURLToPath(new URL(`../src/data/${name}`, import.meta.url))

test('the sample price book has exactly every country and region in every scene and both currencies, and one fee', async () => {
  const book = priceBook(await readPriceFile(data('sample-prices.csv')))
  const countries = readRegions(data('regions.csv')).map(({ iso2 }) => iso2)
  const scenes = Object.values(MessageScene)
  const free = Object.values(Currency).flatMap((currency) =>
    countries.flatMap((country) =>
      scenes
        .map((scene) => ({ currency, country, product: 'sms', scene }) as const)
        .filter((tariff) => (book.unitPrice(tariff) ?? 0n) <= 0n),
    ),
  )
  expect(free).toEqual([])
  const sold = book.tariffs.filter(({ product }) => product === 'sms')
  expect(sold).toHaveLength(countries.length * scenes.length * 2)
  const fees = book.tariffs.filter(({ product }) => product === 'managed_sms')
  expect(fees.map(({ country }) => country)).toEqual(Array.from({ length: scenes.length * 2 }, () => '*'))
  expect(new Set(fees.map((fee) => book.unitPrice(fee)))).toEqual(new Set([1_500n, 10_000n]))
})
