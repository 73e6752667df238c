import { expect, test } from 'vitest'
import { filterOf, readSearch } from './filter.ts'

test('the address holds days, actor, outcome and action, and other parameters are ignored', () => {
  const params = {
    from: '2026-11-01',
    to: '2026-11-20',
    actor: 'owner',
    outcome: 'refused',
    action: 'credentials',
    sort: 'at',
  }
  expect(readSearch({ ...params, tab: 'audit' })).toEqual(params)
})

test.each([{ actor: 'somebody' }, { outcome: '' }, { action: 'house' }, { sort: 'actor' }])(
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
