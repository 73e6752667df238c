import { expect, test } from 'vitest'
import { choiceOf, planWith } from './edit-plan.ts'

const plan = {
  time: 'local',
  at: null,
  local: '2026-11-21T10:00',
  window: { from: '10:00', to: '20:00' },
  speed: 50,
  canary: 10,
  stop_above: 8,
} as const

test('a new time keeps hours, speed and safety of the plan', () => {
  const choice = choiceOf(plan, '2026-11-21T02:00:00Z')
  expect(choice).toEqual({ time: 'local', clock: '2026-11-21T10:00' })
  expect(planWith(plan, { ...choice, clock: '2026-11-22T09:30' })).toEqual({ ...plan, local: '2026-11-22T09:30' })
  const moment = planWith(plan, { time: 'at', clock: '2026-11-22T09:30' })
  expect(moment).toEqual({ ...plan, time: 'at', local: null, at: new Date('2026-11-22T09:30').toISOString() })
})

test('a form without a time makes no plan', () => {
  expect(planWith(plan, { time: 'at', clock: '' })).toBeNull()
})
