import { expect, test } from 'vitest'
import { clockOf } from './clock.ts'

const now = new Date('2026-12-01T10:00:00.000Z')
const none = { reply_due_at: null, solves_at: null, closes_at: null }
const at = (time: string) => `2026-12-0${time}.000Z`

test('a reply that is due soon is counted down, a later one has its time, and a late one says so', () => {
  const due = (time: string) => clockOf({ ...none, state: 'new', reply_due_at: at(time) }, now)
  expect(due('1T12:00:00')).toEqual({ kind: 'due', seconds: 7200 })
  expect(due('3T09:00:00')).toEqual({ kind: 'dueAt', at: at('3T09:00:00') })
  expect(due('1T10:00:00')).toEqual({ kind: 'late', at: at('1T10:00:00') })
})

test('a ticket that waits for its owner names the day on which it counts as solved', () => {
  const clock = clockOf({ ...none, state: 'waiting_for_you', solves_at: at('8T10:00:00') }, now)
  expect(clock).toEqual({ kind: 'solves', at: at('8T10:00:00') })
})

test('a solved ticket names the day until which it reopens, and a closed one has no clock', () => {
  const closes = at('9T10:00:00')
  expect(clockOf({ ...none, state: 'solved', closes_at: closes }, now)).toEqual({ kind: 'reopens', at: closes })
  expect(clockOf({ ...none, state: 'closed', closes_at: closes }, now)).toBeNull()
})
