import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readSellers } from './sellers.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sellers-'))
function read(content: unknown) {
  writeFileSync(path.join(folder, 'sellers.json'), typeof content === 'string' ? content : JSON.stringify(content))
  return readSellers({ SELLER_FILE: 'sellers.json' }, folder)
}
const acme = { name: 'Hongyan Ltd', address: ['1 Goose Lane', 'Singapore'], tax_id: '201912345K' }

test('each partition has a seller of its own, or none', () => {
  expect(readSellers({}, folder)).toEqual({ us: null, cn: null })
  expect(read({ us: acme })).toEqual({ us: acme, cn: null })
})

test('a seller has rates of tax by country, exact to four decimals', () => {
  const tax = { name: 'VAT', rates: { DE: '19', US: '8.8750', '*': '0' } }
  expect(read({ us: { ...acme, tax } })).toEqual({ us: { ...acme, tax }, cn: null })
})

test.each([
  ['nothing', 'SELLER_FILE must be the path of a JSON file.'],
  [{ eu: acme }, 'SELLER_FILE has a wrong field: eu.'],
  [{ us: { ...acme, name: '' } }, 'SELLER_FILE has a wrong field: us.name.'],
  [{ us: { ...acme, bank_account: 'DE00' } }, 'SELLER_FILE has a wrong field: us.bank_account.'],
  [{ us: { ...acme, tax: { name: 'VAT', rates: { DE: 19 } } } }, 'SELLER_FILE has a wrong field: us.tax.rates.DE.'],
  [
    { us: { ...acme, tax: { name: 'VAT', rates: { DE: '100.5' } } } },
    'SELLER_FILE has a wrong field: us.tax.rates.DE.',
  ],
  [
    { us: { ...acme, tax: { name: 'VAT', rates: { Germany: '19' } } } },
    'SELLER_FILE has a wrong field: us.tax.rates.Germany.',
  ],
  [{ us: { ...acme, tax: { rates: {} } } }, 'SELLER_FILE has a wrong field: us.tax.name.'],
  [{ cn: { ...acme, vat: '1' } }, 'SELLER_FILE has a wrong field: cn.vat.'],
])('a wrong file of sellers stops the start with its field: %j', (content, sentence) => {
  expect(() => read(content)).toThrow(sentence)
})

test('a missing file of sellers stops the start', () => {
  expect(() => readSellers({ SELLER_FILE: 'nowhere.json' }, folder)).toThrow('SELLER_FILE must be the path')
})
