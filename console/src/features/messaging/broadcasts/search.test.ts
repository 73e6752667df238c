import { expect, test } from 'vitest'
import { filterOf, readRecipientsSearch, readSearch } from './search.ts'

test('the address keeps what the list understands, also where the router read a number, and drops the rest', () => {
  const address = { status: 3, scene: 1, text: 2026, period: '7d', from: '2026-01-01', page: 4 }
  expect(readSearch(address)).toEqual({ status: 3, text: '2026', period: '7d' })
  expect(readRecipientsSearch({ state: 'failed', text: 'x' })).toEqual({ state: 'failed' })
  expect(readRecipientsSearch({ state: 'lost' })).toEqual({})
})

test('the call has the days of a period', () => {
  expect(filterOf({ period: 'today', text: 'sale' }, '2026-11-20')).toEqual({
    text: 'sale',
    from: '2026-11-20',
    to: '2026-11-20',
  })
})
