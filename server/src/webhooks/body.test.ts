import { testEvents } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { type MessageEventData, sampleEvent, type WebhookEvent } from '@hongyan/contract/public-api/webhook-event'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { renderBody } from './body.ts'
import { sampleFor } from './test-request.ts'

const at = new Date('2026-11-20T09:00:00.000Z')
const delivered = sampleEvent('sms.message.delivered', at, 'USD')
const message = delivered.data as MessageEventData

const parser = new XMLParser({
  trimValues: false,
  parseTagValue: false,
  ignoreDeclaration: true,
  htmlEntities: true,
})

const parsed = (xml: string): unknown => {
  expect(XMLValidator.validate(xml)).toBe(true)
  return parser.parse(xml)
}

const compatible = {
  id: '00000000000070008000000000000000',
  status: 'delivered',
  to: '+12065550100',
  iso: 'US',
  cc: '1',
  parts: 1,
  price: '0.008500',
  currency: 'USD',
  errorCode: 'DELIVRD',
  errorMessage: null,
  submitDate: '2026-11-20T09:00:00.000Z',
  doneDate: '2026-11-20T09:00:00.000Z',
}

/** The values as XML carries them. */
const inXml = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value === null ? '' : String(value)]))

test('a body in JSON is one event, or a list for endpoints with batches', () => {
  const one = renderBody([delivered], { format: 'json', envelope: 'standard', list: false })
  expect(one.contentType).toBe('application/json')
  expect(JSON.parse(one.body)).toEqual(delivered)
  const list = renderBody([delivered, delivered], { format: 'json', envelope: 'standard', list: true })
  expect(JSON.parse(list.body)).toEqual([delivered, delivered])
})

test('the compatible envelope has the flat fields of a receipt', () => {
  const json = renderBody([delivered], { format: 'json', envelope: 'compatible', list: false })
  expect(Object.entries(JSON.parse(json.body) as object)).toEqual(Object.entries(compatible))
  const xml = renderBody([delivered], { format: 'xml', envelope: 'compatible', list: false })
  expect(xml.contentType).toBe('application/xml; charset=utf-8')
  expect(parsed(xml.body)).toEqual({ receipt: inXml(compatible) })
  const list = renderBody([delivered, delivered], { format: 'xml', envelope: 'compatible', list: true })
  expect(parsed(list.body)).toEqual({ receipts: { receipt: [inXml(compatible), inXml(compatible)] } })
})

test.each(testEvents)('a test with %s in the compatible envelope is a message', (type) => {
  const event = sampleFor({ envelope: 'compatible', currency: 'CNY' }, type, at)
  const { body } = renderBody([event], { format: 'json', envelope: 'compatible', list: false })
  const sample = sampleEvent(type, at, 'CNY')
  const expected = type.startsWith('sms.message.') ? (sample.data as MessageEventData).status : 'delivered'
  expect(JSON.parse(body)).toMatchObject({ status: expected, to: '+12065550100' })
})

test('the standard envelope in XML nests the data, and a list repeats its element', () => {
  const reasons = ['One', 'Two']
  const data = { id: 'a', name: 'b', state: 'rejected', reasons }
  const reviewed: WebhookEvent = { type: 'sms.template.reviewed', timestamp: at.toISOString(), data }
  const one = renderBody([reviewed], { format: 'xml', envelope: 'standard', list: false })
  expect(parsed(one.body)).toEqual({ event: { type: 'sms.template.reviewed', timestamp: at.toISOString(), data } })
  const list = renderBody([delivered, reviewed], { format: 'xml', envelope: 'standard', list: true })
  expect(parsed(list.body)).toEqual({
    events: {
      event: [
        { ...delivered, data: inXml(message) },
        { ...reviewed, data },
      ],
    },
  })
})

/** The XML 1.0 production Char, written apart from the code. */
const isAllowed = (character: string): boolean => {
  const point = character.codePointAt(0) ?? 0
  if (point < 0x20) return [0x9, 0xa, 0xd].includes(point)
  return point <= 0xd7ff || (point >= 0xe000 && point <= 0xfffd) || point >= 0x1_00_00
}

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('<', '&', ']]>', '"', "'", '&amp;', '\r', '\n', '\0', '\ud800', '\ufffe', '雁', '🪿'),
  }),
)

test('every text comes back from XML as it was, without the characters that XML forbids', () => {
  fc.assert(
    fc.property(nasty, nasty, (clientRef, sender) => {
      const data = { ...message, clientRef, sender, statusCode: MessageStatus.Delivered }
      const { body } = renderBody([{ ...delivered, data }], { format: 'xml', envelope: 'standard', list: false })
      const expected = (text: string) => Array.from(text).filter(isAllowed).join('')
      const found = parsed(body) as { readonly event: { readonly data: object } }
      expect(found.event.data).toMatchObject({ clientRef: expected(clientRef), sender: expected(sender) })
    }),
  )
})

test('every text comes back from JSON', () => {
  fc.assert(
    fc.property(nasty, (clientRef) => {
      const event = { ...delivered, data: { ...message, clientRef } }
      const { body } = renderBody([event], { format: 'json', envelope: 'standard', list: false })
      expect(JSON.parse(body)).toEqual(event)
    }),
  )
})
