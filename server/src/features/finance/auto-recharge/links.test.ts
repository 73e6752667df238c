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

test('an owner without a payment link after 72 hours is notified once that auto-recharge is paused, unless it no longer is', async () => {
  const cards = newScriptedCards()
  const recharger = newRecharger(world, cards.provider)
  const owners = [await world.account({ balance: '150' }), await world.account({ balance: '150' })]
  cards.setResult({ kind: 'authentication_required', paymentId: null })
  for (const { id } of owners) {
    await recharger.on(id)
    await recharger.spend(id, 60_000_000n)
    await recharger.round()
  }
  await world.pool.query('update auto_recharge set enabled = false, paused_at = null where account_id = $1', [
    owners[1]?.id,
  ])
  const links = {
    ...recharger.links,
    openLink: async () => {
      throw new Error('no channel')
    },
  }
  world.clock.advance(71 * HOUR)
  await makeLinks(links)
  expect(await deliveriesOf(world)).toEqual([])
  world.clock.advance(HOUR)
  await Promise.all([1, 2].map(() => makeLinks(links)))
  await makeLinks(links)
  expect(await deliveriesOf(world)).toMatchObject([
    { to: owners[0]?.email, subject: 'Auto-recharge paused: top up in the console' },
  ])
})
