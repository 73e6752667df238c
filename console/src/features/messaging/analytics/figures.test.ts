import { expect, test } from 'vitest'
import { inPoints, rateOf, relative } from './figures.ts'
import { rangeOf, readSearch, shownDays } from './search.ts'

const figures = {
  messages: 10,
  refused: 0,
  parts: 10,
  delivered: 9,
  failed: 1,
  cost: '0.000000',
  cost_per_delivered: null,
  latency: null,
}

test('a delivery rate is of the messages with receipts of handsets, and unknown without any', () => {
  expect(rateOf({ ...figures, rated: { messages: 4, delivered: 3 } })).toBe(0.75)
  expect(rateOf({ ...figures, rated: { messages: 0, delivered: 0 } })).toBeNull()
})

test('a change is relative for counts and in points for rates, and unknown without a figure before', () => {
  expect(relative(15, 10)).toEqual({ by: 'percent', value: 0.5 })
  expect(relative(15, 0)).toBeNull()
  expect(inPoints(0.75, 0.5)).toEqual({ by: 'points', value: 0.25 })
  expect(inPoints(null, 0.5)).toBeNull()
})

test('the address without days is the last 30, and one end is that day', () => {
  const today = '2026-11-20'
  expect(shownDays({}, today)).toEqual({ from: '2026-10-22', to: today })
  expect(rangeOf(readSearch({ from: '2026-11-02' }))).toEqual({ from: '2026-11-02', to: '2026-11-02' })
  expect(shownDays({ period: 'month' }, today)).toEqual({ from: '2026-11-01', to: today })
  expect(readSearch({ by: 'colour', compare: 'year', view: 'table', period: 'ever' })).toEqual({ view: 'table' })
})
