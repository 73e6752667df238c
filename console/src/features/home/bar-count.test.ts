import { expect, test } from 'vitest'
import { barCount, isMobile } from './bar-count.ts'

// From 430 px on a screen is no phone: its margins are wider and fewer bars fit.
test.each([
  [390, 844, 12],
  [320, 568, 10],
  [429, 900, 13],
  [430, 932, 9],
  [844, 390, 22],
  [768, 1024, 20],
])('a screen of %d×%d has room for %d bars', (width, height, bars) => {
  expect(barCount({ width, height }, 31)).toBe(bars)
})

test('the bars never exceed the period plus today', () => {
  expect(barCount({ width: 1280, height: 800 }, 31)).toBe(31)
  expect(barCount({ width: 1280, height: 800 }, 8)).toBe(8)
  expect(barCount({ width: 390, height: 844 }, 8)).toBe(8)
})

test('the narrowest screen still shows today', () => {
  expect(barCount({ width: 160, height: 200 }, 31)).toBe(1)
})

test('mobile is 320 to under 430 and taller than wide', () => {
  const widths = [319, 320, 429, 430]
  expect(widths.map((width) => isMobile({ width, height: 900 }))).toEqual([false, true, true, false])
  expect(isMobile({ width: 400, height: 400 })).toBe(false)
})
