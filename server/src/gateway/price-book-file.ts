import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseMicros } from '@hongyan/contract/money'
import { Currency } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { products } from '@hongyan/contract/vocabulary/payment'
import { type PriceBook, type PriceRow, priceBook } from '../pipeline/price-book.ts'

const HEADER = 'iso2,product,scene,currency,unit_price'

/** Reads a price book once, at start. Throws one sentence that names file and line when a row cannot be used. */
export async function loadPriceBook(file: string): Promise<PriceBook> {
  return priceBook(parsePriceRows(await readFile(file, 'utf8'), basename(file)))
}

/**
 * Rows of a price file: comma-separated without quotes, a header, `#` begins a comment line. Prices are decimal strings
 * in whole currency units with at most six places. A tariff may be there once.
 */
export function parsePriceRows(text: string, name: string): readonly PriceRow[] {
  const lines = text.split(/\r?\n/).map((line, index) => ({ line: line.trim(), number: index + 1 }))
  const [header, ...rest] = lines.filter(({ line }) => line !== '' && !line.startsWith('#'))
  if (header?.line !== HEADER) throw new Error(`${name} line ${header?.number ?? 1}: the header must be ${HEADER}`)
  const seen = new Map<string, number>()
  return rest.map(({ line, number }) => {
    const fail = (reason: string) => new Error(`${name} line ${number}: ${reason}`)
    const cells = line.split(',')
    const tariff = cells.slice(0, 4).join(',')
    const before = seen.get(tariff)
    if (before !== undefined) throw fail(`${tariff} was already given in line ${before}`)
    seen.set(tariff, number)
    return readRow(cells, fail)
  })
}

function readRow(cells: readonly string[], fail: (reason: string) => Error): PriceRow {
  const [country = '', product = '', scene = '', currency = '', amount = '', ...more] = cells
  if (cells.length < 5 || more.length > 0) throw fail(`has ${cells.length} columns instead of 5`)
  if (!/^[A-Z]{2}$/.test(country)) throw fail(`"${country}" is no country code of two capital letters`)
  const unitPrice = parseMicros(amount)
  if (unitPrice === null || unitPrice < 0n) throw fail(`"${amount}" is no price with at most six decimals`)
  return {
    country,
    product: oneOf(products, product) ?? raise(fail(`"${product}" is no product`)),
    scene: scene === '*' ? scene : (sceneOf(scene) ?? raise(fail(`"${scene}" is no scene: *, 1, 2 or 3`))),
    currency: oneOf(Object.values(Currency), currency) ?? raise(fail(`"${currency}" is no currency: USD or CNY`)),
    unitPrice,
  }
}

const oneOf = <T extends string>(known: readonly T[], word: string): T | undefined => known.find((one) => one === word)

const sceneOf = (word: string): MessageScene | undefined =>
  Object.values(MessageScene).find((scene) => String(scene) === word)

function raise(error: Error): never {
  throw error
}
