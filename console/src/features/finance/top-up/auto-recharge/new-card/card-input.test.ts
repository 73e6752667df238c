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
])('the expiry %s is formatted as %s', (typed, written) => {
  expect(formatExpiry(typed)).toBe(written)
})

test('an expiry can be deleted completely', () => {
  expect(['06 / 2', '06 /', '0'].map((left) => formatExpiry(left, true))).toEqual(['06 / 2', '06', '0'])
})

test('an expiry is a month and a year of this century', () => {
  expect(readExpiry('06 / 27')).toEqual({ exp_month: 6, exp_year: 2027 })
  expect(readExpiry('12/30')).toEqual({ exp_month: 12, exp_year: 2030 })
  expect(['', '06', '6/27', '00/27', '13/27', '06/2', '06-27', '0627'].map(readExpiry)).toEqual(
    Array.from({ length: 8 }, () => null),
  )
})
