import { DAY, HOUR, MINUTE } from '@hongyan/contract/durations'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addWorkingTime, isOpen, minutesOf, nextChange, type WorkingHours } from './working-hours.ts'

const weekdays = [1, 2, 3, 4, 5]
const newYork: WorkingHours = { days: weekdays, from: '09:00', to: '18:00', zone: 'America/New_York' }
const shanghai: WorkingHours = { days: [1, 2, 3, 4, 5, 6], from: '09:00', to: '21:00', zone: 'Asia/Shanghai' }
const always: WorkingHours = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00', zone: 'Europe/London' }

/** A clock that is read by itself: the weekday 1 to 7 and the minute of the day that a zone shows. */
const clocks = new Map<string, Intl.DateTimeFormat>()
function clockOf(zone: string, at: Date): readonly [day: number, minute: number] {
  const format =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  clocks.set(zone, format)
  const [name = '', time = ''] = format.format(at).replace(',', '').split(' ')
  return [['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(name) + 1, minutesOf(time)]
}

const shown = ({ days, from, to, zone }: WorkingHours, at: Date): boolean => {
  const [day, minute] = clockOf(zone, at)
  return days.includes(day) && minute >= minutesOf(from) && minute < minutesOf(to)
}

// Every change of the clock of 2026 in these zones, with days on both sides.
const changes = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01']
const moments = fc
  .tuple(fc.constantFrom(...changes), fc.integer({ min: -3 * 24 * 60, max: 4 * 24 * 60 }))
  .map(([day, minutes]) => new Date(Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE))
const times = fc
  .uniqueArray(fc.integer({ min: 0, max: 48 }), { minLength: 2, maxLength: 2 })
  .map((pair) => pair.toSorted((one, other) => one - other).map((half) => half * 30))
const timeOf = (minutes = 0): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
/** Hours that keep clear of the night, in which a clock may show a time twice or skip it. */
const dayHours = fc.record({
  days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
  span: times.filter(([from = 0]) => from >= 3 * 60 + 30),
  zone: fc.constantFrom('America/New_York', 'Asia/Shanghai', 'Europe/London', 'Australia/Lord_Howe'),
})
const hoursOf = ({ days, span: [from, to], zone }: { days: number[]; span: number[]; zone: string }): WorkingHours => ({
  days,
  from: timeOf(from),
  to: timeOf(to),
  zone,
})

test('support is open exactly while the clock of its zone shows its hours, also around a change of the clock', () => {
  fc.assert(
    fc.property(dayHours.map(hoursOf), moments, (hours, at) => {
      expect(isOpen(hours, at)).toBe(shown(hours, at))
    }),
  )
})

test('between a moment and the next change nothing changes, and at the change it does', () => {
  fc.assert(
    fc.property(dayHours.map(hoursOf), moments, fc.double({ min: 0, max: 1, noNaN: true }), (hours, at, share) => {
      const change = nextChange(hours, at)
      const length = change.getTime() - at.getTime()
      expect(length).toBeGreaterThan(0)
      expect(isOpen(hours, new Date(at.getTime() + Math.floor(share * (length - 1))))).toBe(isOpen(hours, at))
      const isAlwaysOpen = hours.days.length === 7 && hours.from === '00:00' && hours.to === '24:00'
      if (!isAlwaysOpen) expect(isOpen(hours, change)).toBe(!isOpen(hours, at))
    }),
  )
})

test('working time adds up: two spells after each other end where both at once do', () => {
  const spell = fc.integer({ min: 1, max: 40 * 60 }).map((minutes) => minutes * MINUTE)
  fc.assert(
    fc.property(dayHours.map(hoursOf), moments, spell, spell, (hours, at, one, other) => {
      const both = addWorkingTime(hours, at, one + other)
      expect(addWorkingTime(hours, addWorkingTime(hours, at, one), other)).toEqual(both)
      expect(both.getTime() - at.getTime()).toBeGreaterThanOrEqual(one + other)
    }),
  )
})

test('four working hours from Friday afternoon end on Monday morning', () => {
  const friday = new Date('2026-11-20T21:00:00Z')
  expect(addWorkingTime(newYork, friday, 4 * HOUR)).toEqual(new Date('2026-11-23T16:00:00Z'))
})

test('working time counts the hours of the clock that was set ahead on Sunday', () => {
  const friday = new Date('2026-03-06T22:00:00Z')
  expect(addWorkingTime(newYork, friday, 2 * HOUR)).toEqual(new Date('2026-03-09T14:00:00Z'))
})

test('support in Shanghai opens on Monday at nine after its Sunday off', () => {
  const sunday = new Date('2026-11-22T04:00:00Z')
  expect(isOpen(shanghai, sunday)).toBe(false)
  expect(nextChange(shanghai, sunday)).toEqual(new Date('2026-11-23T01:00:00Z'))
})

test('hours around the clock are open at every change of the clock, and an hour is an hour', () => {
  for (const day of changes) {
    const at = new Date(Date.parse(`${day}T00:00:00Z`))
    expect(isOpen(always, at)).toBe(true)
    expect(nextChange(always, at).getTime()).toBeGreaterThan(at.getTime())
    expect(addWorkingTime(always, at, 3 * DAY)).toEqual(new Date(at.getTime() + 3 * DAY))
  }
})
