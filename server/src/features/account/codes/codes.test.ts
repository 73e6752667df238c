import { HOUR, MINUTE } from '@hongyan/contract/durations'
import { account } from '@hongyan/contract/endpoints/account/account'
import { codes } from '@hongyan/contract/endpoints/account/codes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newLogger } from '../../../kit/logger.ts'
import { codeFor, codeIn, inboxOf, newestOf, newVisitor } from '../../../../test/inbox.ts'
import { startMailServer } from '../../../../test/mail-server.ts'
import { eventually } from '../../../../test/sender.ts'
import { type Answer, newWorld, type SignedIn, type Visitor, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld({ TRUST_PROXY: '1' })
})
afterAll(() => world.close())

let made = 0
const newPhone = () => `+1206555${String((made += 1)).padStart(3, '0')}8`
const newEmail = () => `somebody-${(made += 1)}@example.com`
const send = (visitor: Visitor, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  visitor.ask(codes.send, { body, headers })
const verify = (visitor: Visitor, body: object): Promise<Answer> => visitor.ask(codes.verify, { body })
const refusal = (status: number, code: string, field?: string) => ({
  status,
  body: { error: { code, ...(field !== undefined && { field }) } },
})

describe('sending codes', () => {
  test('a code arrives by text message, in the language of the request', async () => {
    const phone = newPhone()
    expect(await send(newVisitor(world), { scene: 'verif_signup', phone, via: 'sms' })).toMatchObject({
      status: 200,
      body: {},
    })
    expect(await newestOf(world, phone)).toMatchObject({
      channel: 'sms',
      text: expect.stringMatching(/^\d{6} is your Hongyan code to sign up\. It expires in 10 minutes\./),
    })
    const mainland = '+8613800138042'
    await send(newVisitor(world, { 'accept-language': 'zh-CN' }), { scene: 'verif_signup', phone: mainland })
    expect((await newestOf(world, mainland)).text).toMatch(/^【鸿雁】验证码 \d{6}，用于注册鸿雁账户，10 分钟内有效/)
  })

  test('a code arrives by email', async () => {
    const email = newEmail()
    await send(newVisitor(world, { cookie: 'hy_locale=zh-CN' }), { scene: 'verif_signup', email: email.toUpperCase() })
    expect(await newestOf(world, email)).toMatchObject({
      channel: 'mail',
      from: 'Hongyan <no-reply@localhost>',
      text: expect.stringMatching(/^鸿雁验证码\n\n\d{6}\n\n此验证码用于注册鸿雁账户，/),
    })
  })

  test('a code is sent by the house account, through the gateway, and masked in its messages', async () => {
    const phone = newPhone()
    const code = await codeFor(world, newVisitor(world), 'verif_signup', phone)
    const books = async () =>
      (
        await world.pool.query(
          `select a.house, a.email, a.phone, m.credential_id, m.scene, m.status, b.text
           from message m join account a on a.id = m.account_id join message_body b on b.id = m.id
           where b.recipient = $1`,
          [phone],
        )
      ).rows
    const [row] = await eventually(books, ([message]) => message?.status === 4)
    expect(row).toMatchObject({ house: true, email: null, phone: null, credential_id: null, scene: 1 })
    expect(row?.text).toMatch(/^\*{6} is your Hongyan/)
    expect(JSON.stringify(row)).not.toContain(code)
  })

  test('a code is sent by one house account a partition, even if several requests need the first one at once', async () => {
    const fresh = await newWorld({ TRUST_PROXY: '1' })
    try {
      const phones = [newPhone(), newPhone(), '+8613800138043']
      await Promise.all(phones.map((phone) => send(newVisitor(fresh), { scene: 'verif_signup', phone })))
      await Promise.all(phones.map((phone) => newestOf(fresh, phone)))
      const { rows } = await fresh.pool.query('select partition, currency from account where house order by 1 desc')
      expect(rows).toEqual([
        { partition: 'us', currency: 'USD' },
        { partition: 'cn', currency: 'CNY' },
      ])
    } finally {
      await fresh.close()
    }
  })

  test('a code is stored unreadably, and so are its target and its token', async () => {
    const [phone, visitor] = [newPhone(), newVisitor(world)]
    const code = await codeFor(world, visitor, 'verif_signup', phone)
    const tables = ['verification_code', 'verification_token', 'verification_cap']
    const kept = async () =>
      JSON.stringify(await Promise.all(tables.map((table) => world.pool.query(`select t::text from ${table} t`))))
    const before = await kept()
    const { token } = await visitor.call(codes.verify, { body: { scene: 'verif_signup', phone, code } })
    for (const trace of [phone, phone.slice(1), code, token]) expect(before + (await kept())).not.toContain(trace)
  })

  test('a code reaches no log, even if its email is refused', async () => {
    const lines: string[] = []
    const noisy = await newWorld({}, newLogger('info', { write: (line) => void lines.push(line) }))
    try {
      await send(noisy.visitor(), { scene: 'verif_signup', email: 'bounce+1@example.com' })
      await eventually(
        async () => lines.filter((line) => line.includes('a code was not accepted for sending')),
        (found) => found.length === 1,
      )
      expect(lines.join('')).toContain('"failure":"550"')
      expect(lines.join('')).not.toMatch(/is your Hongyan|\b\d{6}\b is|bounce/)
    } finally {
      await noisy.close()
    }
  })

  test('a code is sent through the configured mail server', async () => {
    const server = await startMailServer()
    const posting = await newWorld({ SMTP_URL: server.url, MAIL_FROM: 'Goose <goose@example.com>' })
    try {
      const email = newEmail()
      await send(posting.visitor(), { scene: 'verif_signup', email })
      const emails = await eventually(
        async () => server.emailsTo(email),
        (found) => found.length > 0,
      )
      expect(emails[0]?.text).toMatch(/^Your Hongyan code\n\n\d{6}\n\nThis is your Hongyan code to sign up\./)
      expect(await inboxOf(posting, email)).toEqual([])
    } finally {
      await posting.close()
      await server.stop()
    }
  })

  test('a code is sent by WhatsApp only to the new phone of a canary account', async () => {
    const [plain, canary] = [await world.account(), await world.account({ release_channel: 'canary' })]
    const bind = (phone: string) => ({ scene: 'verif_bind_phone', phone, via: 'whatsapp' })
    expect(await send(plain, bind(newPhone()))).toMatchObject(refusal(400, 'restricted_params', 'via'))
    const phone = newPhone()
    expect((await send(canary, bind(phone))).status).toBe(200)
    expect(await newestOf(world, phone)).toMatchObject({ channel: 'whatsapp' })
    expect(await send(newVisitor(world), { ...bind(newPhone()), scene: 'verif_signin' })).toMatchObject(
      refusal(400, 'restricted_params', 'via'),
    )
  })
})

describe('requests for codes', () => {
  test.each([
    [{ scene: 'verif_signin' }, 'missing_params', 'phone'],
    [{ scene: 'verif_signin', phone: '+12065550100', email: 'a@example.com' }, 'invalid_request', 'email'],
    [{ scene: 'verif_everything', phone: '+12065550100' }, 'invalid_request', 'scene'],
    [{ scene: 'verif_signup', phone: '2065550100' }, 'invalid_phone_number', 'phone'],
    [{ scene: 'verif_signup', phone: '+1206555010012345' }, 'invalid_phone_number', 'phone'],
    [{ scene: 'verif_signup', phone: 'phone' }, 'invalid_request', 'phone'],
    [{ scene: 'verif_signup', email: 'nobody' }, 'invalid_request', 'email'],
    [{ scene: 'verif_signup', email: 'a@example.com', via: 'sms' }, 'restricted_params', 'via'],
    [{ scene: 'verif_signup', phone: '+12065550100', via: 'email' }, 'restricted_params', 'via'],
    [{ scene: 'verif_signup', phone: '+12065550100', code: '123456' }, 'restricted_params', 'code'],
  ])('a request for a code with %o is refused by name', async (body, code, field) => {
    expect(await send(newVisitor(world), body)).toMatchObject(refusal(400, code, field))
  })

  test.each(['bind', 'change', 'verify'])('a request for a code to %s needs a session', async (action) => {
    const body = { scene: `verif_${action}_email`, email: newEmail() }
    expect(await send(newVisitor(world), body)).toMatchObject(refusal(401, 'unauthenticated'))
    expect(await verify(newVisitor(world), { ...body, code: '123456' })).toMatchObject(refusal(401, 'unauthenticated'))
  })

  test('a request for a code accepts the caller’s own email or any phone for a verification, and only another target for a change', async () => {
    const owner = await world.account({ phone: newPhone() })
    const phone = newPhone()
    expect(await send(owner, { scene: 'verif_verify_email', email: newEmail() })).toMatchObject(
      refusal(400, 'invalid_request', 'email'),
    )
    expect(await codeFor(world, owner, 'verif_verify_phone', newPhone())).toMatch(/^\d{6}$/)
    expect(await send(owner, { scene: 'verif_change_email', email: owner.email.toUpperCase() })).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'invalid_request',
          field: 'email',
          message: 'The new email address cannot be the same as the current email',
        },
      },
    })
    const own = { scene: 'verif_change_phone', phone: (await owner.call(account.get)).phone }
    expect(await send(owner, own, { 'accept-language': 'zh-CN' })).toMatchObject({
      status: 400,
      body: { error: { field: 'phone', message: '新手机号不能与当前手机号相同' } },
    })
    expect(await send(owner, { scene: 'verif_change_phone', email: newEmail() })).toMatchObject(
      refusal(400, 'restricted_params', 'email'),
    )
    expect(await codeFor(world, owner, 'verif_verify_email', owner.email)).toMatch(/^\d{6}$/)
    expect(await codeFor(world, owner, 'verif_change_phone', phone)).toMatch(/^\d{6}$/)
  })

  test('a request for a code takes a phone without plus as one of the account’s partition', async () => {
    const cn = await world.account({ partition: 'cn', phone: '+8613800138077' })
    await send(cn, { scene: 'verif_change_phone', phone: '13800138078' })
    expect((await newestOf(world, '+8613800138078')).text).toContain('验证码')
    await send(newVisitor(world), { scene: 'verif_signin', phone: '13800138077' })
    expect((await newestOf(world, '+8613800138077')).text).toContain('用于登录鸿雁账户')
  })

  test('a request for a code is refused to another site', async () => {
    const body = { scene: 'verif_signup', email: newEmail() }
    expect(await send(newVisitor(world), body, { origin: 'https://evil.example' })).toMatchObject(
      refusal(403, 'wrong_origin'),
    )
  })
})

