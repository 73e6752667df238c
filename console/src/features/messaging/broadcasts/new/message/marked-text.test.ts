import { expect, test } from 'vitest'
import { markedText } from './marked-text.ts'

const valuesIn = (content: string, text: string) =>
  markedText(content, text).flatMap((piece) => (piece.isValue ? [piece.text] : []))

test('the values of a template are found in its message', () => {
  expect(valuesIn('Hi {name}, see {shop}.', 'Hi Aisyah, see Tampines Hub.')).toEqual(['Aisyah', 'Tampines Hub'])
  expect(valuesIn('{code} is your code', '4821 is your code')).toEqual(['4821'])
})

test('what stands around a template is no value', () => {
  const text = '【鸿雁】订单A1已发货，拒收请回复R'
  expect(valuesIn('订单{order}已发货', text)).toEqual(['A1'])
  expect(
    markedText('订单{order}已发货', text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

test('a text of another template is one piece', () => {
  expect(markedText('Hi {name}!', 'Good day')).toEqual([{ from: 0, text: 'Good day', isValue: false }])
})
