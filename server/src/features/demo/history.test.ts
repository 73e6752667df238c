import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawHistory } from './history.ts'

const now = new Date('2026-11-20T22:40:00Z')
const traffic = { seed: 1, weekday: 1_820, today: 1.06 }

test('a history is thirty days and today, in the account’s zone', () => {
  const days = drawHistory(traffic, now, 'UTC').map(({ day }) => day)
  expect([days.length, days.at(0), days.at(-1)]).toEqual([31, '2026-10-21', '2026-11-20'])
  expect(drawHistory(traffic, now, 'Asia/Shanghai').at(-1)?.day).toBe('2026-11-21')
})

test('the same seed and moment draw the same history, another seed another one', () => {
  expect(drawHistory(traffic, now, 'UTC')).toEqual(drawHistory(traffic, now, 'UTC'))
  expect(drawHistory({ ...traffic, seed: 2 }, now, 'UTC')).not.toEqual(drawHistory(traffic, now, 'UTC'))
})

test('a weekend has less traffic than the days around it, and one sale is the peak', () => {
  const messages = new Map(drawHistory(traffic, now, 'UTC').map(({ day, msg_cnt }) => [day, msg_cnt]))
  const on = (day: string) => messages.get(day) ?? 0
  expect(on('2026-11-14')).toBeLessThan(on('2026-11-13') * 0.8)
  expect(on('2026-11-15')).toBeLessThan(on('2026-11-14'))
  expect(Math.max(...messages.values())).toBe(on('2026-11-11'))
})

test('today grows by the hour and starts near zero', () => {
  const at = (hour: string) => drawHistory(traffic, new Date(`2026-11-20T${hour}Z`), 'UTC').at(-1)?.msg_cnt ?? 0
  expect(at('00:01:00')).toBeLessThan(10)
  expect(at('09:00:00')).toBeGreaterThan(at('06:00:00'))
  expect(at('23:59:59')).toBeGreaterThan(1_900)
})

test('no day counts more recipients or deliveries than messages', () => {
  const moments = fc.date({ min: new Date('2025-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  const zones = fc.constantFrom('UTC', 'Asia/Shanghai', 'America/New_York', 'Pacific/Kiritimati')
  fc.assert(
    fc.property(moments, zones, fc.integer({ min: 1, max: 1_000 }), (moment, zone, seed) => {
      const days = drawHistory({ ...traffic, seed }, moment, zone)
      expect(days.every((day) => day.to_cnt <= day.msg_cnt && day.succ_msg_cnt <= day.msg_cnt)).toBe(true)
      expect(new Set(days.map(({ day }) => day)).size).toBe(31)
    }),
  )
})
