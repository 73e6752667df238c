import { expect, test } from 'vitest'
import { countFilters, filterOf, readSearch } from './filter.ts'

test('the address holds days, actor, outcome and action, and other parameters are ignored', () => {
  const params = { from: '2026-11-01', to: '2026-11-20', actor: 'owner', outcome: 'refused', action: 'credentials' }
  expect(readSearch({ ...params, tab: 'audit' })).toEqual(params)
  expect(countFilters(readSearch({ ...params, tab: 'audit' }))).toBe(4)
  expect(countFilters(readSearch({ tab: 'audit' }))).toBe(0)
})

test.each([{ actor: 'somebody' }, { outcome: '' }, { action: 'house' }])(
  'an invalid part of the address is left out: %o',
  (search) => {
    expect(readSearch(search)).toEqual({})
  },
)

test('a period becomes the days of the call', () =>
  expect(filterOf({ period: 'today', actor: 'owner' }, '2026-11-20')).toEqual({
    from: '2026-11-20',
    to: '2026-11-20',
    actor: 'owner',
  }))
