import { DAY, HOUR, MINUTE } from '@hongyan/contract/durations'
import { session } from '@hongyan/contract/endpoints/account/session'
import { account } from '@hongyan/contract/endpoints/account/account'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oldFailures } from './store.ts'
import { type Answer, cookieOf, newWorld, ORIGIN, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const signIn = (identifier: string, password: string, headers: Record<string, string> = {}): Promise<Answer> =>
  world.visitor().ask(session.create, { body: { identifier, password }, headers })

const cookiesOf = ({ headers }: Answer): readonly string[] => [headers['set-cookie'] ?? []].flat().map(String)

const refusal = (status: number, code: string) => ({ status, body: { error: { code } } })

describe('sign-ins', () => {
  test('a sign-in sets a cookie that scripts cannot read, and one that names the partition', async () => {
    const { email, password } = await world.account({ partition: 'cn' })
    const answer = await signIn(email, password)

    const expires = Math.floor(world.clock.now().getTime() / 1000) + 30 * 24 * 60 * 60
    expect(answer).toMatchObject({ status: 200, body: { ptn: 'cn', exp: expires } })
    const [secret, info] = cookiesOf(answer)
    expect(secret).toMatch(/^hy_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(info).toMatch(/^hy_info=[\w-]+; Max-Age=2592000; Path=\/; SameSite=Lax$/)
    const payload = /hy_info=([^;]+)/.exec(info ?? '')?.[1] ?? ''
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual({ ptn: 'cn', exp: expires })
  })

  test('a sign-in accepts an email address in any letter case, with blanks around it', async () => {
    const { email, password } = await world.account()
    expect((await signIn(`  ${email.toUpperCase()} `, password)).status).toBe(200)
  })

  test('a sign-in accepts a phone with its country code, and without it for the account’s own country', async () => {
    const us = await world.account({ phone: '+12065550111' })
    const cn = await world.account({ phone: '+8613800138111', partition: 'cn' })
    expect((await signIn('+1 (206) 555-0111', us.password)).status).toBe(200)
    expect((await signIn('2065550111', us.password)).status).toBe(200)
    expect((await signIn('138 0013 8111', cn.password)).body).toMatchObject({ ptn: 'cn' })
    expect((await signIn('13800138112', cn.password)).status).toBe(401)
  })

  test('a sign-in stores neither the token nor more of the browser than the session needs', async () => {
    const { cookie, id } = await world.account()
    const token = /hy_session=([^;]+)/.exec(cookie)?.[1] ?? ''
    const row = await world.db.selectFrom('session').selectAll().where('account_id', '=', id).executeTakeFirstOrThrow()
    expect(JSON.stringify({ ...row, token_hash: row.token_hash.toString('base64url') })).not.toContain(token)
  })

  test('a sign-in returns a new token each time and ends the session that the browser had before', async () => {
    const { email, password, cookie } = await world.account()
    const again = await signIn(email, password, { cookie })
    expect(cookieOf(again)).not.toBe(cookie)
    expect((await world.visitor({ cookie }).ask(account.get)).status).toBe(401)
    expect((await world.visitor({ cookie: cookieOf(again) }).ask(account.get)).status).toBe(200)
  })

  test('a sign-in never continues with a token that was planted in the browser', async () => {
    const { email, password } = await world.account()
    const planted = `hy_session=${'A'.repeat(43)}`
    expect(cookieOf(await signIn(email, password, { cookie: planted }))).not.toContain(planted)
    expect((await world.visitor({ cookie: planted }).ask(account.get)).status).toBe(401)
  })

  test('a sign-in works for a program, which sends no origin, but not from another site', async () => {
    const { email, password, cookie } = await world.account()
    const program = (headers: Record<string, string>) =>
      world.app.inject({ method: 'POST', url: '/api/session', payload: { identifier: email, password }, headers })
    expect((await program({})).statusCode).toBe(200)
    expect((await program({ cookie })).statusCode).toBe(200)
    expect(await signIn(email, password, { origin: 'https://evil.example' })).toMatchObject(
      refusal(403, 'wrong_origin'),
    )
    expect(await signIn(email, password, { origin: 'null' })).toMatchObject(refusal(403, 'wrong_origin'))
  })

  test('a sign-in returns the same for an unknown account and a wrong password', async () => {
    const { email } = await world.account()
    const withoutId = (answer: Answer) => JSON.stringify(answer.body).replace(/[0-9a-f-]{36}/, '')
    const wrong = await signIn(email, 'tame goose')
    const unknown = await signIn('nobody@example.com', 'tame goose')
    expect(wrong).toMatchObject(refusal(401, 'wrong_credentials'))
    expect(unknown.status).toBe(401)
    expect(withoutId(unknown)).toBe(withoutId(wrong))
  })

  test.each([
    [{ identifier: 'a@example.com' }, 'missing_params', 'password'],
    [{ password: 'x' }, 'missing_params', 'identifier'],
    [{ identifier: 'a@example.com', password: 'x', remember: true }, 'restricted_params', 'remember'],
    [{ identifier: 7, password: 'x' }, 'invalid_request', 'identifier'],
    [{ identifier: '   ', password: 'x' }, 'invalid_request', 'identifier'],
    [{ identifier: 'a@example.com', password: 'x'.repeat(257) }, 'invalid_request', 'password'],
    [{ identifier: 'a\0@example.com', password: 'x' }, 'invalid_request', 'identifier'],
    [{ identifier: { $ne: null }, password: 'x' }, 'invalid_request', 'identifier'],
  ])('a sign-in refuses %o by name', async (body, code, field) => {
    expect(await world.visitor().ask(session.create, { body })).toMatchObject({
      status: 400,
      body: { error: { code, field } },
    })
  })
})

describe('failures', () => {
  const fail = async (identifier: string, times: number, address?: string) => {
    const answers = []
    for (let time = 0; time < times; time += 1) answers.push(await attempt(identifier, 'tame goose', address))
    return answers.map(({ statusCode }) => statusCode)
  }
  const attempt = (identifier: string, password: string, address = '192.0.2.1') =>
    world.app.inject({
      method: 'POST',
      url: '/api/session',
      payload: { identifier, password },
      remoteAddress: address,
    })

  test('failed sign-ins lock the account for their address alone, after five, for a quarter of an hour', async () => {
    const { email, password } = await world.account()
    expect(await fail(email, 6)).toEqual([401, 401, 401, 401, 401, 429])

    const locked = await attempt(email, password)
    expect(locked.json()).toMatchObject({ error: { code: 'sign_in_locked' } })
    expect(locked.headers['retry-after']).toBe('900')
    expect((await attempt(email, password, '192.0.2.2')).statusCode).toBe(200)

    world.clock.advance(15 * MINUTE - 1000)
    expect((await attempt(email, password)).headers['retry-after']).toBe('1')
    world.clock.advance(1000)
    expect((await attempt(email, password)).statusCode).toBe(200)
  })

  test('failed sign-ins lock an account for the whole network of an IPv6 address', async () => {
    const { email, password } = await world.account()
    for (let host = 1; host <= 5; host += 1) await fail(email, 1, `2001:db8:0:1::${host}`)
    expect((await attempt(email, password, '2001:db8:0:1::6')).statusCode).toBe(429)
    expect((await attempt(email, password, '2001:db8:0:2::6')).statusCode).toBe(200)
  })

  test('failed sign-ins are deleted after a later failure of any account once the longest window and their lock are over', async () => {
    // The network has a row beside those of the accounts.
    const kept = () => sql`select 1 from sign_in_failure`.execute(world.db).then(({ rows }) => rows.length)
    world.clock.advance(HOUR)
    await fail('first-ghost@example.com', 1)
    await expect.poll(kept).toBe(2)
    world.clock.advance(50 * MINUTE)
    await fail('locked-ghost@example.com', 6)
    expect(await kept()).toBe(3)
    world.clock.advance(10 * MINUTE)
    await fail('third-ghost@example.com', 1)
    // The window of the network began anew with the sixth failure.
    await expect.poll(kept).toBe(3)
    world.clock.advance(HOUR)
    await fail('fourth-ghost@example.com', 1)
    await expect.poll(kept).toBe(2)
  })

  test('failed sign-ins that still count are not read when old ones are deleted', async () => {
    await sql`
      insert into sign_in_failure (pair_hash, failures, window_started_at)
      select sha256(nr::text::bytea), 1, ${world.clock.now()}::timestamptz from generate_series(1, 20000) nr`.execute(
      world.db,
    )
    await sql`analyze sign_in_failure`.execute(world.db)
    const plan = await sql<{ 'QUERY PLAN': string }>`explain (costs off) ${oldFailures(world.clock.now())}`.execute(
      world.db,
    )
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index Scan using sign_in_failure_window')
    await sql`delete from sign_in_failure`.execute(world.db)
  })

  test('failed sign-ins lock an account under all its identifiers at once', async () => {
    const { email, password } = await world.account({ phone: '+12065550122' })
    await fail('+12065550122', 3)
    await fail(email.toUpperCase(), 2)
    expect((await attempt('2065550122', password)).statusCode).toBe(429)
  })

  test('failed sign-ins lock an account that does not exist just the same', async () => {
    expect(await fail('ghost@example.com', 6)).toEqual([401, 401, 401, 401, 401, 429])
    expect(await fail('+8613800138077', 5)).toEqual([401, 401, 401, 401, 401])
    expect(await fail('13800138077', 1)).toEqual([429])
    expect(await fail('2065550177', 5)).toEqual([401, 401, 401, 401, 401])
    expect(await fail('+1 206 555 0177', 1)).toEqual([429])
  })

  test('failed sign-ins are forgotten after a right password, and after the window', async () => {
    const { email, password } = await world.account()
    await fail(email, 4)
    expect((await attempt(email, password)).statusCode).toBe(200)
    await fail(email, 4)
    world.clock.advance(15 * MINUTE)
    expect(await fail(email, 5)).toEqual([401, 401, 401, 401, 401])
  })

  test('failed sign-ins leave five new attempts when their lock is over', async () => {
    const { email } = await world.account()
    await fail(email, 6)
    world.clock.advance(15 * MINUTE)
    expect(await fail(email, 6)).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('failed sign-ins count five attempts at most, even if they come at once', async () => {
    const { email } = await world.account()
    const answers = await Promise.all(Array.from({ length: 8 }, () => attempt(email, 'tame goose')))
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(3)
  })

  test('simultaneous right passwords lock no account', async () => {
    const { email, password } = await world.account()
    const answers = await Promise.all(Array.from({ length: 8 }, () => attempt(email, password)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  })
})

describe('sessions', () => {
  const status = async ({ cookie }: SignedIn) => (await world.visitor({ cookie }).ask(account.get)).status

  test('a session ends with signing out, which clears both cookies', async () => {
    const owner = await world.account()
    const answer = await owner.ask(session.end)
    expect(answer).toMatchObject({ status: 200, body: {} })
    const cleared = cookiesOf(answer)
    expect(cleared).toHaveLength(2)
    expect(cleared.every((line) => /^hy_(session|info)=; .*Expires=Thu, 01 Jan 1970/.test(line))).toBe(true)
    expect(await status(owner)).toBe(401)
  })

  test('a session need not exist to be ended', async () => {
    expect((await world.visitor().ask(session.end)).status).toBe(200)
    expect((await world.visitor({ cookie: 'hy_session=gone' }).ask(session.end)).status).toBe(200)
  })

  test('a session cannot be ended by another site', async () => {
    const owner = await world.account()
    expect((await owner.ask(session.end, { headers: { origin: 'https://evil.example' } })).status).toBe(403)
    expect(await status(owner)).toBe(200)
  })

  test('a session ends in one browser without the others of its account', async () => {
    const owner = await world.account()
    const other = cookieOf(await signIn(owner.email, owner.password))
    await owner.call(session.end)
    expect((await world.visitor({ cookie: other }).ask(account.get)).status).toBe(200)
  })

  test('a session ends after seven days without a call', async () => {
    const owner = await world.account()
    world.clock.advance(6 * DAY)
    expect(await status(owner)).toBe(200)
    world.clock.advance(6 * DAY)
    expect(await status(owner)).toBe(200)
    world.clock.advance(7 * DAY)
    expect(await owner.ask(account.get)).toMatchObject(refusal(401, 'unauthenticated'))
  })

  test('a session ends thirty days after it began, also when in use', async () => {
    const owner = await world.account()
    for (let day = 0; day < 29; day += 1) {
      world.clock.advance(DAY)
      expect(await status(owner)).toBe(200)
    }
    world.clock.advance(DAY)
    expect(await status(owner)).toBe(401)
  })

  test('a session records at most once a minute that it was seen', async () => {
    const owner = await world.account()
    const seen = async () => {
      await owner.call(account.get)
      const row = await world.db
        .selectFrom('session')
        .select('seen_at')
        .where('account_id', '=', owner.id)
        .executeTakeFirstOrThrow()
      return row.seen_at
    }
    const began = world.clock.now()
    world.clock.advance(MINUTE - 1)
    expect(await seen()).toEqual(began)
    world.clock.advance(1)
    expect(await seen()).toEqual(world.clock.now())
  })
})

test('under https both cookies are secure, and the public address is the only origin', async () => {
  const secure = await newWorld({ PUBLIC_URL: 'https://console.example.com' })
  const owner = { email: 'owner@example.com', password: 'wild goose' }
  try {
    await secure.account(owner)
    const body = { identifier: owner.email, password: owner.password }
    const signInFrom = (origin: string) => secure.visitor({ origin }).ask(session.create, { body })
    expect(await signInFrom(ORIGIN)).toMatchObject(refusal(403, 'wrong_origin'))
    const answer = await signInFrom('https://console.example.com')
    expect(answer.status).toBe(200)
    expect(cookiesOf(answer).every((line) => line.includes('; Secure'))).toBe(true)
  } finally {
    await secure.close()
  }
})
