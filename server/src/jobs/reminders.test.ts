import { DAY } from '@hongyan/contract/durations'
import { expect, test } from 'vitest'
import { dueReminder } from './reminders.ts'

const END = new Date('2027-11-20T09:00:00Z')

test.each([
  [-31, null, null],
  [-30, null, 30],
  [-30, 30, null],
  [-7, 30, 7],
  [-7, null, 7],
  [-1, 7, 1],
  [0, 1, 0],
  [5, 0, null],
])('%i days from the end, after the reminder of %s days, the reminder of %s days is due', (days, reminded, due) => {
  expect(dueReminder(END, [30, 7, 1, 0], reminded, new Date(END.getTime() + days * DAY))).toBe(due)
})
