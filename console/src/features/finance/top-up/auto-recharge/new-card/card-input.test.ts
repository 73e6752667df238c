import { expect, test } from 'vitest'
import { brandOf, compact, groupedNumber, readExpiry, formatExpiry } from './card-input.ts'

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['42424', '4242 4'],
  ['4242-4242 4242', '4242 4242 4242'],
  ['４２４２４２４２', '4242 4242'],
  ['378282246310005', '3782 822463 10005'],
  ['37828', '3782 8'],
  ['30569309025904', '3056 930902 5904'],
  ['6200000000000005123', '6200 0000 0000 0005 123'],
  ['4242x', '4242 x'],
  ['', ''],
])('the number %s is grouped as %s without losing a digit', (typed, grouped) => {
  expect(groupedNumber(typed)).toBe(grouped)
  expect(compact(groupedNumber(typed))).toBe(compact(typed))
})

test.each([
  ['4', 'visa'],
  ['5555', 'mastercard'],
  ['2223 0031', 'mastercard'],
  ['37', 'amex'],
  ['36', 'diners'],
  ['3056', 'diners'],
  ['35', 'jcb'],
  ['6011', 'discover'],
  ['65', 'discover'],
  ['62', 'unionpay'],
  ['9', null],
  ['', null],
])('the number %s belongs to the brand %s', (typed, brand) => {
  expect(brandOf(typed)).toBe(brand)
})

test.each([
  ['0', '0'],
  ['1', '1'],
  ['6', '06 / '],
  ['06', '06 / '],
  ['062', '06 / 2'],
  ['0627', '06 / 27'],
  ['06/27', '06 / 27'],
  ['6/27', '06 / 27'],
  ['1/', '01 / '],
  ['06 / 27', '06 / 27'],
  ['06/2027', '06 / 27'],
  ['０６／２７', '06 / 27'],
  ['June', 'June'],
  ['13/27', '13 / 27'],
  ['06 27', '06 / 27'],
  ['06-27', '06 / 27'],
  ['6.27', '06 / 27'],
  ['06、27', '06 / 27'],
  ['06\\27', '06 / 27'],
  ['06//27', '06 / 27'],
  [' 06/27 ', '06 / 27'],
  ['062027', '06 / 27'],
  ['06/202', '06 / 202'],
])('the expiry %s is formatted as %s', (typed, written) => {
  expect(formatExpiry(typed)).toBe(written)
})

test('an expiry can be deleted completely', () => {
  expect(['06 / 2', '06 /', '0'].map((left) => formatExpiry(left, true))).toEqual(['06 / 2', '06', '0'])
})

/** The field's text after each key; the field formats it at every key. */
const press = (keys: string, before = ''): string =>
  Array.from(keys).reduce(
    (text, key) => (key === '⌫' ? formatExpiry(text.slice(0, -1), true) : formatExpiry(text + key)),
    before,
  )

test.each([
  '0627',
  '627',
  '06/27',
  '6/27',
  '06 / 27',
  '06 27',
  '6 27',
  '06-27',
  '6-27',
  '06.27',
  '06、27',
  '０６／２７',
  '06/2027',
  '06//27',
  '07⌫⌫⌫06/27',
  '06/2⌫⌫⌫6/27',
  '06/28⌫7',
  '12⌫⌫⌫06/27',
])('the keys %s enter June 2027', (keys) => {
  expect(press(keys)).toBe('06 / 27')
  expect(readExpiry(press(keys))).toEqual({ exp_month: 6, exp_year: 2027 })
})

test('the keys of a month of one digit and a slash enter that month', () => {
  expect([press('1/27'), press('1-27'), press('1 27'), press('12/27'), press('127')]).toEqual([
    '01 / 27',
    '01 / 27',
    '01 / 27',
    '12 / 27',
    '12 / 7',
  ])
})

test('every text of an expiry can be deleted key by key', () => {
  for (const text of ['06 / 27', '06 / 202', '12 / ', '1', 'June', '06/x'])
    expect(press('⌫'.repeat(text.length), text)).toBe('')
})

test('a digit deleted from the month is not written again', () => {
  expect([formatExpiry('6 / 27', true), formatExpiry('16 / 27')]).toEqual(['6 / 27', '16 / 27'])
})

test('an expiry is a month and a year of this century', () => {
  expect(readExpiry('06 / 27')).toEqual({ exp_month: 6, exp_year: 2027 })
  expect(readExpiry('12/30')).toEqual({ exp_month: 12, exp_year: 2030 })
  expect(['', '06', '00/27', '13/27', '06/2', '06/202', '06/27/1', '06x27', 'June'].map(readExpiry)).toEqual(
    Array.from({ length: 9 }, () => null),
  )
})
