import { AccountId, MessageId } from '@hongyan/contract/ids'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { expect, test } from 'vitest'
import { factOf, nextQueryOf } from './queries.ts'
import type { Doubtful } from './outbox.ts'

const now = new Date('2026-11-20T09:00:00Z')
const marked: Doubtful = {
  account: AccountId.parse('00000000-0000-0000-0000-000000000001'),
  id: MessageId.parse('0199a000-0000-7000-8000-000000000001'),
  status: MessageStatus.Accepted,
  attempt: 1,
  queries: 0,
  parts: 2,
  to: '0100',
  validUntil: now,
  due: true,
  queryAt: '-infinity',
}
const unknown: Doubtful = { ...marked, status: MessageStatus.Unknown }

test('found whole, a message left by a crash is sent', () => {
  expect(factOf('sandbox', marked, ['a', 'b'], now)).toMatchObject({
    status: MessageStatus.Sent,
    evidence: true,
    remoteIds: ['a', 'b'],
  })
})

test('found in part, its outcome is unknown but its money is evidenced', () => {
  expect(factOf('sandbox', marked, ['a'], now)).toMatchObject({ status: MessageStatus.Unknown, evidence: true })
})

test('not found, it is unknown first and failed at the second look', () => {
  expect(factOf('sandbox', marked, [], now)).toMatchObject({ status: MessageStatus.Unknown, evidence: false })
  expect(factOf('sandbox', unknown, [], now)).toMatchObject({ status: MessageStatus.Failed, error: 'not_handed_over' })
})

test('an unknown one that is found stays unknown, with evidence, until its receipt', () => {
  expect(factOf('sandbox', unknown, ['a', 'b'], now)).toMatchObject({ status: MessageStatus.Unknown, evidence: true })
})

test('no answer makes it unknown, and nothing more until 72 hours after its validity', () => {
  expect(factOf('sandbox', marked, null, now)).toMatchObject({ status: MessageStatus.Unknown, givenUp: false })
  expect(factOf('sandbox', unknown, null, now)).toBeNull()
  const later = new Date(now.getTime() + 72 * 3_600_000)
  expect(factOf('sandbox', unknown, null, later)).toMatchObject({ givenUp: true, evidence: false })
})

test('a query without a response does not lengthen the pause before the next', () => {
  expect(nextQueryOf(marked, null)).toMatchObject({ seconds: 12, queried: 0 })
  expect(nextQueryOf({ ...unknown, queries: 1 }, null)).toMatchObject({ seconds: 60, queried: 0 })
})

test('a message that a query did not find is queried for once more, and one that was found never again', () => {
  expect(nextQueryOf(marked, [])).toMatchObject({ seconds: 12, queried: 1 })
  expect([nextQueryOf(unknown, []), nextQueryOf(marked, ['a', 'b'])]).toEqual([null, null])
})
