import { expect, test } from 'vitest'
import { testEvents } from '../endpoints/extensions/sms-dlr.ts'
import { MessageStatus } from '../vocabulary/message.ts'
import { eventData, isAboutMessage, sampleEvent, statusWord } from './webhook-event.ts'

const at = new Date('2026-11-20T09:00:00.000Z')

test.each(testEvents)('the sample of %s has exactly the fields of its event', (type) => {
  const event = sampleEvent(type, at, 'USD')
  expect(eventData(type).parse(event.data)).toEqual(event.data)
  expect([event.type, event.timestamp]).toEqual([type, '2026-11-20T09:00:00.000Z'])
  if (isAboutMessage(event)) expect(event.data.status).toBe(statusWord(event.data.statusCode))
})

test('every status of a message has its own word', () => {
  const words = Object.values(MessageStatus).map(statusWord)
  expect(new Set(words).size).toBe(words.length)
  expect(statusWord(MessageStatus.Delivered)).toBe('delivered')
})
