import { MINUTE } from '@hongyan/contract/durations'
import { account } from '@hongyan/contract/endpoints/account/account'
import { password } from '@hongyan/contract/endpoints/account/password'
import { secondFactor } from '@hongyan/contract/endpoints/account/second-factor'
import { security } from '@hongyan/contract/endpoints/account/security'
import { session } from '@hongyan/contract/endpoints/account/session'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor, tokenFor } from '../../../../test/inbox.ts'
import { deliveriesOf } from '../../../../test/deliveries.ts'
import { challengeIn, startSignIn, ownerWithApp, STEP } from '../../../../test/second-factor.ts'
import { cookieOf, newWorld, type SignedIn, type Visitor, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld({ TRUST_PROXY: '1' })
})
afterAll(() => world.close())

const refusal = (status: number, code: string) => ({ status, body: { error: { code } } })
const status = async (cookie: string) => (await world.visitor({ cookie }).ask(account.get)).status

/** Fifty sign-ins that wait for a code. One password is checked at a time: a slow machine refuses others as busy. */
async function startSignIns(owner: SignedIn, visitorOf: () => Visitor) {
  const started: { visitor: Visitor; ticket: string }[] = []
  while (started.length < 50) {
    const visitor = visitorOf()
    started.push({ visitor, ticket: (await startSignIn(visitor, owner)).ticket })
  }
  return started
}

