import { MessageStatus as S, type MessageStatus } from '@hongyan/contract/vocabulary/message'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Fact, type State, changes, next, rank } from './next.ts'

const sending: State = { status: S.Sending, parts: 1, partsDelivered: 0, money: 'held', payForDelivered: false }
const receipt = (status: MessageStatus, part = 1): Fact => ({ status, part, evidence: true, known: false })
const refusal = (status: MessageStatus): Fact => ({ status, part: 0, evidence: false, known: false })
const after = (state: State, ...facts: Fact[]) => facts.reduce((reached, fact) => next(reached, fact).state, state)

const statuses = Object.values(S)
const facts = fc.record({
  status: fc.constantFrom(...statuses),
  part: fc.integer({ min: 0, max: 4 }),
  evidence: fc.boolean(),
  known: fc.boolean(),
  givenUp: fc.boolean(),
  late: fc.boolean(),
})
const states = fc.record({
  status: fc.constantFrom(...statuses.filter((status) => status !== S.Receiving && status !== S.Received)),
  parts: fc.integer({ min: 1, max: 4 }),
  partsDelivered: fc.constant(0),
  money: fc.constant<State['money']>('held'),
  payForDelivered: fc.boolean(),
})

test('the rank of a message never falls, whatever comes in whatever order', () => {
  fc.assert(
    fc.property(states, fc.array(facts, { maxLength: 12 }), (start, all) => {
      all.reduce<State>((state, fact) => {
        const step = next(state, fact)
        expect(rank[step.state.status]).toBeGreaterThanOrEqual(rank[state.status])
        if (step.state.status !== state.status) expect(changes[state.status]).toContain(step.state.status)
        return step.state
      }, start)
    }),
  )
})

test('money moves at most once', () => {
  fc.assert(
    fc.property(states, fc.array(facts, { maxLength: 12 }), (start, all) => {
      const moves = all.reduce<{ state: State; count: number }>(
        ({ state, count }, fact) => {
          const reached = next(state, fact).state
          return { state: reached, count: count + (reached.money === state.money ? 0 : 1) }
        },
        { state: start, count: 0 },
      )
      expect(moves.count).toBeLessThanOrEqual(1)
    }),
  )
})

test('an accepted submit posts, a refused one gives the money back', () => {
  expect(after(sending, { ...receipt(S.Sent, 0) })).toMatchObject({ status: S.Sent, money: 'posted' })
  expect(after(sending, refusal(S.Rejected))).toMatchObject({ status: S.Rejected, money: 'voided' })
})

test('a receipt that beats the submit reply is not undone by it', () => {
  const reached = after(sending, receipt(S.Delivered), receipt(S.Sent, 0))
  expect(reached).toMatchObject({ status: S.Delivered, money: 'posted' })
})

test('a message of three parts is delivered by its third receipt', () => {
  const three = { ...sending, parts: 3 }
  const two = after(three, receipt(S.Sent, 0), receipt(S.Delivered, 1), receipt(S.Delivered, 2))
  expect(two).toMatchObject({ status: S.Sent, partsDelivered: 2 })
  expect(after(two, receipt(S.Delivered, 3))).toMatchObject({ status: S.Delivered, partsDelivered: 3 })
})

test('the same receipt twice counts one part', () => {
  const three = { ...sending, parts: 2 }
  const again = { ...receipt(S.Delivered, 1), known: true }
  expect(after(three, receipt(S.Delivered, 1), again)).toMatchObject({ status: S.Sending, partsDelivered: 1 })
})

test('one failed part makes the message undelivered and keeps what was delivered', () => {
  const reached = after({ ...sending, parts: 2 }, receipt(S.Delivered, 1), receipt(S.Expired, 2))
  expect(reached).toMatchObject({ status: S.Undelivered, partsDelivered: 1 })
})

test('a message of one part keeps the word of its receipt', () => {
  expect(after(sending, receipt(S.Expired))).toMatchObject({ status: S.Expired })
})

test('unknown keeps the money until it is given up', () => {
  const unknown = after(sending, refusal(S.Unknown))
  expect(unknown).toMatchObject({ status: S.Unknown, money: 'held' })
  expect(after(unknown, { ...refusal(S.Unknown), givenUp: true })).toMatchObject({ status: S.Unknown, money: 'voided' })
})

test('a late receipt ends a sent message, and moves neither state nor money of an unknown one', () => {
  const fair = { ...sending, payForDelivered: true }
  const late = { ...receipt(S.Delivered), late: true }
  expect(after(fair, receipt(S.Sent, 0), late)).toMatchObject({ status: S.Delivered, money: 'posted' })
  const unknown = after(fair, receipt(S.Sent, 0), refusal(S.Unknown))
  expect(next(unknown, late)).toEqual({ state: unknown, applied: false })
})

test('an account that pays for delivery pays for nothing else', () => {
  const fair = { ...sending, payForDelivered: true }
  expect(after(fair, receipt(S.Sent, 0))).toMatchObject({ money: 'held' })
  expect(after(fair, receipt(S.Sent, 0), receipt(S.Delivered))).toMatchObject({ money: 'posted' })
  expect(after(fair, receipt(S.Sent, 0), receipt(S.Undelivered))).toMatchObject({ money: 'voided' })
})
