import { MINUTE } from '@hongyan/contract/durations'
import { account } from '@hongyan/contract/endpoints/account/account'
import { password } from '@hongyan/contract/endpoints/account/password'
import { session } from '@hongyan/contract/endpoints/account/session'
import { codes } from '@hongyan/contract/endpoints/account/codes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeIn, newestOf, newVisitor, tokenFor } from '../../../../test/inbox.ts'
import { deliveriesOf } from '../../../../test/deliveries.ts'
import { eventually } from '../../../../test/sender.ts'
import { type Answer, cookieOf, newWorld, type SignedIn, type Visitor, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld({ TRUST_PROXY: '1' })
})
afterAll(() => world.close())

let made = 0
const newPhone = () => `+1206555${String((made += 1)).padStart(3, '0')}8`
const invalid = { status: 400, body: { error: { code: 'invalid_token', field: 'token' } } }
const status = async (cookie: string) => (await world.visitor({ cookie }).ask(account.get)).status
const withoutId = ({ body }: Answer) => JSON.stringify(body).replace(/[0-9a-f-]{36}/, '')

describe('sign-ins by code', () => {
  const signIn = (visitor: Visitor, identifier: string, token: string, headers: Record<string, string> = {}) =>
    visitor.ask(session.byCode, { body: { identifier, token }, headers })

  test('a sign-in by code opens a session by email and by text message, with and without plus', async () => {
    const owner = await world.account({ phone: newPhone(), partition: 'us' })
    const phone = (await owner.call(account.get)).phone ?? ''
    for (const identifier of [owner.email, phone]) {
      const visitor = newVisitor(world)
      const answer = await signIn(visitor, identifier, await tokenFor(world, visitor, 'verif_signin', identifier))
      expect(answer).toMatchObject({ status: 200, body: { ptn: 'us' } })
      expect(await status(cookieOf(answer))).toBe(200)
    }
  })

  test('a sign-in by code accepts a phone in national notation', async () => {
    const owner = await world.account({ phone: '+8613800138033', partition: 'cn' })
    const visitor = newVisitor(world)
    await visitor.call(codes.send, { body: { scene: 'verif_signin', phone: '13800138033' } })
    const code = codeIn(await newestOf(world, '+8613800138033'))
    const body = { scene: 'verif_signin', phone: '13800138033', code } as const
    const { token } = await visitor.call(codes.verify, { body })
    const answer = await signIn(visitor, '138 0013 8033', token)
    expect(await world.visitor({ cookie: cookieOf(answer) }).call(account.get)).toMatchObject({ id: owner.id })
  })

  test('a sign-in by code accepts a token once, and for its own account', async () => {
    const [mine, theirs] = [await world.account(), await world.account()]
    const visitor = newVisitor(world)
    const token = await tokenFor(world, visitor, 'verif_signin', mine.email)
    expect(await signIn(visitor, theirs.email, token)).toMatchObject(invalid)
    expect((await signIn(visitor, mine.email, token)).status).toBe(200)
    expect(await signIn(visitor, mine.email, token)).toMatchObject(invalid)
  })

  test('a sign-in by code accepts no token older than ten minutes, nor one of another scene', async () => {
    const { email } = await world.account()
    const visitor = newVisitor(world)
    const old = await tokenFor(world, visitor, 'verif_signin', email)
    world.clock.advance(10 * MINUTE)
    expect(await signIn(visitor, email, old)).toMatchObject(invalid)
    const other = await tokenFor(world, visitor, 'verif_reset_password', email)
    expect(await signIn(visitor, email, other)).toMatchObject(invalid)
  })

  test('a sign-in by code does not follow an address that another account has since', async () => {
    const { id, email } = await world.account()
    const visitor = newVisitor(world)
    const token = await tokenFor(world, visitor, 'verif_signin', email)
    await world.db
      .updateTable('account')
      .set({ email: `moved-${email}` })
      .where('id', '=', id)
      .execute()
    await world.account({ email })
    expect(await signIn(visitor, email, token)).toMatchObject(invalid)
  })

  test('a sign-in by code returns the same for unknown and known accounts', async () => {
    const { email } = await world.account()
    const token = 'A'.repeat(43)
    const [known, unknown] = [
      await signIn(newVisitor(world), email, token),
      await signIn(newVisitor(world), 'ghost@example.com', token),
    ]
    expect(known).toMatchObject(invalid)
    expect([unknown.status, withoutId(unknown)]).toEqual([known.status, withoutId(known)])
  })

  test('a sign-in by code opens a new session and ends one that was planted in the browser', async () => {
    const [owner, attacker] = [await world.account(), await world.account()]
    const visitor = newVisitor(world)
    const token = await tokenFor(world, visitor, 'verif_signin', owner.email)
    const answer = await signIn(visitor, owner.email, token, { cookie: attacker.cookie })
    expect(cookieOf(answer)).not.toBe(attacker.cookie)
    expect(await world.visitor({ cookie: cookieOf(answer) }).call(account.get)).toMatchObject({ id: owner.id })
    expect(await status(attacker.cookie)).toBe(401)
  })

  test('a sign-in by code works while the password is locked', async () => {
    const { email } = await world.account()
    const visitor = newVisitor(world)
    for (let time = 0; time < 6; time += 1) {
      await visitor.ask(session.create, { body: { identifier: email, password: 'tame goose' } })
    }
    const token = await tokenFor(world, visitor, 'verif_signin', email)
    expect((await signIn(visitor, email, token)).status).toBe(200)
  })
})

