import { session } from '@hongyan/contract/endpoints/account/session'
import { codes } from '@hongyan/contract/endpoints/account/codes'
import { countries } from '@hongyan/contract/endpoints/messaging/countries'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { inboxOf, newestOf, newVisitor } from '../../../../test/inbox.ts'
import { newWorld, type SignedIn, type Visitor, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld({ TRUST: 'strict', TRUST_PROXY: '1' })
})
afterAll(() => world.close())

let made = 0
const nigerian = () => `+23480312345${String((made += 1)).padStart(2, '0')}`
const ask = (visitor: Visitor, scene: string, phone: string) => visitor.ask(codes.send, { body: { scene, phone } })
const enable = (owner: SignedIn) => owner.call(countries.save, { body: { enable: ['NG'], confirm_high_risk: true } })
const notByText = { status: 403, body: { error: { code: 'codes_not_by_text', field: 'phone' } } }

test('a stranger gets no code by text to a high-risk country, the same for a known and an unknown phone', async () => {
  const phone = nigerian()
  const owner = await world.account({ phone })
  await enable(owner)
  for (const scene of ['verif_signin', 'verif_reset_password', 'verif_signup']) {
    const [known, unknown] = [
      await ask(newVisitor(world), scene, phone),
      await ask(newVisitor(world), scene, nigerian()),
    ]
    expect(known).toMatchObject(notByText)
    const withoutId = ({ body }: { readonly body: unknown }) => JSON.stringify(body).replace(/"requestId":"[^"]+"/, '')
    expect(withoutId(known)).toBe(withoutId(unknown))
  }
  expect(await inboxOf(world, phone)).toEqual([])
})

test('a stranger gets a code by text to any other country with a price', async () => {
  const phone = '+447911123456'
  expect((await ask(newVisitor(world), 'verif_signup', phone)).status).toBe(200)
  expect(await newestOf(world, phone)).toBeDefined()
})

test('an owner gets a code by text to a high-risk country after enabling it, and to no other one', async () => {
  const owner = await world.account()
  const phone = nigerian()
  expect(await ask(owner, 'verif_bind_phone', phone)).toMatchObject({
    status: 403,
    body: { error: { code: 'geo_restricted', field: 'phone' } },
  })
  await enable(owner)
  expect((await ask(owner, 'verif_bind_phone', phone)).status).toBe(200)
  expect(await newestOf(world, phone)).toBeDefined()
  expect((await ask(owner, 'verif_bind_phone', '+923001234567')).status).toBe(403)
})

test('an owner who enabled a high-risk country gets sign-in codes by text in a known browser', async () => {
  const phone = nigerian()
  const owner = await world.account({ phone })
  const browser = newVisitor(world, { cookie: `hy_visitor=browser of ${owner.email}` })
  await browser.call(session.create, { body: { identifier: owner.email, password: owner.password } })
  expect(await ask(browser, 'verif_signin', phone)).toMatchObject(notByText)
  await enable(owner)
  expect((await ask(browser, 'verif_signin', phone)).status).toBe(200)
})

test('the sandbox with relaxed trust sends codes by text to every country', async () => {
  const relaxed = await newWorld({ TRUST_PROXY: '1' })
  onTestFinished(() => relaxed.close())
  expect((await ask(newVisitor(relaxed), 'verif_signup', nigerian())).status).toBe(200)
})