describe('authenticator apps', () => {
  test('an account with an authenticator app needs password and code to sign in', async () => {
    const { owner, code } = await ownerWithApp(world)
    const visitor = newVisitor(world)
    const body = { identifier: owner.email, password: owner.password }
    const first = await visitor.ask(session.create, { body })
    expect(first).toMatchObject(refusal(401, 'second_factor_required'))
    expect(first.headers['set-cookie']).toBeUndefined()
    const { ticket, ways, passkey } = challengeIn(first)
    expect([ways, passkey]).toEqual([['totp', 'recovery'], null])
    const second = await visitor.ask(secondFactor.signIn, { body: { ticket, totp: code() } })
    expect(second).toMatchObject({ status: 200, body: { ptn: 'us' } })
    expect(await status(cookieOf(second))).toBe(200)
  })

  test('an account with an authenticator app needs the code after a sign-in by code, too, and after a new password', async () => {
    const { owner, code } = await ownerWithApp(world)
    const visitor = newVisitor(world)
    const reset = await tokenFor(world, visitor, 'verif_reset_password', owner.email)
    const ended = await startSignIn(visitor, owner)
    await visitor.call(password.reset, { body: { identifier: owner.email, token: reset, password: 'snow goose' } })
    expect(await visitor.ask(secondFactor.signIn, { body: { ticket: ended.ticket, totp: code() } })).toMatchObject(
      refusal(400, 'sign_in_expired'),
    )
    const { ticket } = await startSignIn(visitor, { ...owner, password: 'snow goose' })
    expect((await visitor.ask(secondFactor.signIn, { body: { ticket, totp: code() } })).status).toBe(200)
    world.clock.advance(MINUTE)
    const token = await tokenFor(world, visitor, 'verif_signin', owner.email)
    const challenge = challengeIn(await visitor.ask(session.byCode, { body: { identifier: owner.email, token } }))
    expect(await visitor.ask(session.byCode, { body: { identifier: owner.email, token } })).toMatchObject(
      refusal(400, 'invalid_token'),
    )
    const body = { ticket: challenge.ticket, totp: code() }
    expect((await visitor.ask(secondFactor.signIn, { body })).status).toBe(200)
  })

  test('an account with an authenticator app does not show its second factor to a wrong password', async () => {
    const { owner } = await ownerWithApp(world)
    const body = { identifier: owner.email, password: 'tame goose' }
    expect(await newVisitor(world).ask(session.create, { body })).toMatchObject(refusal(401, 'wrong_credentials'))
  })

  test('an account with an authenticator app accepts a code of the step before and after, and none twice or older than the last', async () => {
    const { owner, code } = await ownerWithApp(world)
    const visitor = newVisitor(world)
    const enter = async (totp: string) => {
      const { ticket } = await startSignIn(visitor, owner)
      return (await visitor.ask(secondFactor.signIn, { body: { ticket, totp } })).status
    }
    world.clock.advance(3 * STEP)
    const answers = [await enter(code(-2)), await enter(code(-1)), await enter(code(-1)), await enter(code(1))]
    expect([...answers, await enter(code())]).toEqual([400, 200, 400, 200, 400])
  })

  test('an account with an authenticator app opens one session for a ticket, and none from another network or after ten minutes', async () => {
    const { owner, code } = await ownerWithApp(world)
    const visitor = newVisitor(world)
    const { ticket } = await startSignIn(visitor, owner)
    const expired = refusal(400, 'sign_in_expired')
    expect(await newVisitor(world).ask(secondFactor.signIn, { body: { ticket, totp: code() } })).toMatchObject(expired)
    expect((await visitor.ask(secondFactor.signIn, { body: { ticket, totp: code() } })).status).toBe(200)
    expect(await visitor.ask(secondFactor.signIn, { body: { ticket, totp: code(1) } })).toMatchObject(expired)
    const late = await startSignIn(visitor, owner)
    world.clock.advance(10 * MINUTE)
    expect(await visitor.ask(secondFactor.signIn, { body: { ticket: late.ticket, totp: code() } })).toMatchObject(
      expired,
    )
  })

  test('an account with an authenticator app lets one of fifty simultaneous sign-ins with one code in', async () => {
    const { owner, code } = await ownerWithApp(world)
    const totp = code()
    const started = await startSignIns(owner, () => newVisitor(world))
    const answers = await Promise.all(
      started.map(({ visitor, ticket }) => visitor.ask(secondFactor.signIn, { body: { ticket, totp } })),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  })

  test('wrong codes of a stranger who knows the password lock only the stranger’s network', async () => {
    const { owner, code } = await ownerWithApp(world)
    const [visitor, stranger] = [newVisitor(world), newVisitor(world)]
    const enter = async (from: Visitor, totp: string) => {
      const { ticket } = await startSignIn(from, owner)
      return from.ask(secondFactor.signIn, { body: { ticket, totp } })
    }
    for (let time = 0; time < 5; time += 1) await enter(stranger, code(5))
    expect((await enter(stranger, code())).body).toMatchObject({
      error: { code: 'too_many_tries', message: 'Too many codes tried from this IP address. Try again later.' },
    })
    expect((await enter(visitor, code())).status).toBe(200)
  })

  test('wrong codes from many networks lock an account for an hour, except for browsers that its owner signed in from', async () => {
    const { owner, code } = await ownerWithApp(world)
    const browser = newVisitor(world, { cookie: `hy_visitor=browser-${owner.id}` })
    const enter = async (from: Visitor, totp: string) => {
      const { ticket } = await startSignIn(from, owner)
      return from.ask(secondFactor.signIn, { body: { ticket, totp } })
    }
    expect((await enter(browser, code())).status).toBe(200)
    for (let time = 0; time < 20; time += 1) expect((await enter(newVisitor(world), code(5))).status).toBe(400)
    world.clock.advance(STEP)
    const locked = await enter(newVisitor(world), code())
    expect(locked).toMatchObject(refusal(429, 'account_tries_used'))
    expect(locked.headers['retry-after']).toBe(String(3600 - STEP / 1000))
    expect((await enter(browser, code())).status).toBe(200)
  })

  test('wrong codes from many networks lock an account, also with a quarter of an hour between them', async () => {
    const { owner, code } = await ownerWithApp(world)
    const enter = async (totp: string) => {
      const visitor = newVisitor(world)
      const { ticket } = await startSignIn(visitor, owner)
      return visitor.ask(secondFactor.signIn, { body: { ticket, totp } })
    }
    for (let time = 0; time < 18; time += 1) expect((await enter(code(5))).status).toBe(400)
    world.clock.advance(15 * MINUTE)
    for (let time = 0; time < 2; time += 1) expect((await enter(code(5))).status).toBe(400)
    expect(await enter(code())).toMatchObject(refusal(429, 'account_tries_used'))
  })

  test('an account with an authenticator app locks after five wrong codes, also for the right one, until fifteen minutes have passed', async () => {
    const { owner, code } = await ownerWithApp(world)
    const visitor = newVisitor(world)
    const enter = async (totp: string) => {
      const { ticket } = await startSignIn(visitor, owner)
      return visitor.ask(secondFactor.signIn, { body: { ticket, totp } })
    }
    for (let time = 0; time < 5; time += 1) {
      expect(await enter(code(5))).toMatchObject(refusal(400, 'wrong_second_factor'))
    }
    const locked = await enter(code())
    expect(locked).toMatchObject(refusal(429, 'too_many_tries'))
    expect(locked.headers['retry-after']).toBe('900')
    world.clock.advance(15 * MINUTE)
    expect((await enter(code())).status).toBe(200)
  })

  test('an account with an authenticator app ends a session that was planted in the browser, and opens a new one', async () => {
    const [{ owner, code }, attacker] = [await ownerWithApp(world), await world.account()]
    const browser = newVisitor(world, { cookie: attacker.cookie })
    const { ticket } = await startSignIn(browser, owner)
    const cookie = cookieOf(await browser.ask(secondFactor.signIn, { body: { ticket, totp: code() } }))
    expect(cookie).not.toBe(attacker.cookie)
    expect([await status(attacker.cookie), await status(cookie)]).toEqual([401, 200])
  })

  test('an account with an authenticator app refuses a sign-in from another site', async () => {
    const { owner, code } = await ownerWithApp(world)
    const { ticket } = await startSignIn(world.visitor(), owner)
    const headers = { origin: 'https://evil.example' }
    expect(await world.visitor(headers).ask(secondFactor.signIn, { body: { ticket, totp: code() } })).toMatchObject(
      refusal(403, 'wrong_origin'),
    )
  })
})

describe('recovery', () => {
  test('recovery codes open the account once each, in any notation, and notify its owner', async () => {
    const { owner, codes } = await ownerWithApp(world)
    const [first = '', second = ''] = codes
    expect([codes.length, new Set(codes).size]).toEqual([10, 10])
    await deliveriesOf(world)
    const enter = async (recovery: string) => {
      const visitor = world.visitor()
      const { ticket } = await startSignIn(visitor, owner)
      return (await visitor.ask(secondFactor.signIn, { body: { ticket, recovery } })).status
    }
    expect([await enter(first), await enter(first)]).toEqual([200, 400])
    expect((await deliveriesOf(world)).map(({ to, text }) => [to, text.includes('recovery code')])).toEqual([
      [owner.email, true],
    ])
    expect(await enter(second.toLowerCase().replaceAll('-', ' '))).toBe(200)
    expect((await owner.call(security.get)).recovery_left).toBe(8)
  })

  test('recovery codes let one of fifty simultaneous sign-ins with one code in', async () => {
    const { owner, codes } = await ownerWithApp(world)
    const browser = newVisitor(world)
    const started = await startSignIns(owner, () => browser)
    const [recovery = ''] = codes
    const answers = await Promise.all(
      started.map(({ visitor, ticket }) => visitor.ask(secondFactor.signIn, { body: { ticket, recovery } })),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect((await owner.call(security.get)).recovery_left).toBe(9)
  })

  test('recovery codes end when new ones are made, or with the last second factor, and are never stored readably', async () => {
    const { owner, codes } = await ownerWithApp(world)
    const fresh = await owner.call(security.newRecoveryCodes)
    const visitor = newVisitor(world)
    const { ticket } = await startSignIn(visitor, owner)
    const [old = ''] = codes
    expect((await visitor.ask(secondFactor.signIn, { body: { ticket, recovery: old } })).status).toBe(400)
    const { rows } = await world.pool.query('select * from recovery_code')
    expect(JSON.stringify(rows)).not.toContain(fresh.codes[0])
    expect(await owner.call(security.removeTotp)).toMatchObject({ totp_since: null, recovery_left: 0 })
    const body = { identifier: owner.email, password: owner.password }
    expect((await visitor.ask(session.create, { body })).status).toBe(200)
    expect((await owner.ask(security.newRecoveryCodes)).status).toBe(404)
  })
})

test('an app takes effect, and replaces the current one, once a code of it was entered', async () => {
  const owner = await world.account()
  await owner.call(security.beginTotp)
  expect(await owner.ask(security.confirmTotp, { body: { code: '000000' } })).toMatchObject(
    refusal(400, 'wrong_second_factor'),
  )
  expect((await owner.call(security.get)).totp_since).toBeNull()
  const { code: old, secret } = await ownerWithApp(world, owner)
  await owner.call(security.beginTotp)
  const enter = async (totp: string) => {
    const { ticket } = await startSignIn(world.visitor(), owner)
    return (await world.visitor().ask(secondFactor.signIn, { body: { ticket, totp } })).status
  }
  expect(await enter(old())).toBe(200)
  const { code, codes } = await ownerWithApp(world, owner)
  expect([codes, await enter(old()), await enter(code())]).toEqual([[], 400, 200])
  const { rows } = await world.pool.query<{ kept: string }>('select t::text as kept from totp t')
  expect(rows.filter(({ kept }) => kept.includes(secret))).toEqual([])
  expect(rows).not.toEqual([])
})
