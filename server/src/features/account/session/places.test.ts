import { DAY } from '@hongyan/contract/durations'
import { session } from '@hongyan/contract/endpoints/account/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliveriesOf } from '../../../../test/deliveries.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld({ TRUST_PROXY: '1' })
})
afterAll(() => world.close())

const HOME = '198.51.100.7'
const laptop = 'Mozilla/5.0 (Macintosh) Chrome/142.0.0.0'

/** Signs in from a browser and a network; returns true where the owner is notified. */
async function isNotified(
  { email, password }: SignedIn,
  address: string,
  agent: string,
  device?: string,
): Promise<boolean> {
  const headers = {
    'x-forwarded-for': address,
    'user-agent': agent,
    ...(device === undefined ? {} : { cookie: `hy_visitor=${device}` }),
  }
  await world.visitor(headers).call(session.create, { body: { identifier: email, password } })
  const written = await deliveriesOf(world)
  return written.some(({ to, text }) => to === email && text.includes(address))
}

test('an owner is notified of a browser or a network that was not seen in the last 90 days', async () => {
  const owner = await world.account()
  expect(await isNotified(owner, HOME, laptop)).toBe(true)
  expect(await isNotified(owner, HOME, laptop)).toBe(false)
  expect(await isNotified(owner, HOME, laptop.replace('142', '143'))).toBe(false)
  expect(await isNotified(owner, '203.0.113.9', laptop)).toBe(true)
  expect(await isNotified(owner, HOME, 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0')).toBe(true)
  expect(await isNotified(owner, HOME, laptop, 'a-visitor')).toBe(true)
  expect(await isNotified(owner, HOME, 'whatever', 'a-visitor')).toBe(false)
  world.clock.advance(90 * DAY)
  expect(await isNotified(owner, HOME, laptop)).toBe(true)
})

test('no notice is sent for an account’s first sign-in, nor for one that failed', async () => {
  const owner = await world.account()
  const body = { identifier: owner.email, password: 'tame goose' }
  await world.visitor({ 'x-forwarded-for': '203.0.113.77' }).ask(session.create, { body })
  expect(await deliveriesOf(world)).toEqual([])
})
