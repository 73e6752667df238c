import { expect, test } from 'vitest'
import { numbersIn } from './numbers-in.ts'

test('pasted numbers are cut at lines, commas, semicolons and tabs', () => {
  expect(numbersIn('+12065550100\r\n(206) 555-0101, +8613800138000;\t 2065550102 \n\n')).toEqual([
    '+12065550100',
    '(206) 555-0101',
    '+8613800138000',
    '2065550102',
  ])
})

test('a file loses its headings, names, quotes and the apostrophes of a spreadsheet', () => {
  expect(numbersIn('\uFEFFphone,name\n"\'+12065550100",Mei Lin\n+12065550101,"Ada"')).toEqual([
    '+12065550100',
    '+12065550101',
  ])
})

test('a cell that is too long to be a number is cut, so that the server can name it', () => {
  expect(numbersIn('1'.repeat(99))).toEqual(['1'.repeat(32)])
})