describe('hidden accounts', () => {
  const visibleParts = ({ status, headers, body }: Answer) => {
    const { 'x-request-id': _, date: __, ...shown } = headers
    return { status, shown, body: JSON.stringify(body).replace(/[0-9a-f-]{36}|"[\w-]{43}"/, '') }
  }

  test.each(['verif_signin', 'verif_reset_password', 'verif_signup'])(
    'the existence of an account stays hidden in the response of %s',
    async (scene) => {
      const known = (await world.account()).email
      const unknown = newEmail()
      const visitor = newVisitor(world)
      const ask = (email: string) => send(visitor, { scene, email })
      const guess = (email: string) => verify(newVisitor(world), { scene, email, code: '000000' })
      expect(visibleParts(await ask(known))).toEqual(visibleParts(await ask(unknown)))
      expect(visibleParts(await ask(known))).toEqual(visibleParts(await ask(unknown)))
      for (let time = 0; time < 7; time += 1)
        expect(visibleParts(await guess(known))).toEqual(visibleParts(await guess(unknown)))
      const takers = scene === 'verif_signup' ? [known, unknown] : [known]
      await Promise.all(takers.map((email) => newestOf(world, email)))
      expect((await inboxOf(world, unknown)).length).toBe(scene === 'verif_signup' ? 1 : 0)
    },
  )

  test('the existence of an account stays hidden while the account’s owner is notified of a sign-up with their address', async () => {
    const [owner, other] = [await world.account({ phone: newPhone() }), await world.account()]
    await send(newVisitor(world), { scene: 'verif_signup', email: owner.email })
    const email = await newestOf(world, owner.email)
    expect(email.text).toContain('already has a Hongyan account')
    expect(codeIn(email)).toBe('none')
    await send(other, { scene: 'verif_bind_email', email: (await world.account({ email: newEmail() })).email })
    const { phone } = await world.db
      .selectFrom('account')
      .select('phone')
      .where('id', '=', owner.id)
      .executeTakeFirstOrThrow()
    await send(other, { scene: 'verif_bind_phone', phone })
    expect(codeIn(await newestOf(world, phone ?? ''))).toBe('none')
  })

  test('the existence of an account stays hidden in every spelling of a phone', async () => {
    await world.account({ partition: 'cn', phone: '+8613800138066' })
    const visitor = newVisitor(world)
    const ask = (phone: string) => send(visitor, { scene: 'verif_signin', phone })
    const [known, unknown] = [
      [await ask('13800138066'), await ask('+8613800138066')],
      [await ask('13800138067'), await ask('+8613800138067')],
    ]
    expect(known?.map(visibleParts)).toEqual(unknown?.map(visibleParts))
    expect(known?.map(({ status }) => status)).toEqual([200, 429])
  })

  test('the existence of an account stays hidden in the response time: the fastest responses for known and for unknown accounts take as long as each other', async () => {
    const owners = await Promise.all(Array.from({ length: 15 }, () => world.account()))
    const timeOf = async (email: string) => {
      const started = performance.now()
      expect((await send(newVisitor(world), { scene: 'verif_signin', email })).status).toBe(200)
      return performance.now() - started
    }
    const times = { known: [] as number[], unknown: [] as number[] }
    for (const owner of owners) {
      times.known.push(await timeOf(owner.email))
      times.unknown.push(await timeOf(newEmail()))
    }
    // The others wait for the machine.
    const [known, unknown] = [Math.min(...times.known), Math.min(...times.unknown)]
    expect(known).toBeLessThan(unknown * 2 + 5)
    expect(unknown).toBeLessThan(known * 2 + 5)
  })
})

