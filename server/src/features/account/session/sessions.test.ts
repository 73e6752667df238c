import { MINUTE } from '@hongyan/contract/durations'
import { account } from '@hongyan/contract/endpoints/account/account'
import { sessions } from '@hongyan/contract/endpoints/account/security'
import { session } from '@hongyan/contract/endpoints/account/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieOf, newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

/** The owner once more, in another browser. */
async function signInElsewhere({ email, password }: SignedIn, browser = 'Another/1.0') {
  const body = { identifier: email, password }
  const cookie = cookieOf(await world.visitor({ 'user-agent': browser }).ask(session.create, { body }))
  return world.visitor({ cookie })
}

test('an owner sees the current session first, then the others by last use, and none that is over', async () => {
  const owner = await world.account()
  await signInElsewhere(owner, 'Forgotten/1.0')
  world.clock.advance(6 * 24 * 60 * MINUTE)
  await owner.call(account.get)
  await signInElsewhere(owner, 'First/1.0')
  world.clock.advance(24 * 60 * MINUTE)
  const second = await signInElsewhere(owner, 'Second/1.0')
  const listed = await second.call(sessions.list)
  expect(listed.map(({ current, user_agent }) => [current, user_agent])).toEqual([
    [true, 'Second/1.0'],
    [false, 'First/1.0'],
    [false, 'lightMyRequest'],
  ])
  expect(listed[0]).toMatchObject({ address: '127.0.0.1', seen_at: world.clock.now().toISOString() })
})

test('a session ended from another one gets no further response', async () => {
  const owner = await world.account()
  const other = await signInElsewhere(owner)
  const [, listed] = await owner.call(sessions.list)
  expect((await owner.ask(sessions.end, { params: { id: listed?.id } })).status).toBe(200)
  expect((await other.ask(account.get)).status).toBe(401)
  expect((await owner.ask(sessions.end, { params: { id: listed?.id } })).status).toBe(404)
  expect((await owner.ask(account.get)).status).toBe(200)
})

test('an owner who ends the current session is signed out', async () => {
  const owner = await world.account()
  const [here] = await owner.call(sessions.list)
  const answer = await owner.ask(sessions.end, { params: { id: here?.id } })
  expect(cookieOf(answer)).toBe('hy_session=; hy_info=')
  expect((await owner.ask(account.get)).status).toBe(401)
})

test('signing out everywhere else keeps this session, and those of every other account', async () => {
  const [owner, stranger] = [await world.account(), await world.account()]
  const others = [await signInElsewhere(owner), await signInElsewhere(owner)]
  expect(await owner.call(sessions.endOthers)).toEqual({ ended: 2 })
  const answers = await Promise.all([owner, ...others, stranger].map((each) => each.ask(account.get)))
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 401, 200])
})
