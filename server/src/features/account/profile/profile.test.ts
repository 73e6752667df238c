import { MINUTE, SECOND } from '@hongyan/contract/durations'
import { account } from '@hongyan/contract/endpoints/account/account'
import { profile } from '@hongyan/contract/endpoints/account/profile'
import { session } from '@hongyan/contract/endpoints/account/session'
import { profile as limits } from '@hongyan/contract/limits/account'
import { ruleText } from '@hongyan/contract/rules'
import type { CodeScene } from '@hongyan/contract/vocabulary/codes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenFor } from '../../../../test/inbox.ts'
import { deliveriesOf } from '../../../../test/deliveries.ts'
import { cookieOf, newWorld, type SignedIn, type Visitor, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld({ TRUST_PROXY: '1' })
})
afterAll(() => world.close())

let made = 0
const newPhone = () => `+1206555${String((made += 1)).padStart(3, '0')}7`
const newEmail = () => `moved-${(made += 1)}@example.com`
const refusal = (status: number, code: string, field: string) => ({ status, body: { error: { code, field } } })
const signIn = (identifier: string, password: string, visitor: Visitor = world.visitor()) =>
  visitor.ask(session.create, { body: { identifier, password } })
const token = (owner: SignedIn, scene: CodeScene, target: string) => tokenFor(world, owner, scene, target)
const emailVerified = async (owner: SignedIn) => ({
  rebindVia: 'email' as const,
  rebindToken: await token(owner, 'verif_verify_email', owner.email),
})
/** The addresses that got a notice with this text. */
const notifiedOf = async (words: string) =>
  (await deliveriesOf(world)).filter(({ text }) => text.includes(words)).map(({ to }) => to)

describe('profiles', () => {
  test('the profile is saved as typed, on one line', async () => {
    const owner = await world.account()
    const body = { firstname: ' Mei\t Lin ', lastname: 'Tan', gender: 2 } as const
    const saved = await owner.call(profile.save, { body })
    expect(saved).toMatchObject({ firstname: 'Mei Lin', lastname: 'Tan', fullname: 'Mei Lin Tan', gender: 2 })
    expect(await owner.call(account.get)).toEqual(saved)
  })

  test('the profile drops invisible characters and those that turn the writing direction', async () => {
    const owner = await world.account()
    const body = { firstname: 'Mei\u202Egnil', lastname: 'Tan', gender: 2 }
    expect(await owner.ask(profile.save, { body })).toMatchObject(refusal(400, 'invalid_request', 'firstname'))
  })

  test.each([
    [{ firstname: '' }, 'firstname', 'firstname_required'],
    [{ firstname: undefined }, 'firstname', 'firstname_required'],
    [{ lastname: ' ' }, 'lastname', 'lastname_required'],
    [{ firstname: 'é'.repeat(limits.nameMax + 1) }, 'firstname', 'firstname_long'],
    [{ lastname: '陈'.repeat(1_000) }, 'lastname', 'lastname_long'],
    [{ gender: '1' }, 'gender', 'gender'],
    [{ gender: 3 }, 'gender', 'gender'],
  ] as const)('the profile with %o is refused with the texts of the form', async (part, field, rule) => {
    const owner = await world.account()
    const before = await owner.call(account.get)
    const body = { firstname: 'Mei', lastname: 'Tan', gender: 1, ...part }
    for (const locale of ['en', 'zh-CN'] as const) {
      const answer = await owner.ask(profile.save, {
        body,
        headers: { cookie: `${owner.cookie}; hy_locale=${locale}` },
      })
      expect(answer).toMatchObject({ status: 400, body: { error: { field, message: ruleText(rule, locale) } } })
    }
    expect(await owner.call(account.get)).toEqual(before)
  })
})

test('an account with a phone alone is notified there of its first email address', async () => {
  const phone = newPhone()
  const owner = await world.account({ email: null, phone })
  const email = newEmail()
  const rebindToken = await token(owner, 'verif_verify_phone', phone)
  const body = { email, token: await token(owner, 'verif_bind_email', email), rebindVia: 'phone', rebindToken } as const
  await owner.call(profile.changeEmail, { body })
  expect(await notifiedOf('email of your Hongyan account is now')).toEqual(expect.arrayContaining([email, phone]))
})

