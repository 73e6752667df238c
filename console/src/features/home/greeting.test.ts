import { expect, test } from 'vitest'
import { greetingAt } from './greeting.ts'

test.each([
  [5, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [17, 'afternoon'],
  [18, 'evening'],
  [23, 'evening'],
  [0, 'evening'],
  [4, 'evening'],
])('the greeting at %d o’clock is %s', (hour, part) => {
  expect(greetingAt(hour)).toBe(`home.greeting.${part}`)
})
