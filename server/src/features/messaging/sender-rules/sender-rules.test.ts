import { senderRules } from '@hongyan/contract/endpoints/messaging/sender-rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
let owner: SignedIn
beforeAll(async () => {
  world = await newWorld()
  owner = await world.account()
})
afterAll(() => world.close())

test('every country’s rule is listed once, by its code', async () => {
  const rules = await owner.call(senderRules.list)
  expect(rules).toHaveLength(173)
  const codes = rules.map(({ iso2 }) => iso2)
  expect(codes).toEqual(codes.toSorted())
})

test('one country’s rule shows its sources and what recipients see under a name', async () => {
  const [rule] = await owner.call(senderRules.list, { query: { country: 'HU', signature: 'Acme' } })
  expect(rule).toMatchObject({
    iso2: 'HU',
    sender: { kind: 'replaced', value: 'random short code or long number', warning: 'no_names' },
    confidence: 'high',
    telnyx: 'overwritten',
    checked_on: '2026-11-22',
    opt_out: [],
  })
  const [plain] = await owner.call(senderRules.list, { query: { country: 'GB', signature: 'Acme' } })
  expect(plain?.sender).toEqual({ kind: 'name', value: 'Acme', warning: null })
})

test('the rule of mainland China names the opt-out line in force', async () => {
  const [rule] = await owner.call(senderRules.list, { query: { country: 'CN' } })
  expect(rule).toMatchObject({
    sender: { kind: 'mainland' },
    opt_out: [{ scene: 3, line: '拒收请回复R' }],
  })
})

test('a country without a rule has none, and a wrong code is refused', async () => {
  expect(await owner.call(senderRules.list, { query: { country: 'AQ' } })).toEqual([])
  expect(await owner.ask(senderRules.list, { query: { country: 'gb' } })).toMatchObject({ status: 400 })
})
