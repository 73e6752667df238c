import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { micros } from '@hongyan/contract/money'
import { Currency } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { PriceRow } from '../pipeline/price-book.ts'
import { parsePriceRows, readPriceFile, writePriceRows } from './price-book-file.ts'

const header = 'iso2,product,scene,currency,unit_price'
const parseText = (text: string) => parsePriceRows(Buffer.from(text), 'prices.csv')
const parse = (...lines: readonly string[]) => parseText(lines.join('\n'))
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
const US = { country: 'US', product: 'sms', scene: '*', currency: 'USD', unitPrice: 8_500n }

test('comments and empty lines are skipped', () =>
  expect(parse('# sample, "not closed', '', header, '# US', 'US,sms,*,USD,0.008500', '')).toEqual([US]))

test.each([
  ['a byte order mark', `\ufeff${header}\nUS,sms,*,USD,0.0085\n`],
  ['lines that end as on Windows', `${header}\r\nUS,sms,*,USD,0.0085\r\n`],
  ['quotes', `"iso2","product","scene","currency","unit_price"\n"US","sms","*","USD","0.0085"\n`],
  ['blanks around the cells', `${header}\n US , sms,* ,USD, 0.0085 \n`],
  ['no end of the last line', `${header}\nUS,sms,*,USD,0.0085`],
])('%s changes nothing', (_, text) => expect(parseText(text)).toEqual([US]))

test.each([
  ['US,sms,*,USD', 'has 4 columns instead of 5'],
  ['US,sms,*,USD,1,2', 'has 6 columns instead of 5'],
  ['us,sms,*,USD,1', '"us" is no country code of two capital letters'],
  ['=1+1,sms,*,USD,1', '"=1+1" is no country code of two capital letters'],
  ['*,sms,*,USD,1', '"*" is no country code of two capital letters'],
  ['**,managed_sms,*,USD,1', '"**" is no country code of two capital letters'],
  ['US,fax,*,USD,1', '"fax" is no product'],
  ['US,sms,4,USD,1', '"4" is no scene: *, 1, 2 or 3'],
  ['US,sms,,USD,1', '"" is no scene: *, 1, 2 or 3'],
  ['US,sms,*,EUR,1', '"EUR" is no currency: USD or CNY'],
  ['US,sms,*,USD,', '"" is no price with at most six decimals'],
  ['US,sms,*,USD,0.0000001', '"0.0000001" is no price with at most six decimals'],
  ['US,sms,*,USD,-1', '"-1" is no price with at most six decimals'],
  ['US,sms,*,USD,1e-3', '"1e-3" is no price with at most six decimals'],
  ['US,sms,*,USD,0.01 USD', '"0.01 USD" is no price with at most six decimals'],
  ['US,sms,*,USD,１', '"１" is no price with at most six decimals'],
  ['US,sms,*,USD,"1,000"', '"1,000" is no price with at most six decimals'],
  ['US,sms,*,USD,1000.000001', '"1000.000001" is more than 1000 for one part'],
  ['US,sms,*,USD,"1', 'the quotes do not fit'],
  ['US,sms,*,USD,1"0"', 'the quotes do not fit'],
  [`US,sms,*,USD,${'1'.repeat(2_000)}`, 'is longer than 1000 bytes'],
])('%s is refused by line and reason', (line, reason) =>
  expect(() => parse('# sample', header, 'CA,sms,*,USD,0.01', line)).toThrow(`prices.csv line 4: ${reason}`),
)

test('the fee of a channel of the customer may hold for every country', () =>
  expect(parse(header, '*,managed_sms,*,USD,0.0015', 'CN,managed_sms,3,USD,0')).toEqual([
    { country: '*', product: 'managed_sms', scene: '*', currency: 'USD', unitPrice: 1_500n },
    { country: 'CN', product: 'managed_sms', scene: 3, currency: 'USD', unitPrice: 0n },
  ]))

