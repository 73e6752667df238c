import { recipients } from '@hongyan/contract/endpoints/messaging/recipients'
import type { AccountId } from '@hongyan/contract/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSender } from '../../test/sender.ts'
import { newWorld, type World } from '../../test/world.ts'
import { alone } from '../db/tx.ts'
import { createRecipientLists } from './recipient-lists.ts'
import { createRulesCache, type KnownAccount } from './rules.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const number = '+12065550142'
const block = { recipient: number, reason: 'block' } as const

/** The caches of another process, which no notification reaches. */
function newProcess() {
  let millis = 0
  const lists = createRecipientLists(world.pool, () => millis)
  const rules = createRulesCache({
    db: alone(world.pool),
    openSecret: () => 'secret',
    strictTrust: false,
    standard: 'sandbox',
    forgotten: lists.forget,
  })
  const knownOf = async (account: AccountId): Promise<KnownAccount> => {
    const known = await rules.ofAccount(account)
    if (known === null) throw new Error('no such account')
    return known
  }
  const pass = (by: number): void => void (millis += by)
  return { lists, rules, knownOf, pass }
}

test('an account without entries is never looked up', async () => {
  const { id } = await world.account()
  const { lists, knownOf } = newProcess()
  const known = await knownOf(id)
  expect(known.hasRecipientList).toBe(false)
  expect(lists.find(known, [number])?.size).toBe(0)
})

test('a new entry beats an older answer of another process within two seconds, without a notification', async () => {
  const owner = await world.account()
  await owner.call(recipients.add, { body: { recipient: '+12065550199', reason: 'block' } })
  const { lists, knownOf, pass } = newProcess()
  const known = await knownOf(owner.id)
  expect(lists.find(known, [number])).toBeUndefined()
  await lists.load(known, ['(206) 555-0142', 'none'])
  expect(lists.find(known, [number])?.size).toBe(0)
  await owner.call(recipients.add, { body: block })
  pass(2_000)
  expect(lists.find(known, [number])?.size).toBe(0)
  pass(1)
  expect(lists.find(known, [number])).toBeUndefined()
  await lists.load(known, [number])
  expect(lists.find(known, [number])).toEqual(new Map([[number, { blocked: true, optedOut: 0 }]]))
})

test('the first entry of a list is found by the five-second poll of another process', async () => {
  const owner = await world.account()
  const { key } = await newSender(world, owner)
  const { rules } = newProcess()
  expect(await rules.find(key)).toMatchObject({ hasRecipientList: false })
  await owner.call(recipients.add, { body: block })
  expect(await rules.find(key)).toMatchObject({ hasRecipientList: false })
  await rules.poll()
  expect(await rules.find(key)).toMatchObject({ hasRecipientList: true })
})

test('lookups of several requests share a read, and each gets the entries of its own account alone', async () => {
  const [mine, theirs] = [await world.account(), await world.account()]
  await mine.call(recipients.add, { body: block })
  await mine.call(recipients.add, { body: { recipient: number, reason: 'opt_out', scenes: [2, 3] } })
  await theirs.call(recipients.add, { body: { recipient: '+12065550199', reason: 'block' } })
  const { lists, knownOf } = newProcess()
  const [ofMine, ofTheirs] = [await knownOf(mine.id), await knownOf(theirs.id)]
  expect(await Promise.all([lists.read(ofMine, [number]), lists.read(ofTheirs, [number])])).toEqual([
    new Map([[number, { blocked: true, optedOut: 6 }]]),
    new Map(),
  ])
})