describe('codes and their tokens', () => {
  const scene = 'verif_signup'
  const ready = async () => {
    const [email, visitor] = [newEmail(), newVisitor(world)]
    return { email, visitor, body: { scene, email, code: await codeFor(world, visitor, scene, email) } }
  }
  const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000')

  test('verifying a code returns a token once', async () => {
    const { visitor, body } = await ready()
    expect(await verify(visitor, body)).toMatchObject({
      status: 200,
      body: { token: expect.stringMatching(/^[\w-]{43}$/) },
    })
    expect(await verify(visitor, body)).toMatchObject(refusal(400, 'wrong_code', 'code'))
  })

  test('verifying a code works from any IP address, in any letter case, for the same target only', async () => {
    const { email, body } = await ready()
    expect(await verify(newVisitor(world), { ...body, email: newEmail() })).toMatchObject(refusal(400, 'wrong_code'))
    expect(await verify(newVisitor(world), { ...body, scene: 'verif_signin' })).toMatchObject(
      refusal(400, 'wrong_code'),
    )
    expect((await verify(newVisitor(world), { ...body, email: email.toUpperCase() })).status).toBe(200)
  })

  test('verifying a code fails after five wrong codes', async () => {
    const { visitor, body } = await ready()
    for (let time = 0; time < 5; time += 1) {
      expect(await verify(visitor, { ...body, code: wrongOf(body.code) })).toMatchObject(refusal(400, 'wrong_code'))
    }
    expect(await verify(visitor, body)).toMatchObject(refusal(400, 'wrong_code'))
  })

  test('verifying a code counts five attempts, even if they come at once', async () => {
    const { body } = await ready()
    const tries = Array.from({ length: 20 }, () => verify(newVisitor(world), { ...body, code: wrongOf(body.code) }))
    await Promise.all(tries)
    expect((await verify(newVisitor(world), body)).status).toBe(400)
  })

  test('verifying a code returns one token to simultaneous calls', async () => {
    const { body } = await ready()
    const answers = await Promise.all(Array.from({ length: 4 }, () => verify(newVisitor(world), body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('verifying a code fails after ten minutes', async () => {
    const [late, timely] = [await ready(), await ready()]
    world.clock.advance(10 * MINUTE - 1)
    expect((await verify(timely.visitor, timely.body)).status).toBe(200)
    world.clock.advance(1)
    expect(await verify(late.visitor, late.body)).toMatchObject(refusal(400, 'wrong_code'))
  })

  test('verifying a code fails for a code that a newer one replaced', async () => {
    const { email, visitor, body } = await ready()
    world.clock.advance(MINUTE)
    const code = await codeFor(world, visitor, scene, email)
    if (code !== body.code) expect(await verify(visitor, body)).toMatchObject(refusal(400, 'wrong_code'))
    expect((await verify(visitor, { ...body, code })).status).toBe(200)
  })

  test('verifying a code fails in the session of another account', async () => {
    const [mine, theirs] = [await world.account(), await world.account()]
    const email = newEmail()
    const code = await codeFor(world, mine, 'verif_bind_email', email)
    const body = { scene: 'verif_bind_email', email, code }
    expect(await verify(theirs, body)).toMatchObject(refusal(400, 'wrong_code'))
    expect((await verify(mine, body)).status).toBe(200)
  })

  test('verifying a code is refused for an hour after a hundred attempts from one address', async () => {
    const guesser = newVisitor(world)
    const body = { scene, email: newEmail(), code: '123456' }
    for (let time = 0; time < 100; time += 1) expect((await verify(guesser, body)).status).toBe(400)
    const refused = await verify(guesser, body)
    expect(refused).toMatchObject(refusal(429, 'too_many_tries'))
    expect(refused.headers['retry-after']).toBe('3600')
    expect((await verify(newVisitor(world), body)).status).toBe(400)
  })
})

describe('caps', () => {
  const scene = 'verif_signup'
  const tooMany = refusal(429, 'otp_too_many_sends')

  test('the caps on codes allow one network one code a minute for a target, five an hour and eight a day', async () => {
    const [email, visitor] = [newEmail(), newVisitor(world)]
    const ask = () => send(visitor, { scene, email })
    expect((await ask()).status).toBe(200)
    world.clock.advance(MINUTE - 1_000)
    const early = await ask()
    expect(early).toMatchObject(tooMany)
    expect(early.headers['retry-after']).toBe('1')
    const everyNow = async (pause: number, times: number) => {
      const statuses: number[] = []
      for (let time = 0; time < times; time += 1) {
        world.clock.advance(pause)
        statuses.push((await ask()).status)
      }
      return statuses
    }
    expect(await everyNow(MINUTE, 5)).toEqual([200, 200, 200, 200, 429])
    world.clock.advance(HOUR)
    expect(await everyNow(12 * MINUTE, 12)).toEqual([200, 200, 200, ...Array.from({ length: 9 }, () => 429)])
    world.clock.advance(24 * HOUR)
    expect((await ask()).status).toBe(200)
  })

  test('the caps on codes allow one of several simultaneous requests of one network', async () => {
    const [phone, visitor] = [newPhone(), newVisitor(world)]
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(visitor, { scene, phone })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 429),
    ])
    await newestOf(world, phone)
    expect(await inboxOf(world, phone)).toHaveLength(1)
  })

  test('the caps on codes allow eight of several simultaneous requests of strangers for one target', async () => {
    const email = newEmail()
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(newVisitor(world), { scene, email })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(8)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4)
  })

  test.each([
    ['address', 60, (_: number, one: Visitor) => one],
    ['device', 10, () => newVisitor(world, { cookie: 'hy_visitor=a-browser' })],
  ])('the caps on codes refuse requests from one %s after %i', async (_, most, visitorOf) => {
    const one = newVisitor(world)
    for (let time = 0; time < most; time += 1) {
      expect((await send(visitorOf(time, one), { scene, email: newEmail() })).status).toBe(200)
    }
    expect(await send(visitorOf(most, one), { scene, email: newEmail() })).toMatchObject(tooMany)
  })

  test('the caps on codes refuse requests for one block of numbers after fifty', async () => {
    const phone = (n: number) => `+447400${String(120_000 + n)}`
    for (let time = 0; time < 50; time += 1) {
      expect((await send(newVisitor(world), { scene, phone: phone(time) })).status).toBe(200)
    }
    expect(await send(newVisitor(world), { scene, phone: phone(51) })).toMatchObject(tooMany)
  })

  test('the caps on codes refuse requests of one account after twenty, from any address', async () => {
    const owner: SignedIn = await world.account()
    const ask = (n: number) =>
      owner.ask(codes.send, {
        body: { scene: 'verif_bind_email', email: newEmail() },
        headers: { 'x-forwarded-for': `198.51.100.${n}` },
      })
    for (let time = 0; time < 20; time += 1) expect((await ask(time)).status).toBe(200)
    expect(await ask(20)).toMatchObject(tooMany)
  })
})
