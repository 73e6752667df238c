import { expect, test } from 'vitest'
import { changesBetween } from './changes.ts'

test('only differing fields are listed, one by one', () => {
  const before = { mode: 1, key: 'AK', kinds: { dispute: { email: true, sms: false } }, po: null }
  const after = { mode: 2, key: 'AK', kinds: { dispute: { email: true, sms: true } }, po: 'P-7' }
  expect(changesBetween(before, after)).toEqual([
    { field: 'mode', before: '1', after: '2' },
    { field: 'kinds.dispute.sms', before: 'false', after: 'true' },
    { field: 'po', before: null, after: 'P-7' },
  ])
})

test('a created row has no values before, and a deleted row none after', () => {
  expect(changesBetween(null, { emails: ['a@example.com', 'b@example.com'] })).toEqual([
    { field: 'emails', before: null, after: 'a@example.com, b@example.com' },
  ])
  expect(changesBetween({ key: 'AK' }, null)).toEqual([{ field: 'key', before: 'AK', after: null }])
  expect(changesBetween(null, null)).toEqual([])
})

test('an entry of a list that is an object is written with all of its values, and a changed one is a change', () => {
  const variables = (max: number) => [{ name: 'order', type: 'text', max_length: max }, { name: 'place' }]
  expect(changesBetween({ variables: variables(20) }, { variables: variables(30) })).toEqual([
    { field: 'variables', before: 'order (text, 20), place', after: 'order (text, 30), place' },
  ])
})

test('a changed secret is listed as changed, without its value', () => {
  expect(changesBetween({ '!secret': 'goose' }, { '!secret': 'swan' })).toEqual([
    { field: 'secret', before: '******', after: '******' },
  ])
  expect(changesBetween({ '!secret': null }, { '!secret': 'swan' })).toEqual([
    { field: 'secret', before: null, after: '******' },
  ])
  expect(changesBetween({ '!secret': 'goose' }, { '!secret': 'goose' })).toEqual([])
})

test('the number of values and their length are bounded', () => {
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, nr) => [`field_${nr}`, 'x'.repeat(1_000)]))
  const changes = changesBetween(null, many)
  expect(changes).toHaveLength(40)
  expect(changes[0]?.after).toHaveLength(201)
})
