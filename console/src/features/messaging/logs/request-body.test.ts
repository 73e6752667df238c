import { SendRequest } from '@hongyan/contract/public-api/send'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { expect, test } from 'vitest'
import { requestBody } from './request-body.ts'

const TO = '+12065550100'
const sale = { text: 'Sale today', own_sender: null, scene: MessageScene.Marketing, client_ref: null }

test('the request of a message under the shared sender names no sender, and the message’s scene', () => {
  const body = requestBody(sale, TO)
  expect(body).toEqual({ to: TO, text: 'Sale today', scene: 3 })
  expect(SendRequest.parse(body)).toEqual({ ...body, to: [TO] })
})

test('the request of a message under a sender of the account names that sender, and the customer’s reference', () => {
  const body = requestBody({ ...sale, own_sender: 'Harbour', client_ref: 'order-77' }, TO)
  expect(body).toEqual({ to: TO, text: 'Sale today', scene: 3, signature: 'Harbour', clientRef: 'order-77' })
})
