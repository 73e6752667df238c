import { AccountId, MessageId } from '@hongyan/contract/ids'
import { micros } from '@hongyan/contract/money'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { expect, test } from 'vitest'
import { createBuffer } from './buffer.ts'
import type { MarkedMessage } from './outbox.ts'

const account = (nr: number) => AccountId.parse(`0199a000-0000-7000-8000-0000000000${String(nr).padStart(2, '0')}`)
const message = (
  nr: number,
  of = account(1),
  scene: MarkedMessage['scene'] = MessageScene.Marketing,
): MarkedMessage => ({
  account: of,
  id: MessageId.parse(`0199a000-0000-7000-8000-${String(nr).padStart(12, '0')}`),
  upstream: 'sandbox',
  channel: 'sms',
  scene,
  to: '+12065550100',
  sender: null,
  text: 'Hello',
  parts: 1,
  price: micros(0n),
  payForDelivered: false,
  acceptedAt: new Date(0),
  validUntil: new Date(0),
  attempt: 1,
  rate: 0,
  route: null,
  mark: '0199a000-0000-7000-8000-00000000aaaa',
})
const charge = (rate: number, of = account(1), lane = 2) => ({ account: of, lane, parts: 1, rate })

test('buffered messages of an account leave in the order in which they came, as many as its turn is', () => {
  const buffer = createBuffer()
  for (const nr of [1, 2, 3]) {
    buffer.reserve(charge(0))
    buffer.add(message(nr))
  }
  const turn = { lane: 2, account: account(1), most: 2 }
  expect(buffer.take(turn).map(({ id }) => id)).toEqual([message(1).id, message(2).id])
  expect(buffer.take(turn).map(({ id }) => id)).toEqual([message(3).id])
  expect(buffer.has(2, account(1))).toBe(false)
})

test('one account fills half of a buffer with anything but codes, and codes find room beside it', () => {
  const buffer = createBuffer(100)
  const fill = (of: AccountId, lane: number): number => {
    let taken = 0
    while (buffer.reserve(charge(0, of, lane))) taken += 1
    return taken
  }
  expect([fill(account(1), 2), fill(account(2), 2), fill(account(3), 1), fill(account(4), 0)]).toEqual([50, 25, 15, 10])
})

test('an account with a rate keeps a second’s worth in a buffer, and its room returns with each message that leaves', () => {
  const buffer = createBuffer()
  expect([1, 2, 3].map(() => buffer.reserve(charge(2)))).toEqual([true, true, false])
  buffer.add(message(1))
  buffer.take({ lane: 2, account: account(1), most: 1 })
  buffer.giveBack(account(1))
  expect([1, 2, 3].map(() => buffer.reserve(charge(2)))).toEqual([true, true, false])
})

test('an emptied buffer returns every message and all of its room', () => {
  const buffer = createBuffer(4)
  for (const nr of [1, 2]) {
    buffer.reserve(charge(0))
    buffer.add(message(nr))
  }
  expect(buffer.reserve(charge(0))).toBe(false)
  expect(buffer.empty()).toHaveLength(2)
  expect([buffer.has(2, account(1)), buffer.reserve(charge(0))]).toEqual([false, true])
})
