import { broadcastPhases, interruptReasons } from '@hongyan/contract/vocabulary/broadcast'
import { SendJobStatus } from '@hongyan/contract/vocabulary/job'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { after, canResume, isFinal, type Move, runningPhases, type Standing } from './states.ts'

const { Queued, Pending, Finished, Interrupt } = SendJobStatus
const QUEUED: Standing = { status: Queued, phase: 'scheduled', reason: null }

const reasons = fc.constantFrom(...interruptReasons)
const moves: fc.Arbitrary<Move> = fc.oneof(
  fc.constantFrom<Move>({ kind: 'start' }, { kind: 'resume' }, { kind: 'finish' }),
  reasons.map((reason): Move => ({ kind: 'interrupt', reason })),
  fc.constantFrom(...runningPhases).map((phase): Move => ({ kind: 'go', phase })),
)

/** The standings along a course of moves; one that cannot follow leaves it as it is. */
function courseOf(course: readonly Move[]): readonly Standing[] {
  const standings = [QUEUED]
  for (const move of course) {
    const before = standings.at(-1) ?? QUEUED
    standings.push(after(before, move) ?? before)
  }
  return standings
}

test('a broadcast always has a phase and a reason that fit its status', () => {
  fc.assert(
    fc.property(fc.array(moves), (course) => {
      for (const { status, phase, reason } of courseOf(course)) {
        expect(broadcastPhases).toContain(phase)
        expect(phase === 'scheduled').toBe(status === Queued)
        expect(phase === 'ended').toBe(status === Finished || status === Interrupt)
        expect(reason !== null).toBe(status === Interrupt)
      }
    }),
  )
})

test('nothing follows a finished or a stopped broadcast', () => {
  fc.assert(
    fc.property(fc.array(moves), fc.array(moves), (course, further) => {
      const standings = courseOf(course)
      const end = standings.find(isFinal)
      if (end === undefined) return
      expect(further.map((move) => after(end, move)).filter((one) => one !== null)).toEqual([])
      expect(standings.at(-1)).toEqual(end)
    }),
  )
})

test('a broadcast is never queued again', () => {
  fc.assert(
    fc.property(fc.array(moves), (course) => {
      const statuses = courseOf(course).map(({ status }) => status)
      expect(statuses.lastIndexOf(Queued)).toBeLessThan(statuses.length - statuses.filter((s) => s !== Queued).length)
    }),
  )
})

test('only a running broadcast finishes, and only an interrupted one that was not stopped is resumed', () => {
  fc.assert(
    fc.property(fc.array(moves), (course) => {
      for (const standing of courseOf(course)) {
        expect(after(standing, { kind: 'finish' }) !== null).toBe(standing.status === Pending)
        expect(after(standing, { kind: 'resume' }) !== null).toBe(canResume(standing))
        expect(after(standing, { kind: 'start' }) !== null).toBe(standing.status === Queued)
      }
    }),
  )
})

test('every reason but stopped can be resumed', () => {
  expect(interruptReasons.filter((reason) => !canResume({ status: Interrupt, reason }))).toEqual(['stopped'])
})

test('a scheduled or interrupted broadcast can be stopped, and nothing else interrupts it', () => {
  const interrupted: Standing = { status: Interrupt, phase: 'ended', reason: 'balance' }
  for (const before of [QUEUED, interrupted]) {
    const allowed = interruptReasons.filter((reason) => after(before, { kind: 'interrupt', reason }) !== null)
    expect(allowed).toEqual(['stopped'])
  }
})
