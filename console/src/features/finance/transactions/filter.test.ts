import { describe, expect, test } from 'vitest'
import { exportOf, filterOf, isNarrowed, listQuery, readId, readLimit, readSearch } from './filter.ts'

const ID = '01994c7e-5d1a-7f33-8a2b-0123456789ab'

test('an address without parameters has no filter', () => {
  expect(readSearch({})).toEqual({})
})

test('every part of the filter is parsed, with the open transaction', () => {
  const search = {
    from: '2026-11-01',
    to: '2026-11-30',
    type: 4,
    direction: 2,
    channel: 'stripe',
    status: 0,
    amount_min: '0.01',
    amount_max: '100',
    id: ID,
    open: '2026-11-13-sms',
    sort: 'at',
  }
  expect(readSearch(search)).toEqual(search)
})

test('an amount that arrived as a number is parsed', () =>
  expect(readSearch({ amount_min: 10.5 })).toEqual({ amount_min: '10.5' }))

test.each([
  { from: '2026-02-30' },
  { from: 'yesterday' },
  { to: '1999-01-01' },
  { type: 9 },
  { type: '1' },
  { direction: 0 },
  { channel: 'gold' },
  { status: 4 },
  { amount_min: '-1' },
  { amount_min: '99999999999999' },
  { amount_max: 'much' },
  { amount_max: 1e21 },
  { id: 'x' },
  { open: 7 },
  { open: '' },
  { sort: 'amount' },
  { limit: 100 },
])('an invalid part of the address is left out: %o', (search) => expect(readSearch(search)).toEqual({}))

test('a period becomes the days of the call, and the open transaction is no filter', () => {
  const search = { period: '7d', status: 0, open: ID } as const
  expect(readSearch({ ...search })).toEqual(search)
  expect(filterOf(search, '2026-11-20')).toEqual({ from: '2026-11-14', to: '2026-11-20', status: 0 })
  expect(filterOf({ from: '2026-11-02' }, '2026-11-20')).toEqual({ from: '2026-11-02' })
})

test('the totals depend on the days alone', () => {
  expect(isNarrowed({ from: '2026-11-01', to: '2026-11-30' })).toBe(false)
  expect(isNarrowed({ from: '2026-11-01', status: 0 })).toBe(true)
})

describe('a pasted text is parsed', () => {
  test.each([
    [` ${ID.toUpperCase()} `, ID],
    ['2026-11-13-sms', '2026-11-13-sms'],
    ['held-sms', 'held-sms'],
    [ID.slice(0, -1), null],
    ['', null],
  ])('as an id: %o', (typed, id) => expect(readId(typed)).toBe(id))

  test.each([
    ['1,000.50', 'USD', '1000.5'],
    ['￥１２', 'CNY', '12'],
    ['$ 0.000001', 'USD', '0.000001'],
    ['100', 'USD', '100'],
    ['9223372036854.775807', 'USD', '9223372036854.775807'],
    ['9223372036854.775808', 'USD', null],
    ['12,5', 'USD', null],
    ['ten', 'USD', null],
    ['', 'USD', null],
  ] as const)('as an amount: %s in %s', (typed, currency, exact) => expect(readLimit(typed, currency)).toBe(exact))
})

test('the list leaves out abandoned top-ups until their status or ID is chosen', () => {
  expect(listQuery({ type: 1 })).toEqual({ type: 1, abandoned: 'false' })
  expect(listQuery({ status: 2 })).toEqual({ status: 2 })
  expect(listQuery({ id: ID })).toEqual({ id: ID })
})

test('the form of an export gets the days and filters of the list, and as many days as it may have where the list has none', () => {
  expect(exportOf({ from: '2026-11-01', to: '2026-11-30', type: 1, status: 1 }, '2026-11-30')).toEqual({
    new: 'transactions',
    from: '2026-11-01',
    to: '2026-11-30',
    where: 'type=1&status=1',
  })
  expect(exportOf({}, '2026-11-30')).toEqual({
    new: 'transactions',
    from: '2026-08-31',
    to: '2026-11-30',
    where: 'abandoned=false',
  })
  expect(exportOf({ from: '2026-03-01', type: 1 }, '2026-11-30')).toMatchObject({
    from: '2026-08-31',
    to: '2026-11-30',
  })
})