test('a tariff that occurs twice is refused, in any notation', () => {
  for (const again of ['US,sms,*,USD,2', '"US", sms,*,USD,1']) {
    expect(() => parse(header, 'US,sms,*,USD,1', 'US,sms,1,USD,1', again)).toThrow(
      'prices.csv line 4: US,sms,*,USD was already given in line 2',
    )
  }
})

test.each([
  ['another header', 'country,price\nUS,1', `prices.csv line 1: the header must be ${header}`],
  ['nothing', '', `prices.csv line 1: the header must be ${header}`],
  ['a header alone', `${header}\n`, 'prices.csv has no prices.'],
  ['another separator', `${header.replaceAll(',', ';')}\n`, `prices.csv line 1: the header must be ${header}`],
])('a file with %s is refused', (_, text, reason) => expect(() => parseText(text)).toThrow(reason))

test('a file that is not UTF-8 is refused', () =>
  expect(() => parsePriceRows(Buffer.from(`\ufeff${header}\n`, 'utf16le'), 'prices.csv')).toThrow(
    'prices.csv is not UTF-8; save it as CSV in UTF-8.',
  ))

test('more rows than any book has are refused', () => {
  const codes = letters.flatMap((one) => letters.map((other) => one + other))
  const rows = codes.flatMap((code) => ['*', '1', '2', '3'].flatMap((scene) => [`${code},sms,${scene}`]))
  const all = rows.flatMap((row) => [`${row},USD,1`, `${row},CNY,1`])
  expect(parse(header, ...all)).toHaveLength(5_408)
  expect(() => parse(header, ...all, ...all)).toThrow('prices.csv has more than 10000 prices.')
})

test('a file is read only up to the size limit, and refused beyond it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hongyan-prices-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'prices.csv')
  const row = `${header}\nUS,sms,*,USD,0.0085\n`
  writeFileSync(file, row + '\n'.repeat(1_048_576 - row.length))
  expect(await readPriceFile(file)).toEqual([US])
  writeFileSync(file, row + '\n'.repeat(1_048_577 - row.length))
  await expect(readPriceFile(file)).rejects.toThrow('prices.csv is larger than 1048576 bytes.')
  await expect(readPriceFile('/dev/zero')).rejects.toThrow('zero is larger than 1048576 bytes.')
  await expect(readPriceFile(folder)).rejects.toThrow(`${folder} cannot be read:`)
  await expect(readPriceFile(path.join(folder, 'none.csv'))).rejects.toThrow('none.csv cannot be read:')
})

const letter = fc.constantFrom(...letters)
const country = fc.tuple(letter, letter).map(([one, other]) => one + other)
const placeOf: fc.Arbitrary<Pick<PriceRow, 'country' | 'product'>> = fc.oneof(
  fc.record({ country, product: fc.constant('sms' as const) }),
  fc.record({ country: fc.oneof(country, fc.constant('*')), product: fc.constant('managed_sms' as const) }),
)
const amounts = fc.record({
  scene: fc.constantFrom<PriceRow['scene']>('*', ...Object.values(MessageScene)),
  currency: fc.constantFrom(...Object.values(Currency)),
  unitPrice: fc.bigInt(0n, 1_000_000_000n).map(micros),
})
const priceRow: fc.Arbitrary<PriceRow> = fc.tuple(placeOf, amounts).map(([place, rest]) => ({ ...place, ...rest }))
const tariffOf = ({ country, product, scene, currency }: PriceRow) => [country, product, scene, currency].join()
const sorted = (rows: readonly PriceRow[]) => rows.toSorted((one, other) => (tariffOf(one) < tariffOf(other) ? -1 : 1))

test('a written file reads back equal, to the micro', () =>
  fc.assert(
    fc.property(fc.uniqueArray(priceRow, { selector: tariffOf, minLength: 1, maxLength: 40 }), (rows) => {
      const text = writePriceRows(rows)
      expect(sorted(parseText(text))).toEqual(sorted(rows))
      expect(writePriceRows(parseText(text))).toBe(text)
    }),
  ))
