import { SendRequest } from '@hongyan/contract/public-api/send'
import { sampleEvent } from '@hongyan/contract/public-api/webhook-event'
import { otherEvents } from '@hongyan/contract/vocabulary/webhook'
import { expect, test } from 'vitest'
import { broadcastEventFields, requestFields } from './fields.ts'

test('the docs list every field of a request in its order', () => {
  expect(requestFields.map(({ name }) => name)).toEqual(Object.keys(SendRequest.shape))
})

test.each(otherEvents.broadcast)('the docs list the data of %s in its order', (type) => {
  const { data } = sampleEvent(type, new Date(), 'USD')
  expect(broadcastEventFields.map(({ name }) => name)).toEqual(Object.keys(data))
})
