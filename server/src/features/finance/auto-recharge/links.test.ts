import { HOUR } from '@hongyan/contract/durations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newScriptedCards } from '../../../../test/scripted-cards.ts'
import { deliveriesOf } from '../../../../test/deliveries.ts'
import { newRecharger } from '../../../../test/recharger.ts'
import { newWorld, type World } from '../../../../test/world.ts'
import { makeLinks } from './links.ts'

let world: World
beforeAll(async () => (world = await newWorld()))
afterAll(() => world.close())

test('a payment link that fails is retried with few orders in three days, and the owner is notified once it exists', async () => {
  const cards = newScriptedCards()
  const recharger = newRecharger(world, cards.provider)
  const owner = await world.account({ balance: '150' })
  await recharger.on(owner.id)
  cards.setResult({ kind: 'authentication_required', paymentId: null })
  await recharger.spend(owner.id, 60_000_000n)
  await recharger.round()
  let orders = 0
  const fails = async () => {
    orders += 1
    throw new Error('nobody opens one')
  }
  for (let round = 0; round < 71; round += 1) {
    world.clock.advance(HOUR)
    await makeLinks({ ...recharger.links, openLink: fails })
  }
  expect(orders).toBeGreaterThan(5)
  expect(orders).toBeLessThan(15)
  expect(await deliveriesOf(world)).toEqual([])
  await world.pool.query('update recharge_link set try_at = null')
  const opens = async () => 'https://pay.example'
  await Promise.all([1, 2].map(() => makeLinks({ ...recharger.links, openLink: opens })))
  const [message, ...more] = await deliveriesOf(world)
  expect(more).toEqual([])
  expect(message?.text).toContain('within a day: https://pay.example')
})
