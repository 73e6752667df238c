import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canHave, reviewed, reviewEvents, ReviewStatus } from './review.ts'

const { Pending, AutoRejected, ManualRejected, PreApproved, Approved } = ReviewStatus
const statuses = [null, ...Object.values(ReviewStatus)]

test('a review has exactly the transitions of its table', () => {
  const all = statuses.flatMap((status) =>
    reviewEvents.filter((event) => canHave(status, event)).map((event) => [status, event, reviewed(status, event)]),
  )
  expect(all).toEqual([
    [null, 'submit', Pending],
    [Pending, 'autoReject', AutoRejected],
    [Pending, 'autoPass', PreApproved],
    [Pending, 'approve', Approved],
    [Pending, 'reject', ManualRejected],
    [Pending, 'withdraw', null],
    [AutoRejected, 'submit', Pending],
    [ManualRejected, 'submit', Pending],
    [PreApproved, 'approve', Approved],
    [PreApproved, 'reject', ManualRejected],
    [PreApproved, 'withdraw', null],
    [Approved, 'revoke', ManualRejected],
  ])
})

test('an event that the status does not allow is a bug of its caller', () => {
  expect(() => reviewed(Approved, 'approve')).toThrow('a record of status 4 has no approve')
  expect(() => reviewed(null, 'withdraw')).toThrow('a record of status none has no withdraw')
})

test('whatever happens to a record, only a person approves it, and only a submission follows a rejection', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...reviewEvents), { maxLength: 40 }), (events) => {
      let status: ReviewStatus | null = null
      for (const event of events) {
        if (!canHave(status, event)) continue
        const was: ReviewStatus | null = status
        status = reviewed(status, event)
        if (status === Approved) expect(event).toBe('approve')
        if (was === AutoRejected || was === ManualRejected) expect([event, status]).toEqual(['submit', Pending])
        if (was === Approved) expect([event, status]).toEqual(['revoke', ManualRejected])
      }
    }),
  )
})