describe('phones', () => {
  test('a phone is bound after a code to the current address, and then opens sessions', async () => {
    const owner = await world.account({ level: 0 })
    const phone = newPhone()
    const typed = phone.slice('+1'.length)
    const body = { phone: typed, token: await token(owner, 'verif_bind_phone', phone), ...(await emailVerified(owner)) }
    expect(await owner.call(profile.changePhone, { body })).toMatchObject({ phone, email: owner.email })
    expect(await notifiedOf('phone number of your Hongyan account is now +12*******')).toContain(owner.email)
    expect((await signIn(phone, owner.password)).status).toBe(200)
    expect(await owner.ask(profile.changePhone, { body })).toMatchObject(refusal(400, 'invalid_request', 'phone'))
  })

  test('a phone is replaced after a code to each, and the former one is notified', async () => {
    const [old, phone] = [newPhone(), newPhone()]
    const owner = await world.account({ phone: old })
    const rebindToken = await token(owner, 'verif_verify_phone', old)
    const body = {
      phone,
      token: await token(owner, 'verif_change_phone', phone),
      rebindVia: 'phone',
      rebindToken,
    } as const
    await owner.call(profile.changePhone, { body })
    expect(await notifiedOf('phone number of your Hongyan account is now')).toEqual(
      expect.arrayContaining([owner.email, old]),
    )
    expect((await owner.call(account.get)).phone).toBe(phone)
    expect((await signIn(old, owner.password)).status).toBe(401)
  })

  test('a phone equal to the current one in any notation is refused', async () => {
    const phone = newPhone()
    const owner = await world.account({ phone })
    for (const same of [phone, phone.slice(2)]) {
      const body = { phone: same, token: 'none', ...(await emailVerified(owner)) }
      expect(await owner.ask(profile.changePhone, { body })).toMatchObject({
        status: 400,
        body: {
          error: {
            code: 'invalid_request',
            field: 'phone',
            message: 'The new phone number cannot be the same as the current number',
          },
        },
      })
      world.clock.advance(MINUTE)
    }
  })
})

describe('email addresses', () => {
  test('an email address is changed to its lower-case spelling, and the former one is notified', async () => {
    const owner = await world.account()
    const email = newEmail()
    const body = { email: email.toUpperCase(), token: await token(owner, 'verif_change_email', email) }
    const changed = await owner.call(profile.changeEmail, { body: { ...body, ...(await emailVerified(owner)) } })
    expect(changed.email).toBe(email)
    expect(await notifiedOf('is now m***@example.com')).toEqual(expect.arrayContaining([owner.email, email]))
    expect((await signIn(owner.email, owner.password)).status).toBe(401)
    expect((await signIn(email, owner.password)).status).toBe(200)
  })

  test('an email address equal to the current one in capitals is refused', async () => {
    const owner = await world.account()
    const body = { email: owner.email.toUpperCase(), token: 'none' }
    expect(await owner.ask(profile.changeEmail, { body })).toMatchObject({
      status: 400,
      body: { error: { field: 'email', message: 'The new email address cannot be the same as the current email' } },
    })
  })

  test('an email address without a token for the current one is refused by name, and an invalid token spends and changes nothing', async () => {
    const phone = newPhone()
    const [owner, other] = [await world.account({ phone }), await world.account()]
    const email = newEmail()
    const good = { email, token: await token(owner, 'verif_change_email', email), ...(await emailVerified(owner)) }
    const theirs = await token(other, 'verif_verify_email', other.email)
    const elsewhere = newEmail()
    const foreign = await token(owner, 'verif_change_email', elsewhere)
    const before = await owner.call(account.get)
    for (const [change, code, field] of [
      [{ rebindVia: undefined }, 'missing_params', 'rebindVia'],
      [{ rebindToken: undefined }, 'missing_params', 'rebindToken'],
      [{ token: undefined }, 'missing_params', 'token'],
      [{ rebindToken: theirs }, 'invalid_token', 'rebindToken'],
      [{ rebindToken: good.token }, 'invalid_token', 'rebindToken'],
      [{ rebindVia: 'phone' }, 'invalid_token', 'rebindToken'],
      [{ token: foreign }, 'invalid_token', 'token'],
      [{ token: good.rebindToken }, 'invalid_token', 'token'],
      [{ email: 'nobody' }, 'invalid_request', 'email'],
    ] as const) {
      const answer = await owner.ask(profile.changeEmail, { body: { ...good, ...change } })
      expect(answer).toMatchObject(refusal(400, code, field))
    }
    const noPhone = { ...good, rebindVia: 'phone' as const }
    expect(await other.ask(profile.changeEmail, { body: noPhone })).toMatchObject(
      refusal(400, 'invalid_request', 'rebindVia'),
    )
    expect(await owner.call(account.get)).toEqual(before)
    expect(await owner.call(profile.changeEmail, { body: good })).toMatchObject({ email })
    const again = newEmail()
    expect(await owner.ask(profile.changeEmail, { body: { ...good, email: again } })).toMatchObject(
      refusal(400, 'invalid_token', 'rebindToken'),
    )
  })

  test('an email address is not changed by tokens older than ten minutes', async () => {
    const owner = await world.account()
    const email = newEmail()
    const body = { email, token: await token(owner, 'verif_change_email', email), ...(await emailVerified(owner)) }
    world.clock.advance(10 * MINUTE)
    expect(await owner.ask(profile.changeEmail, { body })).toMatchObject(refusal(400, 'invalid_token', 'rebindToken'))
  })

  test('an email address taken by another account meanwhile is refused only to the caller who verified it', async () => {
    const owner = await world.account()
    const email = newEmail()
    const body = { email, token: await token(owner, 'verif_change_email', email), ...(await emailVerified(owner)) }
    await world.account({ email })
    expect(await owner.ask(profile.changeEmail, { body: { ...body, token: 'none' } })).toMatchObject(
      refusal(400, 'invalid_token', 'token'),
    )
    expect(await owner.ask(profile.changeEmail, { body })).toMatchObject(refusal(409, 'contact_taken', 'email'))
    expect((await owner.call(account.get)).email).toBe(owner.email)
  })
})

