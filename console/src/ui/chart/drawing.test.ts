import { expect, test } from 'vitest'
import { dayAt, drawDays, stepDay } from './drawing.ts'

const plot = { left: 40, right: 340, top: 0, ground: 200 }
const days = [
  { date: '2026-11-18', bar: 3_000, line: 1_500 },
  { date: '2026-11-19', bar: 0, line: 0 },
  { date: '2026-11-20', bar: 1_000, line: 1_000 },
]

test('bars and points are centred on their day and share an axis', () => {
  const drawing = drawDays(days, plot)
  expect(drawing.days.map(({ x }) => Math.round(x))).toEqual([90, 190, 290])
  expect(drawing.days.map(({ barTop }) => Math.round(barTop))).toEqual([0, 200, 133])
  expect(drawing.days.map(({ pointTop }) => Math.round(pointTop))).toEqual([100, 200, 133])
  expect(drawing.ticks).toEqual([
    { count: 0, y: 200 },
    { count: 1_000, y: expect.closeTo(133.33, 1) },
    { count: 2_000, y: expect.closeTo(66.67, 1) },
    { count: 3_000, y: 0 },
  ])
  expect(drawing.line).toBe('M90.0 100.0L190.0 200.0L290.0 133.3')
  expect(drawing.barWidth).toBe(40)
})

test('without numbers the axis remains and every bar is flat', () => {
  const drawing = drawDays([{ date: '2026-11-20', bar: 0, line: 0 }], plot)
  expect(drawing.ticks.map(({ count }) => count)).toEqual([0, 1])
  expect(drawing.days.map(({ barTop }) => barTop)).toEqual([200])
})

test('a position belongs to the day drawn there, beyond the edges to the nearest day', () => {
  expect([0, 41, 139, 141, 339, 900].map((x) => dayAt(x, 3, plot))).toEqual([0, 0, 0, 1, 2, 2])
})

test('arrow keys move by a day and stop at the ends, Home and End jump there', () => {
  expect(stepDay('ArrowLeft', 1, 3)).toBe(0)
  expect(stepDay('ArrowLeft', 0, 3)).toBe(0)
  expect(stepDay('ArrowRight', 2, 3)).toBe(2)
  expect([stepDay('Home', 2, 3), stepDay('End', 0, 3)]).toEqual([0, 2])
  expect(stepDay('Tab', 1, 3)).toBeNull()
})
