import { AccountId } from '@hongyan/contract/ids'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AccountRates, createCredits } from './credits.ts'
import { createTurns, type Room } from './turns.ts'

const account = (n: number) => AccountId.parse(`00000000-0000-0000-0000-${String(n).padStart(12, '0')}`)
const roomFor = (messages: number): Room => ({ ofLane: () => messages, ofAccount: () => Number.POSITIVE_INFINITY })

test('a claim shares the room sixteen to four to one among the lanes that wait', () => {
  const turns = createTurns()
  for (const lane of [0, 1, 2]) turns.add(lane, account(lane), 0)
  expect(turns.next(roomFor(210)).map(({ lane, most }) => [lane, most])).toEqual([
    [0, 160],
    [1, 40],
    [2, 10],
  ])
})

test('a lane that waits alone gets the whole room', () => {
  const turns = createTurns()
  turns.add(2, account(1), 0)
  expect(turns.next(roomFor(100))).toEqual([{ lane: 2, account: account(1), rate: 0, most: 100 }])
})

test('accounts of a lane take turns when there is not room for all of them', () => {
  const turns = createTurns()
  for (const nr of [1, 2, 3]) turns.add(1, account(nr), 0)
  expect(turns.next(roomFor(2)).map((turn) => turn.account)).toEqual([account(1), account(2)])
  expect(turns.next(roomFor(2)).map((turn) => turn.account)).toEqual([account(3), account(1)])
})

test('an account without an allowance is passed over and keeps its turn', () => {
  const turns = createTurns()
  turns.add(1, account(1), 10)
  turns.add(1, account(2), 0)
  const paused: Room = { ...roomFor(10), ofAccount: (_, rate) => (rate === 10 ? 0 : 100) }
  expect(turns.next(paused)).toMatchObject([{ account: account(2), most: 10 }])
  expect(turns.has(1, account(1))).toBe(true)
})

test('no claim exceeds the room or an account’s allowance, and every account that waits gets its turn', () => {
  const waiting = fc.array(fc.record({ lane: fc.integer({ min: 0, max: 2 }), nr: fc.integer({ min: 1, max: 40 }) }))
  fc.assert(
    fc.property(waiting, fc.integer({ min: 1, max: 200 }), (accounts, free) => {
      const turns = createTurns()
      for (const { lane, nr } of accounts) turns.add(lane, account(nr), 0)
      const left = new Set(accounts.map(({ lane, nr }) => `${lane} ${account(nr)}`))
      for (let claims = 0; left.size > 0; claims += 1) {
        expect(claims).toBeLessThan(200)
        const claim = turns.next({ ofLane: () => free, ofAccount: () => 3 })
        expect(claim.reduce((sum, { most }) => sum + most, 0)).toBeLessThanOrEqual(Math.max(free, 3))
        expect(claim.every(({ most }) => most >= 1 && most <= 3)).toBe(true)
        for (const turn of claim) left.delete(`${turn.lane} ${turn.account}`)
      }
    }),
  )
})

const charge = (nr: number, lane = 2, parts = 1, rate = 0) => ({ account: account(nr), lane, parts, rate })

test('marketing leaves a quarter of the window to codes', () => {
  const credits = createCredits({ window: 100, rate: 0 })
  const taken = Array.from({ length: 120 }, (_, nr) => credits.take(charge(nr), 0)).filter(Boolean)
  expect(taken).toHaveLength(75)
  expect(credits.take(charge(1, 0), 0)).toBe(true)
})

test('one account fills at most half of the window, until its credits return', () => {
  const credits = createCredits({ window: 100, rate: 0 })
  const taken = Array.from({ length: 120 }, () => credits.take(charge(1), 0)).filter(Boolean)
  expect(taken).toHaveLength(50)
  expect(credits.take(charge(2), 0)).toBe(true)
  credits.give(account(1))
  expect(credits.take(charge(1), 0)).toBe(true)
})

test('an account goes no faster than its rate in parts', () => {
  const credits = createCredits({ window: 1_000, rate: 0 })
  const at = (now: number) => Array.from({ length: 30 }, () => credits.take(charge(1, 2, 2, 10), now)).filter(Boolean)
  expect([at(0).length, at(500).length, at(1_500).length]).toEqual([5, 3, 5])
})

test('an account that sends over two links goes no faster than its rate over both together', () => {
  const rates: AccountRates = new Map()
  const links = [createCredits({ window: 1_000, rate: 0 }, rates), createCredits({ window: 1_000, rate: 0 }, rates)]
  const at = (now: number) =>
    Array.from({ length: 30 }, (_, nr) => links[nr % 2]?.take(charge(1, 2, 1, 10), now)).filter(Boolean).length
  expect([at(0), at(500), at(1_500)]).toEqual([10, 5, 10])
})

test('a message longer than a second’s rate still goes, and the debt is waited for', () => {
  const credits = createCredits({ window: 10, rate: 0 })
  const long = charge(1, 2, 3, 1)
  expect([0, 2_900, 3_100].map((now) => credits.take(long, now))).toEqual([true, false, true])
})

test('a link goes no faster than its rate, and codes may use the last tenth of it', () => {
  const credits = createCredits({ window: 1_000, rate: 100 })
  const taken = Array.from({ length: 200 }, (_, nr) => credits.take(charge(nr), 0)).filter(Boolean)
  expect(taken).toHaveLength(90)
  expect(Array.from({ length: 200 }, (_, nr) => credits.take(charge(nr, 0), 0)).filter(Boolean)).toHaveLength(10)
})
