import { SendRequest } from '@hongyan/contract/public-api/send'
import { sampleEvent } from '@hongyan/contract/public-api/webhook-event'
import { otherEvents } from '@hongyan/contract/vocabulary/webhook'
import { expect, test } from 'vitest'
import { broadcastEventFields, requestFields } from './fields.ts'
import english from './messages.en.json'
import chinese from './messages.zh-CN.json'

test('the docs list every field of a request in its order', () => {
  expect(requestFields.map(({ name }) => name)).toEqual(Object.keys(SendRequest.shape))
})

test('the docs say in both languages that an invalid number alone has no message ID (semantics D2)', () => {
  expect(english['docs.field.id']).toMatch(/`null` in a dry run and for invalid numbers\.$/)
  expect(chinese['docs.field.id']).toMatch(/号码无效时为 `null`。$/)
})

test.each(otherEvents.broadcast)('the docs list the data of %s in its order', (type) => {
  const { data } = sampleEvent(type, new Date(), 'USD')
  expect(broadcastEventFields.map(({ name }) => name)).toEqual(Object.keys(data))
})
