import { MINUTE } from '@hongyan/contract/durations'
import { session } from '@hongyan/contract/endpoints/account/session'
import { notices } from '@hongyan/contract/endpoints/account/notices'
import { signIn as limits } from '@hongyan/contract/limits/account'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor } from '../../../../test/inbox.ts'
import { eventually } from '../../../../test/sender.ts'
import { newWorld, type SignedIn, type Visitor, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld({ TRUST_PROXY: '1' })
})
afterAll(() => world.close())

const from = (address: string, headers = {}) => world.visitor({ 'x-forwarded-for': address, ...headers })
const signIn = (visitor: Visitor, { email, password }: Pick<SignedIn, 'email' | 'password'>) =>
  visitor.ask(session.create, { body: { identifier: email, password } })
const guess = (visitor: Visitor, email: string) => signIn(visitor, { email, password: 'a guess' })
const locked = { status: 429, body: { error: { code: 'sign_in_locked' } }, headers: { 'retry-after': '900' } }

/** Guesses passwords of many accounts from one /64 network until it is locked. */
async function useUp(network: string): Promise<void> {
  for (let n = 0; n < limits.networkFailures; n += 1) {
    expect((await guess(from(`${network}:${n.toString(16)}`), `nobody-${n}@example.com`)).status).toBe(401)
  }
}

describe('a locked network', () => {
  const locked64 = '2001:db8:0:1'
  beforeAll(() => useUp(`${locked64}:0:0:0`))

  test('a browser that its owner signed in from signs in from a locked network', async () => {
    const owner = await world.account()
    const known = { cookie: 'hy_visitor=the-owners-browser' }
    await signIn(from('203.0.113.5', known), owner)
    expect(await signIn(from(`${locked64}::ffff`), owner)).toMatchObject(locked)
    expect((await signIn(from(`${locked64}::ffff`, known), owner)).status).toBe(200)
  })

  test('a network whose guesses at many accounts are used up is locked for 15 minutes, and no other network is', async () => {
    const owner = await world.account()
    expect(await signIn(from(`${locked64}::ffff`), owner)).toMatchObject(locked)
    expect((await signIn(from('2001:db8:0:2::ffff'), owner)).status).toBe(200)
    world.clock.advance(15 * MINUTE)
    expect((await signIn(from(`${locked64}::ffff`), owner)).status).toBe(200)
  })
})

test('guesses beyond what the processors hash are refused as busy, and a known browser signs in beside them', async () => {
  const owner = await world.account()
  const browser = newVisitor(world, { cookie: 'hy_visitor=another-browser' })
  await signIn(browser, owner)
  const guesses = Array.from({ length: 100 }, (_, n) => guess(newVisitor(world), `nobody-${n}@example.com`))
  const mine = await signIn(browser, owner)
  const answers = await Promise.all(guesses)
  expect(mine.status).toBe(200)
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(0)
  for (const answer of refused) {
    expect(answer).toMatchObject({ body: { error: { code: 'busy' } }, headers: { 'retry-after': '1' } })
  }
})

test('guesses with made-up visitor cookies beyond what the processors hash are refused before they are counted', async () => {
  const counted = async () => Number((await world.pool.query('select count(*) from sign_in_failure')).rows[0]?.count)
  const before = await counted()
  const madeUp = (n: number) =>
    guess(newVisitor(world, { cookie: `hy_visitor=made-up-${n}` }), `made-up-${n}@example.com`)
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => madeUp(n)))
  const checked = answers.filter(({ status }) => status === 401).length
  expect(checked).toBeLessThan(100)
  // Each has a row for its account and one for its network.
  expect((await counted()) - before).toBe(2 * checked)
})

/** Guesses an owner's password six times beside a flood, from a network of its own. Returns the guesses found busy. */
async function guessInFlood(owner: SignedIn, network: Visitor): Promise<number> {
  const flood = (guesses: number) =>
    Array.from({ length: guesses }, (_, n) => guess(newVisitor(world), `nobody-${n}@example.com`))
  const others = flood(80)
  let busy = 0
  for (let time = 0; time < 6; time += 1) {
    // They take the places that have become free, so that the owner's network finds none.
    others.push(...flood(10))
    if ((await guess(network, owner.email)).status === 503) busy += 1
  }
  await Promise.all(others)
  return busy
}

test('a sign-in that was refused as busy counts as no failed attempt', async () => {
  // On a slow machine the guesses may all find a place. Then another owner tries.
  for (let round = 1; ; round += 1) {
    const owner = await world.account()
    const network = from(`198.51.100.${round}`)
    const busy = await guessInFlood(owner, network)
    if (busy < 2) continue
    for (let time = 6 - busy; time < 5; time += 1) expect((await guess(network, owner.email)).status).toBe(401)
    expect(await guess(network, owner.email)).toMatchObject(locked)
    break
  }
})

test('an owner is notified of ten wrong passwords in a row, from whatever networks, once', async () => {
  const owner = await world.account()
  const told = async () =>
    (await owner.call(notices.list, { query: {} })).notices.filter(({ kind }) => kind === 'sign_in_failed')
  for (let time = 0; time < 9; time += 1) await guess(newVisitor(world), owner.email)
  expect((await signIn(newVisitor(world), owner)).status).toBe(200)
  for (let time = 0; time < 9; time += 1) await guess(newVisitor(world), owner.email)
  expect(await told()).toEqual([])
  for (let time = 0; time < 3; time += 1) await guess(from('192.0.2.44'), owner.email)
  const [notice, ...more] = await eventually(told, (found) => found.length > 0)
  expect(more).toEqual([])
  expect(notice).toMatchObject({ values: { failures: '10', address: '192.0.2.44' } })
})
