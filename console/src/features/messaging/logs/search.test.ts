import { errorPages, pagedErrors } from '@hongyan/contract/error-pages'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { expect, test } from 'vitest'
import { exportOf, filterOf, isOfAllTime, messageErrors, momentOf, readEither, readId, readSearch } from './search.ts'

const ID = '01a208a0-fa94-7440-a3f7-6d53d109b9b8'

test.each([
  ['+1 (206) 555-0100', { recipient: '+12065550100' }],
  ['0100', { recipient: '0100' }],
  [ID, { ref: ID }],
  [' order 77 ', { ref: 'order 77' }],
  ['123', { ref: '123' }],
  ['   ', null],
  ['x'.repeat(129), null],
])('the search text %j becomes %j', (typed, found) => {
  expect(readEither(typed)).toEqual(found)
})

test('the address keeps what the list understands, also where the router read a number, and drops the rest', () => {
  const address = {
    status: 4,
    recipient: 1234,
    scene: 2,
    signature: ID,
    broadcast: ID,
    billed_undelivered: true,
    country: 'us',
    credential: 'mine',
  }
  expect(readSearch({ ...address, open: ID, period: '7d', from: '2026-01-01' })).toEqual({
    status: '4',
    recipient: '1234',
    scene: MessageScene.Notification,
    signature: ID,
    billed_undelivered: 'true',
    broadcast: ID,
    open: ID,
    period: '7d',
  })
})

test('the address keeps any number of statuses in one order, and leaves out those that no message can have', () => {
  expect(readSearch({ status: '10,4,12,99,4' })).toEqual({ status: '4,10' })
  expect(readSearch({ status: '12' })).toEqual({})
})

test('the call has the days of a period, and no open message', () => {
  expect(filterOf({ period: 'today', open: ID, ref: 'order-77' }, '2026-11-20')).toEqual({
    ref: 'order-77',
    from: '2026-11-20',
    to: '2026-11-20',
  })
})

test('a number, a reference or one broadcast is looked for among all that is kept', () => {
  expect([{ recipient: '0100' }, { ref: 'order-77' }, { broadcast: ID }].map(isOfAllTime)).toEqual([true, true, true])
  expect([{}, { broadcast: 'any' }, { status: '4' }].map(isOfAllTime)).toEqual([false, false, false])
})

test('the filter by error offers every error that a message can have, and no other', () => {
  const ofMessages = pagedErrors.filter((code) => errorPages[code].stages.includes('message'))
  expect(messageErrors.toSorted()).toEqual(ofMessages.toSorted())
})

test('the key of the next page tells back to which moment the log was searched', () => {
  expect(momentOf(readId('019a9d5c-1000-7000-8000-000000000000'))).toBe(new Date(0x019a9d5c1000).toISOString())
  expect(momentOf(null)).toBeNull()
})

test('an export of a log that is wider than 92 days begins with the last 92', () => {
  expect(exportOf({ from: '2026-01-01', to: '2026-06-01', country: 'SG' }, '2026-11-20')).toEqual({
    new: 'messages',
    from: '2026-03-02',
    to: '2026-06-01',
    where: 'country=SG',
  })
})

test.each([
  ['the last 24 hours', {}, '2026-11-19', '2026-11-20'],
  ['all time', { ref: 'order-77' }, '2026-08-21', '2026-11-20'],
  ['the days up to an end', { to: '2026-01-10' }, '2025-10-11', '2026-01-10'],
  ['the days from a beginning', { from: '2026-11-02' }, '2026-11-02', '2026-11-20'],
])('an export of a log of %s has its days', (_, filter, from, to) => {
  expect(exportOf(filter, '2026-11-20')).toMatchObject({ from, to })
})
