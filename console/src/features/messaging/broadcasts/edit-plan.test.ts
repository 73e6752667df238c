import { expect, test } from 'vitest'
import { choiceOf, movedPlan, planWith } from './edit-plan.ts'

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

test('a form whose time stays as it is sends no plan, also where the plan names seconds', () => {
  const moment = { ...plan, time: 'at', at: '2026-11-21T10:00:30.000Z', local: null } as const
  const scheduled = { plan: moment, starts_at: moment.at }
  const kept = choiceOf(moment, moment.at)
  expect(movedPlan(scheduled, kept)).toBeNull()
  const clock = '2026-11-22T09:30'
  expect(movedPlan(scheduled, { ...kept, clock })).toEqual({ ...moment, at: new Date(clock).toISOString() })
  expect(movedPlan(scheduled, { ...kept, time: 'local' })).toMatchObject({ time: 'local', at: null })
})

test('a form without a time makes no plan', () => {
  expect(planWith(plan, { time: 'at', clock: '' })).toBeNull()
})
