import { statistics } from '@hongyan/contract/endpoints/messaging/statistics'
import { MessageScene, MessageStatus } from '@hongyan/contract/vocabulary/message'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countDays, type DayFigures } from '../../../../test/count-days.ts'
import { insertMessages } from '../../../../test/message-rows.ts'
import { newSender } from '../../../../test/sender.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const counted = ({ id }: SignedIn, days: readonly DayFigures[]) => countDays(world, id, days)

const figures = (day: string, messages: number): DayFigures => ({
  day,
  msg_cnt: messages,
  to_cnt: messages - 1,
  succ_msg_cnt: messages - 2,
})

test('seven days are the seven full days before today and today, oldest first, with zeros between', async () => {
  const owner = await world.account()
  await counted(owner, [figures('2026-11-12', 99), figures('2026-11-13', 5), figures('2026-11-20', 12)])

  const days = await owner.call(statistics.summary, { query: { period: '7d' } })

  expect(days).toHaveLength(8)
  expect(days.at(0)).toEqual({ date: '2026-11-13', msg_cnt: 5, to_cnt: 4, succ_msg_cnt: 3 })
  expect(days.at(1)).toEqual({ date: '2026-11-14', msg_cnt: 0, to_cnt: 0, succ_msg_cnt: 0 })
  expect(days.at(-1)).toEqual({ date: '2026-11-20', msg_cnt: 12, to_cnt: 11, succ_msg_cnt: 10 })
})

test('thirty days are 31 rows without a gap, across the end of a month', async () => {
  const owner = await world.account()
  const days = await owner.call(statistics.summary, { query: { period: '30d' } })
  expect(days.map(({ date }) => date)).toEqual(
    Array.from({ length: 31 }, (_, day) => new Date(Date.UTC(2026, 9, 21 + day)).toISOString().slice(0, 10)),
  )
})

test('today is the day in the account’s own zone', async () => {
  const today = async (zone: string) => {
    const owner = await world.account({ time_zone: zone })
    const days = await owner.call(statistics.summary, { query: { period: '7d' } })
    return days.at(-1)?.date
  }
  const before = world.clock.now()
  world.clock.set(new Date('2026-11-20T16:00:00Z'))
  expect(await today('Asia/Shanghai')).toBe('2026-11-21')
  expect(await today('UTC')).toBe('2026-11-20')
  world.clock.set(before)
})

test('a day of 23 hours is still one day', async () => {
  const before = world.clock.now()
  world.clock.set(new Date('2026-03-10T12:00:00Z'))
  const owner = await world.account({ time_zone: 'America/New_York' })
  const days = await owner.call(statistics.summary, { query: { period: '7d' } })
  expect(days.map(({ date }) => date)).toEqual([
    '2026-03-03',
    '2026-03-04',
    '2026-03-05',
    '2026-03-06',
    '2026-03-07',
    '2026-03-08',
    '2026-03-09',
    '2026-03-10',
  ])
  world.clock.set(before)
})

test('yesterday until this time has its messages, those that arrived, and none of today or of another account', async () => {
  const before = world.clock.now()
  const [owner, other] = [await world.account({ time_zone: 'Asia/Tokyo' }), await world.account()]
  const insert = (account: SignedIn, from: string, count: number) =>
    insertMessages(world.pool, { account: account.id, count, from: new Date(from) })
  // A millisecond apart: one of the day before, one at midnight; then three before this time of the day, one at it.
  await insert(owner, '2026-11-18T14:59:59.999Z', 2)
  await insert(owner, '2026-11-19T02:59:59.997Z', 4)
  await insert(other, '2026-11-19T02:00:00Z', 1)
  world.clock.set(new Date('2026-11-20T03:00:00Z'))

  expect(await owner.call(statistics.yesterday)).toEqual({ msg_cnt: 4, succ_msg_cnt: 3, exact: true })
  world.clock.set(before)
})

test('yesterday until this time has no message that was refused', async () => {
  const before = world.clock.now()
  const owner = await world.account({ time_zone: 'UTC' })
  await insertMessages(world.pool, { account: owner.id, count: 3, from: new Date('2026-11-19T01:00:00Z') })
  await world.pool.query(
    `update message set hold_entry = null, status = ${MessageStatus.Rejected} where account_id = $1 and client_ref = 'ref 2'`,
    [owner.id],
  )
  world.clock.set(new Date('2026-11-20T03:00:00Z'))

  expect(await owner.call(statistics.yesterday)).toEqual({ msg_cnt: 2, succ_msg_cnt: 2, exact: true })
  world.clock.set(before)
})

const CODE = { text: 'Your code is 123456', scene: MessageScene.Verification }
const TEXT = { text: 'Hello', scene: MessageScene.Notification }

test('a recipient counts once a day and account, however many requests at once are for it', async () => {
  const before = world.clock.now()
  const [owner, other] = [await world.account({ time_zone: 'Asia/Tokyo' }), await world.account()]
  const [{ send }, others] = [await newSender(world, owner), await newSender(world, other)]
  const numbers = Array.from({ length: 8 }, (_, nr) => `+1206555018${nr}`)
  const today = async (of: SignedIn) => (await of.call(statistics.summary, { query: { period: '7d' } })).at(-1)

  world.clock.set(new Date('2026-11-20T14:59:58Z'))
  const sent = await Promise.all([
    ...Array.from({ length: 10 }, (_, nr) => send({ to: numbers.slice(nr % 3), ...TEXT })),
    ...numbers.map((to) => send({ to, ...CODE })),
    others.send({ to: numbers, ...TEXT }),
  ])
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200))
  expect(await today(owner)).toMatchObject({ date: '2026-11-20', msg_cnt: 79, to_cnt: 8 })
  expect(await today(other)).toMatchObject({ date: '2026-11-20', msg_cnt: 8, to_cnt: 8 })

  world.clock.set(new Date('2026-11-20T15:00:00Z'))
  await send({ to: numbers.slice(0, 3), ...TEXT })
  await send({ to: numbers.slice(1, 4), ...TEXT })
  expect(await today(owner)).toMatchObject({ date: '2026-11-21', msg_cnt: 6, to_cnt: 4 })
  world.clock.set(before)
})

test('an account’s traffic counts for no other account', async () => {
  const [mine, theirs] = [await world.account(), await world.account()]
  await counted(theirs, [figures('2026-11-20', 1_000)])
  const days = await mine.call(statistics.summary, { query: { period: '7d' } })
  expect(days.every(({ msg_cnt: messages }) => messages === 0)).toBe(true)
})

test.each([
  [{}, 'missing_params', 'period'],
  [{ period: '14d' }, 'invalid_request', 'period'],
  [{ period: '7d', zone: 'UTC' }, 'restricted_params', 'zone'],
])('a query of %o is refused by name', async (query, code, field) => {
  const owner = await world.account()
  expect(await owner.ask(statistics.summary, { query })).toMatchObject({
    status: 400,
    body: { error: { code, field } },
  })
})
