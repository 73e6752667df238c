import { expect, test } from 'vitest'
import { isFiltered, readFilter, withPart } from './filter.ts'

test('the address holds days, actor, outcome and action, and other parameters are ignored', () => {
  const params = { from: '2026-11-01', to: '2026-11-20', actor: 'owner', outcome: 'refused', action: 'credentials' }
  expect(readFilter({ ...params, tab: 'audit' })).toEqual(params)
  expect(isFiltered(readFilter({ tab: 'audit' }))).toBe(false)
})

test.each([{ from: '2026-02-30' }, { to: 20261120 }, { actor: 'somebody' }, { outcome: '' }, { action: 'house' }])(
  'an invalid part of the address is left out: %o',
  (search) => {
    expect(readFilter(search)).toEqual({})
  },
)

test('a range never ends before it begins', () => {
  expect(readFilter({ from: '2026-11-20', to: '2026-11-01' })).toEqual({ from: '2026-11-20' })
  const filter = { from: '2026-11-10', to: '2026-11-12' }
  expect(withPart(filter, 'from', '2026-11-15')).toEqual({ from: '2026-11-15', to: '2026-11-15' })
  expect(withPart(filter, 'to', '2026-11-05')).toEqual({ from: '2026-11-05', to: '2026-11-05' })
  expect(withPart(filter, 'to', undefined)).toEqual({ from: '2026-11-10' })
})
