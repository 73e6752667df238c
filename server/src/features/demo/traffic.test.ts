import { MessageScene } from '@hongyan/contract/vocabulary/message'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Traffic } from './story.ts'
import { drawTraffic, type TrafficBatch } from './traffic.ts'
import { daysAgo, momentOf, monthsAgo } from './when.ts'

const now = new Date('2026-11-20T22:40:00Z')
const traffic: Traffic = {
  seed: 1,
  since: daysAgo(40, '06:00'),
  weekday: 120,
  today: 1.06,
  texts: [
    { share: 2, scene: MessageScene.Notification, text: 'On its way' },
    { share: 1, scene: MessageScene.Verification, text: '402816' },
  ],
  places: [{ share: 1, prefix: '+4477009', digits: 5 }],
}

const sizeOf = ({ requests }: TrafficBatch): number => requests.reduce((sum, { to }) => sum + to.length, 0)

function byDay(batches: readonly TrafficBatch[]): ReadonlyMap<string, number> {
  const days = new Map<string, number>()
  for (const batch of batches) {
    const day = batch.at.toISOString().slice(0, 10)
    days.set(day, (days.get(day) ?? 0) + sizeOf(batch))
  }
  return days
}

test('the traffic covers every day from its first to today', () => {
  const days = [...byDay(drawTraffic(traffic, now, 'UTC')).keys()]
  expect([days.length, days.at(0), days.at(-1)]).toEqual([41, '2026-10-11', '2026-11-20'])
})

test('the same seed and moment draw the same traffic, another seed other traffic', () => {
  expect(drawTraffic(traffic, now, 'UTC')).toEqual(drawTraffic(traffic, now, 'UTC'))
  expect(drawTraffic({ ...traffic, seed: 2 }, now, 'UTC')).not.toEqual(drawTraffic(traffic, now, 'UTC'))
})

test('a weekend has less traffic than the days around it, and one sale is the peak', () => {
  const days = byDay(drawTraffic(traffic, now, 'UTC'))
  const on = (day: string) => days.get(day) ?? 0
  expect(on('2026-11-14')).toBeLessThan(on('2026-11-13') * 0.8)
  expect(on('2026-11-15')).toBeLessThan(on('2026-11-14'))
  expect(Math.max(...days.values())).toBe(on('2026-11-11'))
})

test('the traffic of today grows by the hour and starts near zero', () => {
  const at = (hour: string) =>
    byDay(drawTraffic(traffic, new Date(`2026-11-20T${hour}Z`), 'UTC')).get('2026-11-20') ?? 0
  expect(at('00:01:00')).toBe(0)
  expect(at('11:30:00')).toBeGreaterThan(at('08:00:00'))
  expect(at('23:59:59')).toBeGreaterThan(100)
})

test('no batch lies after now, and each recipient of a request appears once', () => {
  const moments = fc.date({ min: new Date('2025-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  const zones = fc.constantFrom('UTC', 'Asia/Shanghai', 'America/New_York', 'Pacific/Kiritimati')
  fc.assert(
    fc.property(moments, zones, fc.integer({ min: 1, max: 1_000 }), (moment, zone, seed) => {
      const batches = drawTraffic({ ...traffic, seed }, moment, zone)
      const requests = batches.flatMap((batch) => batch.requests)
      expect(batches.every(({ at }) => at <= moment)).toBe(true)
      expect(requests.every(({ to, ends }) => new Set(to).size === to.length && ends.length === to.length)).toBe(true)
    }),
    { numRuns: 20 },
  )
})

test('a moment of a story is a time on the wall clock of the account’s zone', () => {
  expect(momentOf(daysAgo(1, '09:30'), now, 'UTC').toISOString()).toBe('2026-11-19T09:30:00.000Z')
  expect(momentOf(daysAgo(1, '09:30'), now, 'Asia/Shanghai').toISOString()).toBe('2026-11-20T01:30:00.000Z')
  expect(momentOf(monthsAgo(11, 3, '10:00'), now, 'UTC').toISOString()).toBe('2025-12-03T10:00:00.000Z')
  const summer = new Date('2026-07-02T12:00:00Z')
  expect(momentOf(monthsAgo(3, 1, '08:00'), summer, 'America/New_York').toISOString()).toBe('2026-04-01T12:00:00.000Z')
})
