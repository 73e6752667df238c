import { decimalOf } from '@hongyan/contract/money'
import { tariffProducts } from '@hongyan/contract/vocabulary/payment'
import { stringify } from 'csv-stringify/sync'
import { EVERY_COUNTRY, type PriceRow } from '../pipeline/price-book.ts'
import {
  type AmountFile,
  amountIn,
  currencyIn,
  type Fail,
  parseAmountFile,
  raise,
  readAmountFile,
  sceneIn,
} from './amount-file.ts'

const COLUMNS = ['iso2', 'product', 'scene', 'currency', 'unit_price']

const priceFile: AmountFile<PriceRow> = {
  columns: COLUMNS,
  rows: 'prices',
  readRow,
  keyOf: (cells) => cells.slice(0, 4).join(','),
}

/** Reads a price file. Throws a StartError with one sentence that names file, line and reason. */
export const readPriceFile = (file: string): Promise<readonly PriceRow[]> => readAmountFile(priceFile, file)

/**
 * Parses the rows of a price file. Prices are decimal strings in whole currency units with at most six places. A tariff
 * may occur once. Throws a StartError with the line.
 */
export const parsePriceRows = (bytes: Buffer, name: string): readonly PriceRow[] =>
  parseAmountFile(priceFile, bytes, name)

function readRow(cells: readonly string[], fail: Fail): PriceRow {
  const [country = '', product = '', scene = '', currency = '', amount = ''] = cells
  const isFee = product === 'managed_sms'
  if (!/^[A-Z]{2}$/.test(country) && !(isFee && country === EVERY_COUNTRY)) {
    throw fail(`"${country}" is no country code of two capital letters`)
  }
  return {
    country,
    product: tariffProducts.find((one) => one === product) ?? raise(fail(`"${product}" is no product`)),
    scene: sceneIn(scene, fail),
    currency: currencyIn(currency, fail),
    unitPrice: amountIn(amount, 'price', fail),
  }
}

/** Writes rows as a file that `parsePriceRows` reads, sorted by country, currency and scene. */
export function writePriceRows(rows: readonly PriceRow[]): string {
  const cells = rows
    .map(({ country, product, scene, currency, unitPrice }) => [
      country,
      product,
      String(scene),
      currency,
      decimalOf(unitPrice),
    ])
    .toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
  return stringify([COLUMNS, ...cells], { escape_formulas: true })
}

const orderOf = ([country, product, scene, currency]: readonly string[]): string =>
  [country, product, currency, scene].join()
