import { expect, test } from 'vitest'
import { freeName, newVariable, variablesOf, withSamples } from './variables.ts'

const order = { name: 'order', type: 'id', max_length: 20, sample: 'A1' } as const
const time = { name: 'time', type: 'datetime', max_length: 20, sample: '18:00' } as const

test('variables follow the order of the text, and a new one has the type that its name tells', () => {
  expect(variablesOf('{time} {order} {amount}', [order, time])).toEqual([
    time,
    order,
    { name: 'amount', type: 'money', max_length: 20, sample: '' },
  ])
})

test('a variable that is renamed in the text keeps its type, length and sample', () => {
  expect(variablesOf('Your {order_number} is on its way at {time}', [order, time])).toEqual([
    { ...order, name: 'order_number' },
    time,
  ])
})

test('a variable that returns to the text has its earlier settings', () => {
  expect(variablesOf('{order}', [], [order])).toEqual([order])
})

test('an inserted variable has a name that the text does not have', () => {
  expect(freeName('datetime', [])).toBe('time')
  expect(freeName('datetime', ['time', 'time_2'])).toBe('time_3')
})

test('samples stand in their places, and a variable without one stays as written', () => {
  expect(withSamples('{order}, {order} and {link}', [{ ...order, sample: '$&' }, newVariable('link')])).toBe(
    '$&, $& and {link}',
  )
})
