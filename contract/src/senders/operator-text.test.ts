import { expect, test } from 'vitest'
import { type OperatorAddition, operatorText, withOperatorText } from './operator-text.ts'

const stop: OperatorAddition = { place: 'after', text: ' STOP au 36179', ifMissing: true }
const free: OperatorAddition = { place: 'before', text: 'RM0 ', ifMissing: true }
const code: OperatorAddition = { place: 'after', text: 'B001', ifMissing: false }

test('operators add their text before or behind the message', () => {
  expect(withOperatorText('Soldes', [stop])).toBe('Soldes STOP au 36179')
  expect(withOperatorText('Sale', [free])).toBe('RM0 Sale')
  expect(operatorText('Sale', [free, code])).toEqual({ before: 'RM0 ', after: 'B001' })
})

test('a text that the message has at that place is added again only where operators always add it', () => {
  expect(withOperatorText('Soldes STOP au 36179 ', [stop])).toBe('Soldes STOP au 36179 ')
  expect(withOperatorText(' RM0 Sale', [free])).toBe(' RM0 Sale')
  expect(withOperatorText('SaleB001', [code])).toBe('SaleB001B001')
})

test('a text at another place is no reason to leave it out', () => {
  expect(withOperatorText('STOP au 36179 Soldes', [stop])).toBe('STOP au 36179 Soldes STOP au 36179')
})

test('a message without additions stays as it is', () => {
  expect(withOperatorText('Hello', [])).toBe('Hello')
})
