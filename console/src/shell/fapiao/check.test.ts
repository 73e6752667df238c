import { expect, test } from 'vitest'
import { checkFapiao } from './check.ts'

const general = { title: '鸿雁科技有限公司', tax_no: '91350211MA8XCXYZ1X', email: 'books@example.cn' }

test('a general fapiao needs title, tax number and email address, a special one also the bank', () => {
  expect(checkFapiao('general', general)).toEqual({})
  expect(Object.keys(checkFapiao('special', general))).toEqual(['bank', 'bank_account'])
  expect(checkFapiao('special', { ...general, bank: '招商银行', bank_account: '6225 8801 2345' })).toEqual({})
})

test.each([
  ['title', '鸿'],
  ['tax_no', '9135021'],
  ['tax_no', '91350211MA8XCXYZ1X000'],
  ['email', 'books'],
])('the field %s with "%s" has a message', (name, value) => {
  expect(Object.keys(checkFapiao('general', { ...general, [name]: value }))).toEqual([name])
})
