import fc from 'fast-check'
import { expect, test } from 'vitest'
import { momentsAt, wallClock } from './wall-clock.ts'

const zones = ['UTC', 'America/New_York', 'Europe/London', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia']

/** The clock by the named parts of a format. */
function byParts(zone: string, at: number): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 0, day, hour, minute, second } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const moment = fc.integer({ min: Date.UTC(1971, 0), max: Date.UTC(2090, 0) })

test('the wall clock of a zone is that of its date and time by their names, at every moment', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), moment, (zone, at) => {
      expect(wallClock(zone, at)).toBe(byParts(zone, at))
    }),
  )
})

test('a clock shows a time at the moments that belong to it, however often and for however many times they are asked', () => {
  const back = Date.UTC(2026, 10, 1, 1, 30)
  const twice = { first: Date.UTC(2026, 10, 1, 5, 30), last: Date.UTC(2026, 10, 1, 6, 30) }
  expect(momentsAt('America/New_York', back)).toEqual(twice)
  expect(momentsAt('Europe/London', back)).toEqual({ first: back, last: back })
  for (let minute = 0; minute < 50_000; minute++) {
    const time = minute * 60_000
    expect(momentsAt('UTC', time).first === time).toBe(true)
  }
  expect(momentsAt('America/New_York', back)).toEqual(twice)
})

test('what is no time has no moments on any clock, the second time too', () => {
  expect(() => momentsAt('UTC', Number.NaN)).toThrow(RangeError)
  expect(() => momentsAt('UTC', Number.NaN)).toThrow(RangeError)
})
