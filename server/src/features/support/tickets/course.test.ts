import { DAY, HOUR, MINUTE } from '@hongyan/contract/durations'
import { ticketCategories, ticketImpacts, TicketPriority, ticketStates } from '@hongyan/contract/vocabulary/support'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTurnOfSupport, move, type Standing, type TicketEvent } from './course.ts'
import { priorityOf } from './priority.ts'
import { replyDueAt } from './reply-goal.ts'

const at = new Date('2026-11-20T09:00:00Z')
const later = (millis: number) => new Date(at.getTime() + millis)
const replyDue = (from: Date) => new Date(from.getTime() + HOUR)
const events: readonly TicketEvent[] = [
  'owner_writes',
  'support_replies',
  'support_solves',
  'solve',
  'reopen',
  'silence',
  'close',
]
const standing = (state: Standing['state'], reply_due_at: Date | null = null): Standing => ({ state, reply_due_at })

test.each([
  ['new', 'owner_writes', 'new', null],
  ['new', 'support_replies', 'waiting_for_you', null],
  ['waiting_for_you', 'owner_writes', 'waiting_for_us', null],
  ['waiting_for_us', 'support_solves', 'solved', 'solved'],
  ['solved', 'owner_writes', 'waiting_for_us', 'reopened'],
  ['solved', 'reopen', 'waiting_for_us', 'reopened'],
  ['solved', 'support_solves', 'solved', null],
  ['waiting_for_you', 'silence', 'solved', 'silence'],
  ['solved', 'close', 'closed', 'closed'],
] as const)('a ticket that is %s becomes by %s %s, with the step %s', (state, event, after, step) => {
  expect(move(standing(state), event, at, replyDue)).toMatchObject({ state: after, step })
})

describe('a ticket under any events', () => {
  const walks = fc.array(fc.record({ event: fc.constantFrom(...events), wait: fc.integer({ min: 0, max: 3 * DAY }) }), {
    maxLength: 30,
  })

  test('has a moment of reply exactly while it is support’s turn, and keeps it for the whole turn', () => {
    fc.assert(
      fc.property(walks, (walk) => {
        let now = at
        let before: Standing = standing('new', replyDue(at))
        for (const { event, wait } of walk) {
          now = new Date(now.getTime() + wait)
          const moved = move(before, event, now, replyDue)
          if (moved === null) continue
          expect(moved.reply_due_at !== null).toBe(isTurnOfSupport(moved.state))
          if (isTurnOfSupport(before.state) && isTurnOfSupport(moved.state)) {
            expect(moved.reply_due_at).toEqual(before.reply_due_at)
          }
          expect(moved.due_at === null).toBe(isTurnOfSupport(moved.state))
          before = moved
        }
      }),
    )
  })

  test.each(events)('stays closed once it is closed, by %s too', (event) => {
    expect(move(standing('closed'), event, at, replyDue)).toBeNull()
  })
})

test('a ticket is solved after 7 days, closed after 14, and deleted after 730', () => {
  const dueAfter = (state: Standing['state'], event: TicketEvent) => move(standing(state), event, at, replyDue)?.due_at
  expect(dueAfter('new', 'support_replies')).toEqual(later(7 * DAY))
  expect(dueAfter('waiting_for_you', 'silence')).toEqual(later(14 * DAY))
  expect(dueAfter('solved', 'close')).toEqual(later(730 * DAY))
})

test('only an outage of sending is of the first priority, and an appeal is of the second whatever its impact', () => {
  const urgent = ticketCategories.flatMap((category) =>
    ticketImpacts.filter((impact) => priorityOf(category, impact) === TicketPriority.P1).map(() => category),
  )
  expect(urgent).toEqual(['delivery', 'api'])
  expect(ticketImpacts.map((impact) => priorityOf('appeal', impact))).toEqual([2, 2, 2])
  expect(ticketImpacts.map((impact) => priorityOf('billing', impact))).toEqual([2, 2, 3])
})

test('an outage is answered around the clock, other tickets within the hours of support', () => {
  const hours = { days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00', zone: 'UTC' }
  const evening = new Date('2026-11-20T17:00:00Z')
  expect(replyDueAt(hours, TicketPriority.P1, evening)).toEqual(new Date(evening.getTime() + 30 * MINUTE))
  expect(replyDueAt(hours, TicketPriority.P2, evening)).toEqual(new Date('2026-11-23T12:00:00Z'))
})

test('every state is reached', () => {
  const reached = ticketStates.flatMap((state) =>
    events.flatMap((event) => move(standing(state), event, at, replyDue)?.state ?? []),
  )
  expect(new Set(reached)).toEqual(new Set(ticketStates))
})
