import { availableParallelism } from 'node:os'
import { MINUTE } from '@hongyan/contract/durations'
import { account } from '@hongyan/contract/endpoints/account/account'
import { session } from '@hongyan/contract/endpoints/account/session'
import { signup } from '@hongyan/contract/endpoints/account/signup'
import { statistics } from '@hongyan/contract/endpoints/messaging/statistics'
import { transactions } from '@hongyan/contract/endpoints/finance/transactions'
import { rules } from '@hongyan/contract/rules'
import { TradeType } from '@hongyan/contract/vocabulary/payment'
import { codes } from '@hongyan/contract/endpoints/account/codes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { contactField, newVisitor, tokenFor } from '../../../../test/inbox.ts'
import { startSilentServer } from '../../../../test/mail-server.ts'
import { patient } from '../../../../test/patience.ts'
import { passwordGate } from '../../../kit/password.ts'
import { type Answer, cookieOf, newWorld, type Visitor, type World } from '../../../../test/world.ts'

const password = 'wild goose'
let world: World
beforeAll(async () => {
  world = await newWorld({ TRUST_PROXY: '1' })
})
afterAll(() => world.close())

let made = 0
const newPhone = () => `+1206555${String((made += 1)).padStart(3, '0')}8`
const newEmail = () => `stranger-${(made += 1)}@example.com`
const enter = (visitor: Visitor, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  visitor.ask(signup.create, { body, headers })
const signedIn = (answer: Answer) => world.visitor({ cookie: cookieOf(answer) })
const refusal = (status: number, code: string, field: string) => ({ status, body: { error: { code, field } } })

async function requestFor(target: string, visitor = newVisitor(world)) {
  const token = await tokenFor(world, visitor, 'verif_signup', target)
  return { visitor, body: { partition: 'us', ...contactField(target), token, password } }
}

test('a visitor gets an account in the chosen partition and is signed in', async () => {
  const email = newEmail()
  const { visitor, body } = await requestFor(email)
  const answer = await enter(visitor, { ...body, agreed: true })
  expect(answer).toMatchObject({ status: 200, body: { ptn: 'us' } })
  const owner = signedIn(answer)
  expect(await owner.call(account.get)).toMatchObject({
    email,
    phone: null,
    partition: 'us',
    currency: 'USD',
    time_zone: 'UTC',
    balance_amount: '0.170000',
    credit_enabled: false,
    demo: false,
    activated: true,
    realname_auth: false,
  })
  expect((await owner.call(statistics.summary, { query: { period: '7d' } })).length).toBe(8)
  const row = await world.db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ level: 0, house: false, agreed_at: world.clock.now() })
})

test('the console addresses a new owner by the given name, else by the beginning of the email', async () => {
  const [named, unnamed] = [await requestFor(newEmail()), await requestFor('lin.wei+new@example.com')]
  const nameOf = async (answer: Answer) => {
    const { nickname, username } = await signedIn(answer).call(account.get)
    return { nickname, username }
  }
  expect(await nameOf(await enter(named.visitor, { ...named.body, name: ' Mei   Tan ' }))).toMatchObject({
    nickname: 'Mei Tan',
  })
  expect(await nameOf(await enter(unnamed.visitor, { ...unnamed.body, name: '' }))).toEqual({
    nickname: '',
    username: 'lin.wei+new',
  })
})

test('a name that is too long is refused, and the token stays valid', async () => {
  const { visitor, body } = await requestFor(newEmail())
  const answer = await enter(visitor, { ...body, name: '陈'.repeat(49) })
  expect(answer).toMatchObject({ status: 400, body: { error: { field: 'name', message: rules.name_long.en } } })
  expect((await enter(visitor, body)).status).toBe(200)
})

test('a mainland account needs a phone, and has its own currency and zone', async () => {
  const phone = '+8613800138055'
  const { visitor, body } = await requestFor(phone)
  const answer = await enter(visitor, { ...body, partition: 'cn', phone: '138 0013 8055'.replaceAll(' ', '') })
  expect(await signedIn(answer).call(account.get)).toMatchObject({
    phone,
    email: null,
    currency: 'CNY',
    time_zone: 'Asia/Shanghai',
  })
  const again = await world.visitor().ask(session.create, { body: { identifier: '13800138055', password } })
  expect(again.body).toMatchObject({ ptn: 'cn' })
})

test('a new account has a gift of 20 messages to its own country, which its transactions list', async () => {
  const { visitor, body } = await requestFor(newPhone())
  const owner = signedIn(await enter(visitor, body))
  expect(await owner.call(transactions.list, { query: {} })).toMatchObject([
    { type: TradeType.Gift, amount: '0.170000', balance_after: '0.170000' },
  ])
})

