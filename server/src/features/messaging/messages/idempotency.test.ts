import { rules } from '@hongyan/contract/rules'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, newSender, post, type SendAnswer, type SendChoice } from '../../../../test/sender.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { inTransaction } from '../../../db/tx.ts'
import { parsePriceRows } from '../../../pricing/price-book-file.ts'
import { insertVersion } from '../../../pricing/price-book-store.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const TO = '+12065550100'
const hello = { to: TO, text: 'Hello' }
const refusal = ({ status, body }: SendAnswer) => [status, body.code, body.message]
const SPENT = [401, '104201', 'InvalidSignature']
const messagesOf = async ({ id }: SignedIn) =>
  (await world.pool.query('select id from message where account_id = $1', [id])).rows
const withKey = (key: string): SendChoice => ({ headers: { 'idempotency-key': key } })
const change = (sql: string, ...values: readonly unknown[]) => world.pool.query(sql, [...values])

test.each<[string, unknown, SendChoice, number]>([
  ['a dry run', { ...hello, dryRun: true }, {}, 200],
  ['a body that is no JSON', '{"to":', {}, 400],
  ['an unknown field', { ...hello, txt: 'x' }, {}, 400],
  ['an invalid number', { to: '+1206555', text: 'Hello' }, {}, 400],
  ['a country without a price', { to: '+24740123', text: 'Hello' }, {}, 400],
  ['a malformed Idempotency-Key', hello, withKey('a b'), 400],
  ['an unknown action', hello, { query: { action: 'sms.message.sent' } }, 400],
])('the nonce of %s is spent: no other body passes with it', async (_, body, choice, status) => {
  const owner = await world.account()
  const { send } = await newSender(world, owner, AuthMode.Hmac)
  expect((await send(body, { nonce: 'once', ...choice })).status).toBe(status)
  expect(refusal(await send(hello, { nonce: 'once' }))).toEqual(SPENT)
  expect(await messagesOf(owner)).toEqual([])
  expect((await send(hello, { nonce: 'another' })).status).toBe(200)
})

test('the nonce of a request without funds is spent', async () => {
  const owner = await world.account({ balance: '0' })
  const { send } = await newSender(world, owner, AuthMode.Hmac)
  expect((await send(hello, { nonce: 'once' })).status).toBe(402)
  await change('update balance set paid_micros = 1000000 where account_id = $1', owner.id)
  const answer = await send(hello, { nonce: 'once' })
  expect(refusal(answer)).toEqual(SPENT)
  expect(answer.body.details).toMatchObject({ field: 'nonce', reason: rules.signature_nonce_used.en })
})

test('the nonce of a request that shares the refusal of another one under its key is spent', async () => {
  const owner = await world.account({ balance: '0' })
  const { send } = await newSender(world, owner, AuthMode.Hmac)
  const nonces = Array.from({ length: 8 }, (_, nr) => `nonce ${nr}`)
  const answers = await Promise.all(nonces.map((nonce) => send(hello, { nonce, ...withKey('order-1') })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([402]))
  await change('update balance set paid_micros = 1000000 where account_id = $1', owner.id)
  for (const nonce of nonces) expect(refusal(await send(hello, { nonce }))).toEqual(SPENT)
})

test('of two dry runs with one nonce that arrive together, one gets its quote', async () => {
  const { send } = await newSender(world, await world.account(), AuthMode.Hmac)
  const dryRun = { ...hello, dryRun: true }
  const both = await Promise.all([send(dryRun, { nonce: 'once' }), send(dryRun, { nonce: 'once' })])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
})

test('a request that fails authentication spends no nonce', async () => {
  const { send, key } = await newSender(world, await world.account(), AuthMode.Hmac)
  const forged = {
    action: 'sms.message.send',
    accessKeyId: key,
    algorithm: 'hmac-sha256',
    timestamp: String(world.clock.now().getTime()),
    nonce: 'once',
    signature: '0'.repeat(64),
  }
  expect(refusal(await post(world, forged, hello))).toEqual(SPENT)
  expect((await send(hello, { nonce: 'once' })).status).toBe(200)
})

test('a replay repeats the stored response byte for byte', async () => {
  const owner = await world.account()
  const { send, credential } = await newSender(world, owner)
  const body = { to: ['+12065550101', '12', '+24740123', TO], text: '鸿雁 “Hello”' }
  const first = await send(body, withKey('order-1'))
  const again = await send(body, withKey('order-1'))
  expect([first.status, first.headers['idempotent-replayed']]).toEqual([200, undefined])
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.text).toBe(first.text)
  const { rows } = await world.pool.query<{ answer: string }>(
    'select answer from request_key where credential_id = $1',
    [credential],
  )
  expect(again.text).toBe(`{"code":"0","message":"Success","data":${rows[0]?.answer ?? ''}}`)
})