describe('password resets', () => {
  const reset = (visitor: Visitor, identifier: string, token: string, changed = 'snow goose') =>
    visitor.ask(password.reset, { body: { identifier, token, password: changed } })
  const canSignIn = async (owner: SignedIn, secret: string, visitor: Visitor = world.visitor()) =>
    (await visitor.ask(session.create, { body: { identifier: owner.email, password: secret } })).status

  test('a password reset sets the new password and ends every session of the account', async () => {
    const [owner, other] = [await world.account(), await world.account()]
    const second = cookieOf(
      await world.visitor().ask(session.create, { body: { identifier: owner.email, password: owner.password } }),
    )
    const visitor = newVisitor(world)
    const token = await tokenFor(world, visitor, 'verif_reset_password', owner.email)
    expect(await reset(visitor, owner.email, token)).toMatchObject({ status: 200, body: {} })
    expect([await status(owner.cookie), await status(second), await status(other.cookie)]).toEqual([401, 401, 200])
    expect(await canSignIn(owner, owner.password)).toBe(401)
    expect(await canSignIn(owner, 'snow goose')).toBe(200)
    expect(await reset(visitor, owner.email, token, 'grey goose')).toMatchObject(invalid)
    expect(await canSignIn(owner, 'snow goose')).toBe(200)
    const sent = (await deliveriesOf(world)).filter(({ to }) => to === owner.email)
    expect(sent.map(({ subject }) => subject)).toContain('Your password was changed')
  })

  test('a password reset ends every code and token sent before', async () => {
    const owner = await world.account()
    const [visitor, thief] = [newVisitor(world), newVisitor(world)]
    const signingIn = await tokenFor(world, thief, 'verif_signin', owner.email)
    world.clock.advance(MINUTE)
    const stolen = await tokenFor(world, thief, 'verif_reset_password', owner.email)
    world.clock.advance(MINUTE)
    const byReset = await tokenFor(world, visitor, 'verif_reset_password', owner.email)
    expect((await reset(visitor, owner.email, byReset)).status).toBe(200)
    const body = { identifier: owner.email, token: signingIn }
    expect(await thief.ask(session.byCode, { body })).toMatchObject(invalid)
    expect(await reset(thief, owner.email, stolen, 'grey goose')).toMatchObject(invalid)
  })

  test('a password reset ends a session whose sign-in was checking the old password meanwhile', async () => {
    const [owner, slow] = [await world.account(), newVisitor(world)]
    const visitor = newVisitor(world)
    const token = await tokenFor(world, visitor, 'verif_reset_password', owner.email)
    await canSignIn(owner, 'tame goose', slow)
    const signingIn = await world.db.transaction().execute(async (tx) => {
      await sql`select 1 from sign_in_failure for update`.execute(tx)
      const started = { answer: canSignIn(owner, owner.password, slow) } // kept from being awaited here
      await eventually(
        () =>
          sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            world.db,
          ),
        ({ rows }) => rows.length > 0,
      )
      expect((await reset(visitor, owner.email, token)).status).toBe(200)
      return started
    })
    expect(await signingIn.answer).toBe(401)
  })

  test('a password reset ends a session whose sign-in by code overlaps', async () => {
    const owner = await world.account()
    const visitor = newVisitor(world)
    const byCode = await tokenFor(world, visitor, 'verif_signin', owner.email)
    world.clock.advance(MINUTE)
    const byReset = await tokenFor(world, visitor, 'verif_reset_password', owner.email)
    const waiters = async (count: number) =>
      eventually(
        () =>
          sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            world.db,
          ),
        ({ rows }) => rows.length >= count,
      )
    // The browser is signed in to another account, and ending that session has to wait.
    const other = await world.account()
    const browser = world.visitor({ cookie: other.cookie })
    const { signingIn, resetting } = await world.db.transaction().execute(async (tx) => {
      await sql`select 1 from session where account_id = ${other.id} for update`.execute(tx)
      const signingIn = browser.ask(session.byCode, { body: { identifier: owner.email, token: byCode } })
      await waiters(1)
      const resetting = reset(visitor, owner.email, byReset)
      await Promise.race([resetting, waiters(2)])
      return { signingIn, resetting }
    })
    const [signedIn, renewed] = await Promise.all([signingIn, resetting])
    expect(renewed.status).toBe(200)
    expect(await status(cookieOf(signedIn))).toBe(401)
  })

  test('a password reset lifts the sign-in lock of its own address', async () => {
    const owner = await world.account()
    const visitor = newVisitor(world)
    for (let time = 0; time < 6; time += 1) await canSignIn(owner, 'tame goose', visitor)
    expect(await canSignIn(owner, owner.password, visitor)).toBe(429)
    const token = await tokenFor(world, visitor, 'verif_reset_password', owner.email)
    await reset(visitor, owner.email, token)
    expect(await canSignIn(owner, 'snow goose', visitor)).toBe(200)
  })

  test('a password reset needs a token of the same account and scene', async () => {
    const [mine, theirs] = [await world.account(), await world.account()]
    const visitor = newVisitor(world)
    const token = await tokenFor(world, visitor, 'verif_reset_password', mine.email)
    expect(await reset(visitor, theirs.email, token)).toMatchObject(invalid)
    const other = await tokenFor(world, visitor, 'verif_signin', theirs.email)
    expect(await reset(visitor, theirs.email, other)).toMatchObject(invalid)
    const [known, unknown] = [
      await reset(visitor, theirs.email, 'A'.repeat(43)),
      await reset(visitor, 'ghost@example.com', 'A'.repeat(43)),
    ]
    expect([unknown.status, withoutId(unknown)]).toEqual([known.status, withoutId(known)])
    expect(await canSignIn(theirs, theirs.password)).toBe(200)
    expect(await status(theirs.cookie)).toBe(200)
  })

  test('a password reset needs six characters, and a refusal keeps the token', async () => {
    const owner = await world.account()
    const visitor = newVisitor(world)
    const token = await tokenFor(world, visitor, 'verif_reset_password', owner.email)
    expect(await reset(visitor, owner.email, token, 'goose')).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', field: 'password' } },
    })
    expect((await reset(visitor, owner.email, token, 'goose!')).status).toBe(200)
  })
})
