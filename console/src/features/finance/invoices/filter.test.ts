import { InvoiceStatus } from '@hongyan/contract/vocabulary/payment'
import { expect, test } from 'vitest'
import { filterOf, readSearch } from './filter.ts'

const open = '0199f3c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f'

test('the address holds status, months, overdue and the open invoice', () => {
  const params = { status: InvoiceStatus.Draft, from: '2026-09', to: '2026-11', overdue: true, open, sort: '-due_on' }
  expect(readSearch(params)).toEqual(params)
  expect(filterOf(readSearch(params))).toEqual({ status: 0, from: '2026-09', to: '2026-11', overdue: true })
})

test('an invalid part of the address is left out', () => {
  expect(
    readSearch({ status: 9, from: '2026-13', to: 'x', overdue: 'yes', open: '../1', sort: 'paid', other: 1 }),
  ).toEqual({})
  expect(readSearch({ from: '2026-11', to: '2026-10' })).toEqual({ from: '2026-11' })
})
