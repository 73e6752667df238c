import { MINUTE } from '@hongyan/contract/durations'
import { account } from '@hongyan/contract/endpoints/account/account'
import { secondFactor } from '@hongyan/contract/endpoints/account/second-factor'
import { security } from '@hongyan/contract/endpoints/account/security'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newAuthenticator } from '../../../../test/authenticator.ts'
import { newVisitor } from '../../../../test/inbox.ts'
import { startSignIn } from '../../../../test/second-factor.ts'
import { cookieOf, newWorld, type World } from '../../../../test/world.ts'
import { siteOf } from './site.ts'

let world: World
beforeAll(async () => {
  world = await newWorld({ TRUST_PROXY: '1' })
})
afterAll(() => world.close())

type Json = Record<string, unknown>
const NewChallenge = z.object({
  error: z.object({ details: z.object({ passkey: z.record(z.string(), z.unknown()) }) }),
})
const refusal = (status: number, code: string) => ({ status, body: { error: { code } } })
const wrong = refusal(400, 'wrong_second_factor')

describe('passkeys', () => {
  test('a passkey is added with a name, and the first one brings recovery codes, but a device is not registered twice', async () => {
    const owner = await world.account()
    const first = await newAuthenticator().enrol(owner, 'Laptop')
    expect([first.name, first.codes.length]).toEqual(['Laptop', 10])
    const { options } = await owner.call(security.passkeyOptions)
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    })
    expect(options['excludeCredentials']).toHaveLength(1)
    expect((await newAuthenticator().enrol(owner, 'Phone')).codes).toEqual([])
    const renamed = await owner.call(security.renamePasskey, { params: { id: first.id }, body: { name: 'Desk' } })
    expect(renamed.name).toBe('Desk')
    expect((await owner.call(security.get)).passkeys.map(({ name }) => name)).toEqual(['Desk', 'Phone'])
    const left = await owner.call(security.removePasskey, { params: { id: first.id } })
    expect([left.passkeys.length, left.recovery_left]).toEqual([1, 10])
  })

  test('a passkey is refused for another challenge, from another site, without user verification, or a second time', async () => {
    const owner = await world.account()
    const device = newAuthenticator()
    const offer = async (answer: (options: Record<string, unknown>) => Record<string, unknown>) => {
      const { options } = await owner.call(security.passkeyOptions)
      return owner.ask(security.addPasskey, { body: { name: 'Laptop', passkey: answer(options) } })
    }
    const { options: old } = await owner.call(security.passkeyOptions)
    expect(await offer(() => device.create(old))).toMatchObject(wrong)
    expect(await offer((options) => device.create(options, { origin: 'https://evil.example' }))).toMatchObject(wrong)
    expect(await offer((options) => device.create(options, { rpId: 'evil.example' }))).toMatchObject(wrong)
    expect(await offer((options) => device.create(options, { verified: false }))).toMatchObject(wrong)
    expect(await offer(() => ({}))).toMatchObject(wrong)
    expect(await offer((options) => newAuthenticator({ idBytes: 5_000 }).create(options))).toMatchObject(wrong)
    const late = await owner.call(security.passkeyOptions)
    world.clock.advance(5 * MINUTE)
    const body = { name: 'Laptop', passkey: device.create(late.options) }
    expect(await owner.ask(security.addPasskey, { body })).toMatchObject(wrong)
    const { options } = await owner.call(security.passkeyOptions)
    const passkey = device.create(options)
    expect((await owner.ask(security.addPasskey, { body: { name: 'Laptop', passkey } })).status).toBe(200)
    expect(await owner.ask(security.addPasskey, { body: { name: 'Laptop', passkey } })).toMatchObject(wrong)
    expect((await owner.call(security.get)).passkeys).toHaveLength(1)
  })

  test('an account has ten passkeys at most', async () => {
    const owner = await world.account()
    for (let made = 0; made < 10; made += 1) await newAuthenticator().enrol(owner, `Key ${made}`)
    expect(await owner.ask(security.passkeyOptions)).toMatchObject(refusal(409, 'too_many_kept'))
  })

  test('a passkey completes a sign-in by password, and gets a new challenge after a refusal', async () => {
    const owner = await world.account()
    const device = newAuthenticator()
    await device.enrol(owner, 'Laptop')
    const visitor = newVisitor(world)
    const { ticket, ways, passkey } = await startSignIn(visitor, owner)
    expect([ways, passkey?.['allowCredentials']]).toMatchObject([['passkey', 'recovery'], [{ type: 'public-key' }]])
    const answer = (to: Json, quirks = {}) =>
      visitor.ask(secondFactor.signIn, { body: { ticket, passkey: device.get(to, quirks) } })
    const options = passkey ?? {}
    expect(await answer(options, { verified: false })).toMatchObject(wrong)
    const refused = await answer(options)
    expect(refused).toMatchObject(wrong)
    expect((await answer(NewChallenge.parse(refused.body).error.details.passkey)).status).toBe(200)
    expect((await owner.call(security.get)).passkeys[0]?.last_used_at).toBe(world.clock.now().toISOString())
  })
})

