import { MINUTE } from '@hongyan/contract/durations'
import { session } from '@hongyan/contract/endpoints/account/session'
import { codes } from '@hongyan/contract/endpoints/account/codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeIn, inboxOf, newestOf, newVisitor } from '../../../../test/inbox.ts'
import { newWorld, type SignedIn, type Visitor, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld({ TRUST_PROXY: '1' })
})
afterAll(() => world.close())

const scene = 'verif_signin'
const statusOf = async (visitor: Visitor, body: object) => (await visitor.ask(codes.send, { body })).status

/** Strangers of new networks request codes until they are refused, each up to its own limit. */
async function exhaust(email: string): Promise<void> {
  for (let network = 0; network < 50; network += 1) {
    const statuses = []
    const stranger = newVisitor(world)
    while (statuses.at(-1) !== 429) {
      statuses.push(await statusOf(stranger, { scene, email }))
      world.clock.advance(MINUTE)
    }
    if (statuses.length === 1) return
  }
  throw new Error('strangers are never refused')
}

/** The browser that an owner signed in from, on a network of its own. */
async function knownBrowser({ email, password }: SignedIn): Promise<Visitor> {
  const browser = newVisitor(world, { cookie: `hy_visitor=browser of ${email}` })
  await browser.call(session.create, { body: { identifier: email, password } })
  return browser
}

/** Requests a code and returns it with its handle. */
async function requested(visitor: Visitor, email: string) {
  const before = (await inboxOf(world, email)).length
  const { handle } = await visitor.call(codes.send, { body: { scene, email } })
  return { code: codeIn(await newestOf(world, email, before + 1)), handle }
}

const verify = (visitor: Visitor, body: object) => visitor.ask(codes.verify, { body: { scene, ...body } })
const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000')

test('strangers who request every code that a target may get keep its owner’s known browser from none', async () => {
  const owner = await world.account()
  const browser = await knownBrowser(owner)
  await exhaust(owner.email)
  expect(await statusOf(newVisitor(world), { scene, email: owner.email })).toBe(429)
  expect(await statusOf(browser, { scene, email: owner.email })).toBe(200)
})

test('the browser that one owner signed in from has no share in the codes of another owner', async () => {
  const [owner, other] = [await world.account(), await world.account()]
  const browser = await knownBrowser(other)
  await exhaust(owner.email)
  expect(await statusOf(browser, { scene, email: owner.email })).toBe(429)
})

test('a stranger who requests all codes of one network leaves codes for other networks and other scenes', async () => {
  const { email } = await world.account()
  const stranger = newVisitor(world)
  while ((await statusOf(stranger, { scene, email })) === 200) world.clock.advance(MINUTE)
  expect(await statusOf(newVisitor(world), { scene, email })).toBe(200)
  expect(await statusOf(stranger, { scene: 'verif_reset_password', email })).toBe(200)
})

test('a network that has used up its codes is refused before the number is looked at', async () => {
  const [stranger, other] = [newVisitor(world), newVisitor(world)]
  const impossible = { scene, phone: '+1206555010012345' }
  for (let nr = 0; (await statusOf(stranger, { scene, email: `taker-${nr}@example.com` })) === 200; nr += 1);
  expect(await statusOf(stranger, impossible)).toBe(429)
  expect(await statusOf(other, impossible)).toBe(400)
})

test('a code stays valid after a stranger requests one for the same target', async () => {
  const { email } = await world.account()
  const [browser, stranger] = [newVisitor(world), newVisitor(world)]
  const mine = await requested(browser, email)
  await requested(stranger, email)
  expect((await verify(browser, { email, ...mine })).status).toBe(200)
})

test('wrong codes of strangers use up no try of a code that is entered with its handle', async () => {
  const { email } = await world.account()
  const [browser, stranger] = [newVisitor(world), newVisitor(world)]
  const mine = await requested(browser, email)
  const theirs = await requested(stranger, email)
  for (let time = 0; time < 6; time += 1) {
    for (const handle of [undefined, theirs.handle, 'made up']) {
      expect((await verify(stranger, { email, code: wrongOf(mine.code), handle })).status).toBe(400)
    }
  }
  expect((await verify(stranger, { email, code: mine.code })).status).toBe(400)
  expect((await verify(browser, { email, ...mine })).status).toBe(200)
})

test('a code that is entered with its handle fails after five wrong codes', async () => {
  const { email } = await world.account()
  const browser = newVisitor(world)
  const { code, handle } = await requested(browser, email)
  for (let time = 0; time < 5; time += 1) await verify(browser, { email, code: wrongOf(code), handle })
  expect((await verify(browser, { email, code, handle })).status).toBe(400)
})

test('a right code ends every other code of its target and scene', async () => {
  const { email } = await world.account()
  const [browser, stranger] = [newVisitor(world), newVisitor(world)]
  const [mine, theirs] = [await requested(browser, email), await requested(stranger, email)]
  expect((await verify(browser, { email, ...mine })).status).toBe(200)
  expect((await verify(stranger, { email, ...theirs })).status).toBe(400)
})