describe('passwords', () => {
  const change = (owner: Visitor, curpassword: string, password = 'snow goose') =>
    owner.ask(profile.changePassword, { body: { curpassword, password } })

  test('a password is changed by a caller who knows the current one, and every other session ends', async () => {
    const owner = await world.account()
    const elsewhere = cookieOf(await signIn(owner.email, owner.password))
    const reset = await tokenFor(world, world.visitor(), 'verif_signin', owner.email)
    expect(await change(owner, owner.password)).toMatchObject({ status: 200, body: {} })
    expect((await world.visitor({ cookie: elsewhere }).ask(account.get)).status).toBe(401)
    expect((await owner.ask(account.get)).status).toBe(200)
    expect((await signIn(owner.email, owner.password)).status).toBe(401)
    expect((await signIn(owner.email, 'snow goose')).status).toBe(200)
    const byCode = { identifier: owner.email, token: reset }
    expect((await world.visitor().ask(session.byCode, { body: byCode })).status).toBe(400)
    expect(await notifiedOf('The password of your Hongyan account was changed')).toEqual([owner.email])
    await owner.call(session.end)
    expect((await owner.ask(account.get)).status).toBe(401)
  })

  test('a changed password ends the own session after ten seconds, though the console was closed meanwhile', async () => {
    const owner = await world.account()
    expect((await change(owner, owner.password)).status).toBe(200)
    world.clock.advance(10 * SECOND - 1)
    expect((await owner.ask(account.get)).status).toBe(200)
    world.clock.advance(1)
    expect((await owner.ask(account.get)).status).toBe(401)
  })

  test('a password stays when the current one is wrong, and five wrong ones from an address lock it', async () => {
    const owner = await world.account()
    for (let time = 0; time < 5; time += 1) {
      expect(await change(owner, 'tame goose')).toMatchObject(refusal(400, 'wrong_password', 'curpassword'))
    }
    expect(await change(owner, owner.password)).toMatchObject({
      status: 429,
      body: { error: { code: 'sign_in_locked' } },
    })
    expect((await signIn(owner.email, owner.password)).status).toBe(429)
    const cookie = owner.cookie
    const fromElsewhere = world.visitor({ cookie, 'x-forwarded-for': '203.0.113.7' })
    expect((await change(fromElsewhere, owner.password)).status).toBe(200)
  })

  test('a password changed twice at once with the same current one is changed once', async () => {
    const owner = await world.account()
    const elsewhere = world.visitor({ cookie: owner.cookie, 'x-forwarded-for': '203.0.113.8' })
    const both = await Promise.all([change(owner, owner.password, 'grey goose'), change(elsewhere, owner.password)])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
  })

  test.each([
    [{ curpassword: '' }, 'curpassword', 'curpassword_required'],
    [{ password: '12345' }, 'password', 'password_short'],
    [{ password: undefined }, 'password', 'password_required'],
  ] as const)('a password with %o is refused with the texts of the form', async (part, field, rule) => {
    const owner = await world.account()
    const body = { curpassword: owner.password, password: 'snow goose', ...part }
    expect(await owner.ask(profile.changePassword, { body })).toMatchObject({
      status: 400,
      body: { error: { field, message: ruleText(rule, 'en') } },
    })
  })
})
