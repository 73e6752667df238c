import { expect, test } from 'vitest'
import { numbersIn } from './numbers-in.ts'

const textsIn = (text: string) => numbersIn(text).map((cell) => cell.text)

test('pasted numbers are cut at lines, commas, semicolons and tabs', () => {
  expect(textsIn('+12065550100\r\n(206) 555-0101, +8613800138000;\t 2065550102 \n\n')).toEqual([
    '+12065550100',
    '(206) 555-0101',
    '+8613800138000',
    '2065550102',
  ])
})

test('a file loses its headings, names, quotes and the apostrophes of a spreadsheet', () => {
  expect(textsIn('\uFEFFphone,name\n"\'+12065550100",Mei Lin\n+12065550101,"Ada"')).toEqual([
    '+12065550100',
    '+12065550101',
  ])
})

test('a cell that is too long to be a number is cut, so that the server can name it', () => {
  expect(textsIn('1'.repeat(99))).toEqual(['1'.repeat(32)])
})

test('each number has the line on which it stands, also behind headings, names and empty lines', () => {
  expect(numbersIn('phone,name\n+12065550100,Ada\r\n\nno number\n206; 207')).toEqual([
    { text: '+12065550100', line: 2 },
    { text: '206', line: 5 },
    { text: '207', line: 5 },
  ])
})
