import { expect, test } from 'vitest'
import { type Topic, topicAfter, topicOf } from './topic.ts'

const nothing: Topic = { category: null, about: null, code: null }
const message: Topic = { category: 'delivery', about: { kind: 'message', id: 'm-1' }, code: 'no_route' }
const outage: Topic = { category: null, about: { kind: 'request', id: 'req-1' }, code: 'unavailable' }
const appeal: Topic = { ...nothing, category: 'appeal' }

test('the address of the form names record, error and category, and a failed request where it names no record', () => {
  expect(topicOf({ about: 'message:m-1', code: 'no_route', request: 'req-1' }, false)).toEqual(message)
  expect(topicOf({ code: 'unavailable', request: 'req-1' }, false)).toEqual(outage)
  expect(topicOf({ category: 'billing' }, false)).toEqual({ ...nothing, category: 'billing' })
})

test('only the address of a suspended account names an appeal', () => {
  expect(topicOf({ category: 'appeal' }, true)).toEqual(appeal)
  expect(topicOf({ category: 'appeal' }, false)).toEqual(nothing)
})

test.each<readonly [Topic, Topic, Topic, string]>([
  [message, nothing, message, 'an address that names nothing changes nothing'],
  [nothing, outage, outage, 'an error becomes the topic of a ticket without one'],
  [message, outage, message, 'an error leaves the record and the code of a ticket as they are'],
  [outage, message, message, 'a record takes the place of an error'],
  [{ ...nothing, category: 'billing' }, message, { ...message, category: 'billing' }, 'a chosen category stays'],
  [message, appeal, { ...message, category: 'appeal' }, 'an appeal is always chosen'],
])('of %j and %j the topic is %j: %s', (topic, named, after) => {
  expect(topicAfter(topic, named)).toEqual(after)
})
