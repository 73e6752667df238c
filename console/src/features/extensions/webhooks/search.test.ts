import { expect, test } from 'vitest'
import { exportOf } from './search.ts'

test.each([
  ['older than the kept ones', { from: '2026-01-01', to: '2026-01-31' }, '2026-11-13', '2026-11-13'],
  ['that begin before the kept ones', { from: '2026-01-01', to: '2026-11-18' }, '2026-11-13', '2026-11-18'],
  ['with an old end alone', { to: '2026-01-31' }, '2026-11-13', '2026-11-13'],
  ['of the whole log', {}, '2026-11-13', '2026-11-20'],
])('an export of the deliveries of days %s has kept days in order', (_, filter, from, to) => {
  expect(exportOf('one', filter, '2026-11-20')).toMatchObject({ from, to })
})
