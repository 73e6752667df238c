import { Locale } from '@hongyan/contract/vocabulary/account'
import { expect, test } from 'vitest'
import { countFilters, filtersIn, newOrder, withoutFilters } from './order.ts'

const choice = { kind: 'transactions', from: '2026-11-01', to: '2026-11-20' } as const
const orderOf = (where: string) =>
  newOrder({ ...choice, filters: filtersIn(where) }, { zone: 'UTC', language: Locale.English })

test('the list’s own choice to leave out unpaid top-ups is not counted as a filter of an export', () => {
  expect(countFilters(orderOf('abandoned=false'))).toBe(0)
  expect(countFilters(orderOf('type=1&status=1&abandoned=false'))).toBe(2)
})

test('an export whose filters are removed still leaves out unpaid top-ups', () => {
  expect(withoutFilters(orderOf('type=1&abandoned=false')).filters).toEqual({ abandoned: 'false' })
})
