import { AccountId, MessageId } from '@hongyan/contract/ids'
import { expect, test } from 'vitest'
import { createLanes } from './lanes.ts'
import type { Waiting } from '../pipeline/message.ts'

const account = (n: number) => AccountId.parse(`00000000-0000-0000-0000-${String(n).padStart(12, '0')}`)
let made = 0
const message = (owner: number, scene: 1 | 2 | 3 = 2, change: Partial<Waiting> = {}): Waiting => ({
  account: account(owner),
  id: MessageId.parse(`0199a000-0000-7000-8000-${String((made += 1)).padStart(12, '0')}`),
  channel: 'sms',
  scene,
  to: '+12065550100',
  sender: null,
  text: 'x',
  parts: 1,
  validUntil: new Date(0),
  attempt: 1,
  rate: 0,
  ...change,
})
const fill = (messages: Waiting[]) => {
  const lanes = createLanes()
  for (const one of messages) lanes.add(one)
  return lanes
}
const times = (n: number, make: () => Waiting) => Array.from({ length: n }, make)

test('codes go sixteen to four to one', () => {
  const lanes = fill([
    ...times(50, () => message(1, 3)),
    ...times(50, () => message(1, 2)),
    ...times(50, () => message(1, 1)),
  ])
  const taken = lanes.take(21, 0)
  expect([1, 2, 3].map((scene) => taken.filter((one) => one.scene === scene).length)).toEqual([16, 4, 1])
})

test('inside a lane accounts take turns, however much one of them has', () => {
  const lanes = fill([...times(100, () => message(1)), message(2), message(3)])
  expect(lanes.take(3, 0).map((one) => one.account)).toEqual([account(1), account(2), account(3)])
})

test('an account goes no faster than its rate in parts, and does not hold up the others', () => {
  const lanes = fill([...times(30, () => message(1, 2, { rate: 10, parts: 2 })), ...times(3, () => message(2))])
  expect(lanes.take(100, 0).filter((one) => one.account === account(1))).toHaveLength(5)
  expect(lanes.take(100, 500)).toHaveLength(3)
  expect(lanes.take(100, 1_500)).toHaveLength(5)
})

test('a message longer than a second’s rate still goes', () => {
  const lanes = fill([message(1, 2, { rate: 1, parts: 3 }), message(1, 2, { rate: 1, parts: 1 })])
  expect(lanes.take(10, 0)).toHaveLength(1)
  expect(lanes.take(10, 2_900)).toHaveLength(0)
  expect(lanes.take(10, 3_100)).toHaveLength(1)
})

test('the same message is held once, and what was taken is no longer held', () => {
  const one = message(1)
  const lanes = fill([one, one])
  expect(lanes.size).toBe(1)
  expect(lanes.take(10, 0)).toEqual([one])
  expect([lanes.size, lanes.sizeOf(one.account), lanes.has(one.id)]).toEqual([0, 0, false])
})

test('everything that was added comes out once, in each account’s order', () => {
  const all = [...times(3_000, () => message(1)), ...times(2_500, () => message(2))]
  const lanes = fill(all)
  const out: Waiting[] = []
  for (let batch = lanes.take(400, 0); batch.length > 0; batch = lanes.take(400, 0)) out.push(...batch)
  expect(out).toHaveLength(all.length)
  const ofFirst = (list: Waiting[]) => list.filter((one) => one.account === account(1)).map((one) => one.id)
  expect(ofFirst(out)).toEqual(ofFirst(all))
})
