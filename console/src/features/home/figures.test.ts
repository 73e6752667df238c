import type { DayCount } from '@hongyan/contract/endpoints/messaging/statistics'
import { expect, test } from 'vitest'
import { figuresOf, hasRecords } from './figures.ts'

const day = (msg: number, succ: number, to: number): DayCount => ({
  date: '2026-11-20',
  msg_cnt: msg,
  succ_msg_cnt: succ,
  to_cnt: to,
})
const quiet = day(0, 0, 0)

test('today is the last day, and its rate is delivered of accepted messages', () => {
  expect(figuresOf([day(9, 9, 9), day(200, 150, 80)])).toMatchObject({
    today_msg_cnt: 200,
    today_succ_msg_cnt: 150,
    today_to_cnt: 80,
    today_dr: 75,
  })
})

test('counts change in percent of yesterday, the rate in percentage points', () => {
  const { diff_msg_cnt, diff_succ_msg_cnt, diff_to_cnt, diff_dr } = figuresOf([day(100, 80, 50), day(125, 60, 50)])
  expect([diff_msg_cnt, diff_succ_msg_cnt, diff_to_cnt]).toEqual([25, -25, 0])
  expect(diff_dr).toBe(48 - 80)
})

test('a yesterday of zero, a missing one and a day without a rate have no change', () => {
  const none = { diff_msg_cnt: null, diff_succ_msg_cnt: null, diff_to_cnt: null, diff_dr: null }
  expect(figuresOf([quiet, day(5, 5, 5)])).toMatchObject(none)
  expect(figuresOf([day(5, 5, 5)])).toMatchObject(none)
  expect(figuresOf([day(4, 0, 4), day(5, 5, 5)])).toMatchObject({ diff_msg_cnt: 25, diff_dr: null })
  expect(figuresOf([day(4, 2, 4), quiet])).toMatchObject({ diff_msg_cnt: -100, today_dr: null, diff_dr: null })
})

test('sums and averages cover the full days before today, including days without traffic', () => {
  expect(figuresOf([day(10, 8, 6), quiet, day(20, 19, 9), day(1_000, 1_000, 1_000)])).toMatchObject({
    sum_msg_cnt: 30,
    sum_to_cnt: 15,
    avg_msg_cnt: 10,
    avg_succ_msg_cnt: 9,
    avg_to_cnt: 5,
    avg_dr: 90,
  })
})

test('days without messages have no average, and no messages have no rate', () => {
  expect(figuresOf([day(3, 3, 3)])).toMatchObject({ sum_msg_cnt: 0, avg_msg_cnt: null, avg_dr: null })
  expect(figuresOf([quiet, day(3, 3, 3)])).toMatchObject({ avg_msg_cnt: null, avg_to_cnt: null, avg_dr: null })
  expect(figuresOf([quiet, quiet])).toMatchObject({ sum_msg_cnt: 0, avg_succ_msg_cnt: null, today_dr: null })
  expect(figuresOf([])).toMatchObject({ today_msg_cnt: 0, today_dr: null, avg_msg_cnt: null })
})

test('one message today counts as data, eight empty days do not', () => {
  expect(hasRecords([quiet, day(1, 0, 1)])).toBe(true)
  expect(hasRecords(Array<DayCount>(8).fill(quiet))).toBe(false)
})