const suspend = (owner: SignedIn) => change('update account set status = 1, changed_at = now() where id = $1', owner.id)

test.each<[string, (owner: SignedIn) => Promise<unknown>, number]>([
  ['the balance is empty', ({ id }) => change('update balance set paid_micros = 0 where account_id = $1', id), 402],
  [
    'the account may no longer choose its sender',
    ({ id }) => change('update account set sms_wildcard = null, changed_at = now() where id = $1', id),
    400,
  ],
])('a repeated request gets its stored response, also when %s', async (_, becomes, refused) => {
  const owner = await world.account()
  await change(`update account set sms_wildcard = '["signature"]', changed_at = now() where id = $1`, owner.id)
  const { send } = await newSender(world, owner)
  const body = { ...hello, signature: 'HONGYAN' }
  const first = await eventually(
    () => send(body, withKey('order-1')),
    ({ status }) => status === 200,
  )
  await becomes(owner)
  await eventually(
    () => send(body),
    ({ status }) => status === refused,
  )
  const again = await send(body, withKey('order-1'))
  expect([again.status, again.text]).toEqual([200, first.text])
  expect(refusal(await send({ ...body, text: 'Bye' }, withKey('order-1')))).toEqual([
    409,
    '104090',
    'IdempotencyMismatch',
  ])
})

test('a repeated request gets its stored response, also when its country has no price any more', async () => {
  const changing = await newWorld()
  const { send } = await newSender(changing, await changing.account())
  const first = await send(hello, withKey('order-1'))
  const rows = parsePriceRows(Buffer.from('iso2,product,scene,currency,unit_price\nDE,sms,*,USD,0.01\n'), 'prices.csv')
  const now = changing.clock.now()
  const book = { version: 2, sample: false, effectiveFrom: now, createdAt: now, rows }
  await inTransaction(changing.pool, (tx) => insertVersion(tx, book))
  await eventually(
    () => send(hello),
    ({ body }) => body.code === '101301',
  )
  expect((await send(hello, withKey('order-1'))).text).toBe(first.text)
  await changing.close()
})

test('a suspended account is refused, also where a response is stored', async () => {
  const owner = await world.account()
  const { send } = await newSender(world, owner)
  expect((await send(hello, withKey('order-1'))).status).toBe(200)
  await suspend(owner)
  const refused = await eventually(
    () => send(hello, withKey('order-1')),
    ({ status }) => status !== 200,
  )
  expect(refusal(refused)).toEqual([403, '105001', 'Unauthorized'])
  expect(refusal(await send({ to: TO, templateId: 'gone' }))).toEqual([403, '105001', 'Unauthorized'])
})

test('a request without a valid number is refused for its number, also where its template is unknown', async () => {
  const { send } = await newSender(world, await world.account())
  const body = { to: ['+1206555', '12'], templateId: 'gone' }
  expect(refusal(await send(body))).toEqual([400, '107111', 'InvalidPhoneNumbers'])
  expect((await send({ ...body, to: ['12', TO] })).body.code).toBe('107141')
})

test('a dry run under the key of a request that was sent is a conflict', async () => {
  const { send } = await newSender(world, await world.account())
  await send(hello, withKey('order-1'))
  expect((await send({ ...hello, dryRun: true }, withKey('order-1'))).status).toBe(409)
})

test('a dry run leaves its key free', async () => {
  const { send } = await newSender(world, await world.account())
  expect((await send({ ...hello, dryRun: true }, withKey('order-1'))).status).toBe(200)
  const sent = await send(hello, withKey('order-1'))
  expect([sent.status, sent.headers['idempotent-replayed']]).toEqual([200, undefined])
})

test('a key used with one action is free for another', async () => {
  const owner = await world.account()
  const { send, credential } = await newSender(world, owner)
  await send(hello, withKey('order-1'))
  await change(`update request_key set action = 'otp.send' where credential_id = $1`, credential)
  const other = await send({ ...hello, text: 'Bye' }, withKey('order-1'))
  expect([other.status, other.headers['idempotent-replayed']]).toEqual([200, undefined])
  expect(await messagesOf(owner)).toHaveLength(2)
})