describe('sign-ins by passkey', () => {
  const enter = async (device: ReturnType<typeof newAuthenticator>, quirks = {}) => {
    const visitor = newVisitor(world)
    const { ticket, options } = await visitor.call(secondFactor.passkeyOptions)
    return visitor.ask(secondFactor.byPasskey, { body: { ticket, passkey: device.get(options, quirks) } })
  }

  test('a sign-in by passkey alone opens a session of the passkey’s owner', async () => {
    const owner = await world.account()
    const device = newAuthenticator()
    await device.enrol(owner, 'Laptop')
    const cookie = cookieOf(await enter(device))
    expect(await world.visitor({ cookie }).call(account.get)).toMatchObject({ id: owner.id })
  })

  test('a sign-in by passkey alone is refused for a foreign challenge, after its expiry, a second time, or from another network', async () => {
    const owner = await world.account()
    const device = newAuthenticator()
    await device.enrol(owner, 'Laptop')
    expect(await enter(newAuthenticator())).toMatchObject(wrong)
    expect(await enter(device, { origin: 'https://evil.example' })).toMatchObject(wrong)
    expect(await enter(device, { verified: false })).toMatchObject(wrong)
    const visitor = newVisitor(world)
    const options = await visitor.call(secondFactor.passkeyOptions)
    const body = { ticket: options.ticket, passkey: device.get(options.options) }
    const expired = refusal(400, 'sign_in_expired')
    expect(await newVisitor(world).ask(secondFactor.byPasskey, { body })).toMatchObject(expired)
    const again = await visitor.call(secondFactor.passkeyOptions)
    const answer = { ticket: again.ticket, passkey: device.get(again.options) }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => visitor.ask(secondFactor.byPasskey, { body: answer })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const late = await visitor.call(secondFactor.passkeyOptions)
    world.clock.advance(5 * MINUTE)
    const old = { ticket: late.ticket, passkey: device.get(late.options) }
    expect(await visitor.ask(secondFactor.byPasskey, { body: old })).toMatchObject(expired)
  })

  test('a sign-in by passkey alone is refused when the passkey’s counter goes backwards, as a copy’s would', async () => {
    const owner = await world.account()
    const device = newAuthenticator()
    await device.enrol(owner, 'Laptop')
    await enter(device)
    await world.pool.query('update passkey set counter = 1000 where account_id = $1', [owner.id])
    expect(await enter(device)).toMatchObject(wrong)
  })

  test('a sign-in by passkey alone is started a hundred times in five minutes by a network at most', async () => {
    const visitor = newVisitor(world)
    const options = await Promise.all(Array.from({ length: 90 }, () => visitor.ask(secondFactor.passkeyOptions)))
    expect(options.every(({ status }) => status === 200)).toBe(true)
    for (let more = 0; more < 10; more += 1) await visitor.call(secondFactor.passkeyOptions)
    expect(await visitor.ask(secondFactor.passkeyOptions)).toMatchObject(refusal(429, 'too_many_tries'))
    expect((await newVisitor(world).ask(secondFactor.passkeyOptions)).status).toBe(200)
  })
})

test('passkeys need a host name, with https unless it is localhost', async () => {
  const owner = await world.account()
  const headers = { host: '127.0.0.1', origin: 'http://127.0.0.1', cookie: owner.cookie }
  const bare = world.visitor(headers)
  expect(await bare.call(security.get)).toMatchObject({ passkeys_possible: false })
  expect(await bare.ask(security.passkeyOptions)).toMatchObject(refusal(400, 'passkeys_impossible'))
  expect(await owner.call(security.get)).toMatchObject({ passkeys_possible: true })
  const sites = ['https://console.example.com:8443', 'http://console.example.com', 'https://[::1]', null].map(siteOf)
  expect(sites).toEqual([{ origin: 'https://console.example.com:8443', rpId: 'console.example.com' }, null, null, null])
})
