import { countries } from '@hongyan/contract/endpoints/messaging/countries'
import { signup } from '@hongyan/contract/endpoints/account/signup'
import { topUp } from '@hongyan/contract/endpoints/finance/top-up'
import { trust } from '@hongyan/contract/limits/messaging'
import { TrustLevel } from '@hongyan/contract/vocabulary/account'
import { AccountId } from '@hongyan/contract/ids'
import { account } from '@hongyan/contract/endpoints/account/account'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withCountries } from '../src/compose/countries.ts'
import { accountCommands } from '../src/features/account/account/commands.ts'
import { newVisitor, tokenFor } from './inbox.ts'
import { eventually, newSender, type SendAnswer, type Sender } from './sender.ts'
import { cookieOf, newWorld, type SignedIn, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld({ TRUST: 'strict', TRUST_PROXY: '1', SIGNUP_GIFT: '5' })
})
afterAll(() => world.close())

const phone = '+12065550123'
const other = '+12065550100'
const british = '+442079460018'
const nigerian = '+2348031234567'
const password = 'wild goose'

/** Signs up with a phone, as a stranger does. */
async function newOwner(): Promise<SignedIn> {
  const visitor = newVisitor(world)
  const token = await tokenFor(world, visitor, 'verif_signup', phone)
  const cookie = cookieOf(await visitor.ask(signup.create, { body: { partition: 'us', phone, token, password } }))
  const signedIn = world.visitor({ cookie })
  const { id } = await signedIn.call(account.get)
  return { ...signedIn, id: AccountId.parse(id), email: '', password, cookie }
}

async function payFirstTopUp(owner: SignedIn): Promise<void> {
  const { id, payload } = await owner.call(topUp.create, {
    body: { amount: '20', channel: 'stripe', currency: 'USD' },
  })
  await world.payments.sandbox?.pay(new URL(payload).pathname.split('/').at(-1) ?? '')
  await owner.call(topUp.check, { query: {}, body: { id: [id], channel: 'stripe' } })
}

/** What the review of an account's identity ends with, here by an operator. */
const verify = async ({ id }: SignedIn) => {
  const command = accountCommands.find(({ name }) => name === 'account set')
  await command?.run(withCountries(world), { positionals: [id, 'level', String(TrustLevel.Verified)], options: {} })
}

const text = 'Your table is ready'
const outcome = ({ status, body }: SendAnswer): string => (status === 200 ? 'sent' : (body.details?.error ?? 'none'))
const outcomeOf = async ({ send }: Sender, to: string | readonly string[], words = text) =>
  outcome(await send({ to, text: words }))
const numbers = (count: number) => Array.from({ length: count }, (_, at) => `+1206555${String(1_000 + at)}`)
const soon = (look: () => Promise<string>, wanted: string) => eventually(look, (found) => found === wanted)

test('the first hour of a new account obeys the trust levels, from its own phone to the countries that it enables', async () => {
  const owner = await newOwner()
  const sender = await newSender(world, owner)

  // Level 0: the own phone, twenty a day.
  expect(await outcomeOf(sender, other)).toBe('own_numbers_only')
  expect(await outcomeOf(sender, phone, 'see example.com')).toBe('sent')
  for (let sent = 1; sent < trust.newPerDay; sent += 1) expect(await outcomeOf(sender, phone)).toBe('sent')
  const capped = await sender.send({ to: phone, text })
  expect(outcome(capped)).toBe('daily_cap_new')
  expect(capped).toMatchObject({ status: 429, headers: { 'retry-after': String(15 * 3_600) } })

  // Level 1: the home country, without links, numbers and marketing, a thousand a day.
  await payFirstTopUp(owner)
  await soon(() => outcomeOf(sender, other), 'sent')
  const marketing = async () => outcome(await sender.send({ to: other, text: 'Reply STOP to opt out', scene: 3 }))
  expect(await marketing()).toBe('scene_restricted')
  expect(await outcomeOf(sender, other, 'see example.com')).toBe('content_restricted')
  expect(await outcomeOf(sender, other, 'call 206 555 0177')).toBe('content_restricted')
  expect(await outcomeOf(sender, other, 'Your code is 123456')).toBe('sent')
  await owner.call(countries.save, { body: { enable: ['GB'] } })
  expect(await outcomeOf(sender, british)).toBe('home_country_only')
  const used = trust.newPerDay + 2
  for (let sent = used; sent < 900; sent += 100) expect(await outcomeOf(sender, numbers(100))).toBe('sent')
  const left = (trust.paidPerDay - used) % 100
  expect(await outcomeOf(sender, numbers(left + 1))).toBe('daily_cap_paid')
  expect(await outcomeOf(sender, numbers(left))).toBe('sent')
  expect(await outcomeOf(sender, other)).toBe('daily_cap_paid')

  // Level 2: the countries that the owner enabled, and marketing.
  await verify(owner)
  await soon(() => outcomeOf(sender, other), 'sent')
  expect(await marketing()).toBe('sent')
  expect(await outcomeOf(sender, other, 'see example.com or call 206 555 0177')).toBe('sent')
  expect(await outcomeOf(sender, british)).toBe('sent')
  expect(await outcomeOf(sender, '+33612345678')).toBe('geo_restricted')
  await owner.call(countries.save, { body: { enable: ['FR'], disable: ['GB'] } })
  await soon(() => outcomeOf(sender, '+33612345678'), 'sent')
  await soon(() => outcomeOf(sender, british), 'geo_restricted')

  // A high-risk country needs its own confirmation.
  expect((await owner.ask(countries.save, { body: { enable: ['NG'] } })).status).toBe(400)
  expect(await outcomeOf(sender, nigerian)).toBe('geo_restricted')
  await owner.call(countries.save, { body: { enable: ['NG'], confirm_high_risk: true } })
  await soon(() => outcomeOf(sender, nigerian), 'sent')
})

test('a recipient in a country that the owner has not enabled gets no message at the upstream, and costs nothing', async () => {
  const owner = await world.account()
  const sender = await newSender(world, owner)
  const { status, body } = await sender.send({ to: [other, british], text })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    totalAmount: '0.008500',
    messages: [
      { to: other, count: 1 },
      { to: british, price: '0.000000', error: { code: '107201' } },
    ],
  })
  const handedOver = async () => {
    const { rows } = await world.pool.query<{ to: string }>(`select recipient as to from sandbox_message`)
    return rows.map(({ to }) => to)
  }
  await eventually(handedOver, (seen) => seen.includes(other))
  expect(await handedOver()).not.toContain(british)
})