test.each([
  ['0', '0.000000'],
  ['1.5', '1.500000'],
])('with SIGNUP_GIFT=%s the balance of a new account is %s', async (gift, balance) => {
  const other = await newWorld({ SIGNUP_GIFT: gift })
  onTestFinished(() => other.close())
  const visitor = newVisitor(other)
  const email = newEmail()
  const token = await tokenFor(other, visitor, 'verif_signup', email)
  const answer = await enter(visitor, { partition: 'us', email, token, password })
  expect(await other.visitor({ cookie: cookieOf(answer) }).call(account.get)).toMatchObject({ balance_amount: balance })
})

test('a token works once, for its own target and purpose', async () => {
  const [email, other] = [newEmail(), newEmail()]
  const { visitor, body } = await requestFor(email)
  expect(await enter(visitor, { ...body, email: other })).toMatchObject(refusal(400, 'invalid_token', 'token'))
  expect(await enter(visitor, { ...body, token: 'A'.repeat(43) })).toMatchObject(refusal(400, 'invalid_token', 'token'))
  expect(await visitor.ask(session.byCode, { body: { identifier: email, token: body.token } })).toMatchObject(
    refusal(400, 'invalid_token', 'token'),
  )
  expect((await enter(visitor, body)).status).toBe(200)
  expect(await enter(visitor, body)).toMatchObject(refusal(400, 'invalid_token', 'token'))
})

test('a sign-up whose password waits to be hashed keeps no transaction open', async () => {
  const { visitor, body } = await requestFor(newEmail())
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const hashing = Array.from({ length: Math.max(1, availableParallelism() - 1) }, () =>
    passwordGate('first', () => held),
  )
  onTestFinished(async () => {
    release()
    await Promise.all(hashing)
  })
  let answered = false
  const answer = enter(visitor, body).finally(() => (answered = true))
  let open = 0
  while (!answered) {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction' and query like '%verification_token%'`.execute(
      world.db,
    )
    open += rows.length
  }
  expect(await answer).toMatchObject({ status: 503, body: { error: { code: 'busy' } } })
  expect(open).toBe(0)
})

test('a token that is used by several calls at once makes one account', async () => {
  const email = newEmail()
  const { body } = await requestFor(email)
  const answers = await Promise.all(Array.from({ length: 4 }, () => enter(newVisitor(world), body)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400])
})

test('a token expires after ten minutes', async () => {
  const { visitor, body } = await requestFor(newEmail())
  world.clock.advance(10 * MINUTE)
  expect(await enter(visitor, body)).toMatchObject(refusal(400, 'invalid_token', 'token'))
})

test('the first of two sign-ups with one address keeps it', async () => {
  const email = newEmail()
  const { visitor, body } = await requestFor(email)
  await world.account({ email })
  expect(await enter(visitor, body)).toMatchObject(refusal(409, 'account_exists', 'email'))
})

test('sign-up opens a new session and ends one that was planted in the browser', async () => {
  const attacker = await world.account()
  const email = newEmail()
  const { visitor, body } = await requestFor(email)
  const answer = await enter(visitor, body, { cookie: attacker.cookie })
  expect(cookieOf(answer)).not.toBe(attacker.cookie)
  expect(await signedIn(answer).call(account.get)).toMatchObject({ email })
  expect((await world.visitor({ cookie: attacker.cookie }).ask(account.get)).status).toBe(401)
})

test('a code requested in a session works for a sign-up, independent of that session', async () => {
  const owner = await world.account()
  const email = newEmail()
  const token = await tokenFor(world, owner, 'verif_signup', email)
  expect((await enter(newVisitor(world), { partition: 'us', email, token, password })).status).toBe(200)
})

test.each([
  [{ password: 'short' }, 'invalid_request', 'password'],
  [{ partition: 'eu' }, 'invalid_request', 'partition'],
  [{ agreed: false }, 'invalid_request', 'agreed'],
  [{ phone: '+12065550100' }, 'invalid_request', 'email'],
  [{ currency: 'CNY' }, 'restricted_params', 'currency'],
  [{ level: 3 }, 'restricted_params', 'level'],
])('a sign-up with %o is refused by name', async (change, code, field) => {
  const body = { partition: 'us', email: newEmail(), token: 'x', password, ...change }
  expect(await enter(newVisitor(world), body)).toMatchObject(refusal(400, code, field))
})

test('another site cannot sign up', async () => {
  const { visitor, body } = await requestFor(newPhone())
  const answer = await enter(visitor, body, { origin: 'https://evil.example' })
  expect(answer).toMatchObject({ status: 403, body: { error: { code: 'wrong_origin' } } })
})

test('a sign-up does not wait for its email, and a silent mail server delays no other request', async () => {
  const server = await startSilentServer()
  const slow = await newWorld({ SMTP_URL: server.url })
  try {
    const started = performance.now()
    const answer = await slow.visitor().ask(codes.send, { body: { scene: 'verif_signup', email: newEmail() } })
    expect(answer.status).toBe(200)
    expect(performance.now() - started).toBeLessThan(patient(5_000))
  } finally {
    await server.stop()
    await slow.close()
  }
})
