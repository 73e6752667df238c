import { expect, test } from 'vitest'
import { isSameView, limits, readViews, viewSearch, withView } from './views.ts'

const refunds = { name: 'Refunds', search: { period: '7d', type: 3 } }

test('a view has the filters and the order of the address, without the open record and the page', () =>
  expect(
    viewSearch({ period: '7d', type: 3, sort: 'at', open: 'x', edit: 'y', offset: 20, limit: 20, odd: {} }),
  ).toEqual({
    period: '7d',
    type: 3,
    sort: 'at',
  }))

test('a kept view is read again, and a view of the same name replaces it', () => {
  expect(readViews(JSON.stringify(withView([], refunds)))).toEqual([refunds])
  const other = { ...refunds, search: { type: 1 } }
  expect(withView([{ name: 'All', search: {} }, refunds], other)).toEqual([{ name: 'All', search: {} }, other])
})

test('the oldest view goes where there are too many', () => {
  const many = Array.from({ length: limits.views }, (_, n) => ({ name: `View ${n}`, search: {} }))
  const kept = withView(many, refunds)
  expect([kept.length, kept[0]?.name, kept.at(-1)?.name]).toEqual([limits.views, 'View 1', 'Refunds'])
})

test('a view is recognised by all its parts', () => {
  expect(isSameView(refunds.search, { type: 3, period: '7d' })).toBe(true)
  expect([isSameView(refunds.search, { type: 3 }), isSameView({}, refunds.search)]).toEqual([false, false])
})

test.each(['', '{', '{}', '[1]', '[{"name":1,"search":{}}]', '[{"name":"x","search":null}]'])(
  'invalid views are left out: %s',
  (text) => expect(readViews(text)).toEqual([]),
)
