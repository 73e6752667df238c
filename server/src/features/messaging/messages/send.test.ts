import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import { statistics } from '@hongyan/contract/endpoints/messaging/statistics'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newestOf } from '../../../../test/inbox.ts'
import { eventually, newSender, post, type SendAnswer } from '../../../../test/sender.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const TO = '+12065550100'
const hello = { to: TO, text: 'Hello' }
const refusal = ({ status, body }: SendAnswer) => [status, body.code, body.message]
const messagesOf = async ({ id }: SignedIn) =>
  (await world.pool.query('select * from message where account_id = $1 order by id', [id])).rows
const balanceOf = async ({ id }: SignedIn) =>
  (
    await world.pool.query<{ paid: bigint; held: bigint }>(
      'select paid_micros as paid, held_micros as held from balance where account_id = $1',
      [id],
    )
  ).rows[0]

test('a text is accepted, delivered, charged and counted', async () => {
  const owner = await world.account({ balance: '1' })
  const { send } = await newSender(world, owner)
  const { status, headers, body } = await send(hello)
  expect(status).toBe(200)
  expect(headers['x-uni-request-id']).toBe(headers['x-request-id'])
  expect(body).toEqual({
    code: '0',
    message: 'Success',
    data: {
      recipients: 1,
      messageCount: 1,
      currency: 'USD',
      totalAmount: '0.008500',
      messages: [
        {
          id: expect.stringMatching(/^[0-9a-f]{32}$/),
          to: TO,
          iso: 'US',
          cc: '1',
          sender: '+12025550147',
          count: 1,
          price: '0.008500',
        },
      ],
    },
  })
  const spendable = await balanceOf(owner)
  expect((spendable?.paid ?? 0n) - (spendable?.held ?? 0n)).toBe(991_500n)
  await eventually(
    () => messagesOf(owner),
    ([message]) => message?.status === 4,
  )
  expect(await balanceOf(owner)).toEqual({ paid: 991_500n, held: 0n })
  const today = (await owner.call(statistics.summary, { query: { period: '7d' } })).at(-1)
  expect(today).toEqual({ date: '2026-11-20', msg_cnt: 1, to_cnt: 1, succ_msg_cnt: 1 })
})

test('a long text is held and charged by its parts, and delivered once all of them are', async () => {
  const owner = await world.account({ balance: '1' })
  const { send } = await newSender(world, owner)
  const { body } = await send({ to: TO, text: 'x'.repeat(307) })
  expect(body.data).toMatchObject({
    totalAmount: '0.025500',
    messageCount: 3,
    messages: [{ count: 3, price: '0.025500' }],
  })
  const [message] = await eventually(
    () => messagesOf(owner),
    ([one]) => one?.status === 4,
  )
  expect(message).toMatchObject({ parts: 3, parts_delivered: 3, price_micros: 25_500n })
})

test('several recipients make one request: an invalid one is reported in its entry and leaves no message', async () => {
  const owner = await world.account()
  const { send } = await newSender(world, owner)
  const { status, body } = await send({ to: ['+12065550100', '12', '+12065550101'], text: 'Hello' })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ recipients: 3, messageCount: 2, totalAmount: '0.017000' })
  expect(body.data?.messages[1]).toEqual({
    id: null,
    to: '12',
    iso: null,
    cc: null,
    sender: null,
    count: 0,
    price: '0.000000',
    error: { code: '107111', message: 'InvalidPhoneNumbers' },
  })
  expect(await messagesOf(owner)).toHaveLength(2)
})

test('a country without a route is refused in its entry, stored and free', async () => {
  const owner = await world.account()
  const { send } = await newSender(world, owner)
  const { body } = await send({ to: [TO, '+24740123'], text: 'Hello' })
  expect(body.data?.messages[1]).toMatchObject({ iso: 'AC', price: '0.000000', error: { code: '101301' } })
  const rows = await messagesOf(owner)
  expect(rows[1]).toMatchObject({ status: 8, price_micros: 0n, error_code: 'no_route', hold_entry: null })
})

test.each([
  ['0000', { status: 4 }, 'posted'],
  ['0001', { status: 8, error_code: 'upstream_refused', upstream_code: 'REJECTD' }, 'voided'],
  ['0002', { status: 5, error_code: 'undelivered' }, 'posted'],
  ['0003', { status: 11, error_code: 'expired' }, 'posted'],
  ['0004', { status: 9, error_code: 'blocked_by_carrier' }, 'posted'],
  ['0009', { status: 4 }, 'posted'],
  ['0010', { status: 10 }, 'posted'],
])('the message to …%s ends as %o, its money %s', async (digits, expected, money) => {
  const owner = await world.account({ balance: '1' })
  const { send } = await newSender(world, owner)
  await send({ to: `+1206555${digits}`, text: 'Hello' })
  await eventually(
    () => messagesOf(owner),
    ([message]) => message?.status === expected.status,
  )
  expect((await messagesOf(owner))[0]).toMatchObject(expected)
  expect(await balanceOf(owner)).toEqual({ paid: money === 'posted' ? 991_500n : 1_000_000n, held: 0n })
})

test('duplicate and late receipts make one delivery', async () => {
  const owner = await world.account()
  const { send } = await newSender(world, owner)
  await send({ to: '+12065550011', text: 'Hello' })
  const events = () => world.pool.query('select state, applied from message_event where account_id = $1', [owner.id])
  const { rows } = await eventually(events, (found) => found.rows.length >= 3)
  expect(rows).toContainEqual({ state: 4, applied: true })
  expect(rows).toContainEqual({ state: 5, applied: false })
  expect(await messagesOf(owner)).toMatchObject([{ status: 4, error_code: null }])
})

test('a backlog of four hours at the account’s rate, in parts, is full', async () => {
  const owner = await world.account({ tps: 1 })
  const { send } = await newSender(world, owner)
  await world.pool.query('insert into backlog (account_id, parts) values ($1, 14400)', [owner.id])
  // The account's rate leaves one message to the link; the next has to wait.
  const full = await eventually(
    () => send(hello),
    ({ status }) => status === 429,
  )
  expect([refusal(full), full.headers['retry-after']]).toEqual([[429, '105300', 'LimitExceed'], '60'])
})

test('a code that need not wait is accepted beside requests that do not fit as it is alone, however full its queue', async () => {
  const { send: sendPoor } = await newSender(world, await world.account({ balance: '0' }))
  const code = { to: '+12065550201', text: 'Your code is 123456', scene: 1 }
  const sendFull = async (beside: () => readonly Promise<SendAnswer>[]) => {
    const owner = await world.account({ tps: 1 })
    const { send } = await newSender(world, owner, AuthMode.Hmac)
    await world.pool.query('insert into backlog (account_id, parts) values ($1, 14400)', [owner.id])
    const others = beside()
    const { status } = await send(code, { headers: { 'idempotency-key': 'one' } })
    const again = await send(code, { headers: { 'idempotency-key': 'one' } })
    return { status, others: await Promise.all(others), replayed: again.headers['idempotent-replayed'] }
  }
  expect(await sendFull(() => [])).toMatchObject({ status: 200, replayed: 'true' })
  const misfits = () => Array.from({ length: 12 }, () => sendPoor(code))
  for (let round = 0; round < 4; round += 1) {
    const { status, others, replayed } = await sendFull(misfits)
    expect([status, replayed]).toEqual([200, 'true'])
    expect(new Set(others.map((one) => one.status))).toEqual(new Set([402]))
  }
})

test('a code beside a full queue is refused for the balance where the balance does not cover it', async () => {
  for (let round = 0; round < 4; round += 1) {
    const owner = await world.account({ tps: 10, balance: '0.01' })
    const { send } = await newSender(world, owner)
    await world.pool.query('insert into backlog (account_id, parts) values ($1, 144000)', [owner.id])
    const code = { to: '+12065550202', text: 'Your code is 123456', scene: 1 }
    const tooDear = send({ ...code, to: [code.to, '+12065550203'] })
    const answers = await Promise.all([tooDear, send(code), send(code)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 402, 402])
  }
})

test('an account without a rate cannot fill the outbox without bound', async () => {
  const owner = await world.account({ tps: 0 })
  const { send } = await newSender(world, owner)
  await world.pool.query('insert into backlog (account_id, parts) values ($1, 719999)', [owner.id])
  await inHandsOfAnotherProcess(async () => {
    const full = await eventually(
      () => send({ to: ['+12065550200', '+12065550201'], text: 'Hello', scene: 3 }),
      ({ status }) => status !== 200,
    )
    expect(refusal(full)).toEqual([429, '105300', 'LimitExceed'])
  })
})

/** Gives the link to a process that does nothing, so that all messages wait in the table. */
async function inHandsOfAnotherProcess(work: () => Promise<void>): Promise<void> {
  await world.pool.query("update link_owner set process = gen_random_uuid(), until = now() + interval '1 hour'")
  try {
    await work()
  } finally {
    await world.pool.query('update link_owner set until = now()')
  }
}

test('a suspended account’s queued messages are refused, free', async () => {
  const owner = await world.account({ tps: 1, balance: '1' })
  const { send } = await newSender(world, owner)
  for (let batch = 0; batch < 4; batch += 1) await send({ to: TO, text: 'x'.repeat(1_000) })
  await world.pool.query('update account set status = 1 where id = $1', [owner.id])
  const rows = await eventually(
    () => messagesOf(owner),
    (found) => found.every(({ status }) => status !== 0),
  )
  const refused = rows.filter(({ status }) => status === 8)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused).toMatchObject(refused.map(() => ({ error_code: 'account_suspended' })))
  const sent = rows.filter(({ status }) => status !== 8).reduce((sum, row) => sum + row.price_micros, 0n)
  expect(await balanceOf(owner)).toEqual({ paid: 1_000_000n - sent, held: 0n })
})

test.each([
  ['a control character in the nonce', { nonce: '\u0000a' }, hello],
  ['half a surrogate pair in a recipient', { headers: { 'idempotency-key': 'k' } }, { to: [TO, '\ud800'], text: 'x' }],
])('%s is refused, and the other recipients are accepted', async (_, choice, body) => {
  const [mine, theirs] = [await world.account(), await world.account()]
  const odd = await newSender(world, mine, AuthMode.Hmac)
  const { send } = await newSender(world, theirs)
  const answers = await Promise.all([odd.send(body, choice), ...Array.from({ length: 20 }, () => send(hello))])
  expect(answers.map(({ status }) => status)).toEqual([400, ...Array.from({ length: 20 }, () => 200)])
})

test('a request without an upstream is refused', async () => {
  const bare = await newWorld({ SANDBOX: '0' })
  const { send } = await newSender(bare, await bare.account())
  expect(refusal(await send(hello))).toEqual([400, '101301', 'NoUpstreamConfigured'])
  await bare.close()
})

test.each([
  [21, '107144', 'k0'],
  [100, '107144', 'k0'],
  [101, '104002', 'templateData'],
  [50_000, '104002', 'templateData'],
])('a template that gets %i unknown values is refused by %s at %s', async (keys, code, field) => {
  const { send } = await newSender(world, await world.account())
  const templateData = Object.fromEntries(Array.from({ length: keys }, (_, n) => [`k${n}`, 'x']))
  const { status, body } = await send({ to: TO, templateId: 'pub_code_en', templateData })
  expect([status, body.code, body.details?.field]).toEqual([400, code, field])
})

test('a code of letters is kept masked too', async () => {
  const owner = await world.account()
  const { send } = await newSender(world, owner)
  const templateData = { code: 'QWERTY', minutes: '5' }
  await send({ to: '+12065550143', templateId: 'pub_code_en', templateData })
  const { rows } = await world.pool.query('select text from message_body where account_id = $1', [owner.id])
  expect(rows).toMatchObject([{ text: expect.stringContaining('code is ******.') }])
})

test('a code is masked in the stored message from the first write, arrives in clear, and its clear text goes', async () => {
  const owner = await world.account()
  const { send } = await newSender(world, owner)
  await send({ to: '+12065550142', text: 'Your code is 123456', scene: 1 })
  const { rows } = await world.pool.query('select text from message_body where account_id = $1', [owner.id])
  expect(rows).toEqual([{ text: 'Your code is ******' }])
  expect(await newestOf(world, '+12065550142')).toMatchObject({ text: 'Your code is 123456' })
  const waiting = () => world.pool.query('select text from outbox where account_id = $1', [owner.id])
  expect((await eventually(waiting, ({ rowCount }) => rowCount === 0)).rows).toEqual([])
})

test('dryRun returns the price and changes nothing', async () => {
  const owner = await world.account({ balance: '0' })
  const { send } = await newSender(world, owner)
  const { status, body } = await send({ ...hello, dryRun: true })
  expect([status, body.data?.totalAmount, body.data?.messages[0]?.id]).toEqual([200, '0.008500', null])
  expect(await messagesOf(owner)).toEqual([])
})

test('a request beyond the balance is refused whole, and leaves the money to one that fits', async () => {
  const owner = await world.account({ balance: '0.0100' })
  const { send } = await newSender(world, owner)
  expect(refusal(await send({ to: [TO, '+12065550101'], text: 'Hello' }))).toEqual([402, '105400', 'InsufficientFunds'])
  expect(await messagesOf(owner)).toEqual([])
  expect((await send(hello)).status).toBe(200)
})

test('twenty simultaneous requests never spend more than the balance', async () => {
  const owner = await world.account({ balance: '0.0850' })
  const { send } = await newSender(world, owner)
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(hello)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 402)).toHaveLength(10)
})

test.each([
  ['no body', '', [400, '104001'], undefined],
  ['no JSON', '{"to":', [400, '104002'], 'malformed_json'],
  ['a list', '[]', [400, '104002'], undefined],
  ['no recipient', { text: 'Hello' }, [400, '104001'], undefined],
  ['no recipients', { to: [], text: 'Hello' }, [400, '104002'], undefined],
  ['101 recipients', { to: Array.from({ length: 101 }, () => TO), text: 'Hello' }, [400, '104002'], undefined],
  ['a recipient that is a number', { to: 12_065_550_100, text: 'Hello' }, [400, '104002'], undefined],
  ['no text', { to: TO }, [400, '104001'], undefined],
  ['an empty text', { to: TO, text: '' }, [400, '104002'], undefined],
  ['blanks for a text', { to: TO, text: '  ' }, [400, '104001'], undefined],
  ['text and content', { to: TO, text: 'a', content: 'b' }, [400, '104002'], undefined],
  ['an unknown field', { ...hello, txt: 'x' }, [400, '104003'], 'restricted_params'],
  ['sendAt', { ...hello, sendAt: '2026-12-01T00:00:00Z' }, [400, '104003'], 'restricted_params'],
  ['validity', { ...hello, validity: 60 }, [400, '104003'], 'restricted_params'],
  ['maxPrice', { ...hello, maxPrice: '1' }, [400, '104003'], 'restricted_params'],
  ['a scene that is none', { ...hello, scene: 4 }, [400, '104002'], undefined],
  ['a template', { to: TO, templateId: 'x' }, [400, '107141'], undefined],
  ['a made-up sender', { ...hello, signature: 'BANK' }, [400, '107121'], undefined],
  ['a number that cannot be', { to: '+1206555', text: 'Hello' }, [400, '107111'], undefined],
  ['more than ten parts', { to: TO, text: 'x'.repeat(1_600) }, [400, '104002'], 'too_many_parts'],
  ['a body of more than 1 MB', { to: TO, text: 'x'.repeat(1_100_000) }, [413, '104002'], 'too_large'],
])('%s is refused in one sentence and writes nothing', async (_, body, [status, code], error) => {
  const owner = await world.account()
  const { send } = await newSender(world, owner)
  const answer = await send(body)
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect(answer.body.details?.reason.length).toBeGreaterThan(10)
  if (error !== undefined) expect(answer.body.details?.error).toBe(error)
  expect(answer.headers['x-uni-request-id']).toBeTruthy()
  expect(await messagesOf(owner)).toEqual([])
  expect(await balanceOf(owner)).toEqual({ paid: 100_000_000n, held: 0n })
})

test('a refusal names the field at fault', async () => {
  const { send } = await newSender(world, await world.account())
  expect((await send({ ...hello, sendAt: 'now' })).body.details?.field).toBe('sendAt')
  expect((await send({ to: [TO, 7], text: 'a' })).body.details?.field).toMatch(/^to/)
  expect((await send({ ...hello, content: 'Hello' })).body.details).toMatchObject({
    field: 'content',
    reason: 'Give only one of text, content and templateId.',
  })
})

test('refused requests are kept in the credential’s log, without their text', async () => {
  const owner = await world.account()
  const { send, credential } = await newSender(world, owner)
  await send({ to: TO, txt: 'a secret text' })
  const log = () => world.pool.query('select * from request_log where credential_id = $1', [credential])
  const { rows } = await eventually(log, (found) => found.rows.length > 0)
  expect(rows).toMatchObject([{ account_id: owner.id, action: 'sms.message.send', code: 'restricted_params' }])
  expect(JSON.stringify(rows)).not.toContain('secret')
})

test('responses of the send API are counted at /metrics by error code', async () => {
  const { send } = await newSender(world, await world.account())
  const counted = async (code: string): Promise<number> => {
    const line = new RegExp(`^hongyan_send_responses_total\\{code="${code}"\\} (\\d+)$`, 'm')
    return Number(line.exec(await world.metrics.metrics())?.[1] ?? 0)
  }
  const before = [await counted('success'), await counted('restricted_params')]
  await Promise.all([send(hello), send(hello), send({ ...hello, txt: 'x' })])
  const [sent = 0, restricted = 0] = before
  expect([await counted('success'), await counted('restricted_params')]).toEqual([sent + 2, restricted + 1])
})

test('a mainland account sends nothing until it has signatures and templates', async () => {
  const { send } = await newSender(world, await world.account({ partition: 'cn' }))
  expect(refusal(await send({ to: '13800138000', text: '你好' }))).toEqual([400, '107120', 'MissingSmsSignature'])
  expect(refusal(await send({ to: '13800138000', templateId: 'x', signature: '鸿雁' }))).toEqual([
    400,
    '107141',
    'SmsTemplateNotExists',
  ])
})

test('a request with an unknown action or key is refused', async () => {
  const { key } = await newSender(world, await world.account())
  const ask = async (query: Record<string, string>) => refusal(await post(world, query, hello))
  expect(await ask({ action: 'sms.message.send' })).toEqual([401, '104110', 'MissingAccessKeyId'])
  expect(await ask({ action: 'sms.message.send', accessKeyId: 'nobody' })).toEqual([
    401,
    '104111',
    'InvalidAccessKeyId',
  ])
  expect(await ask({ action: 'sms.message.sent', accessKeyId: key })).toEqual([400, '104004', 'UnknownAction'])
  expect(await ask({ action: 'constructor', accessKeyId: key })).toEqual([400, '104004', 'UnknownAction'])
  expect(await ask({ accessKeyId: key })).toEqual([400, '104004', 'UnknownAction'])
  expect(await ask({ action: 'sms.message.send', accessKeyId: key, to: TO })).toEqual([
    400,
    '104003',
    'RestrictedParams',
  ])
})

test('HMAC mode accepts a signed request and refuses all others', async () => {
  const owner = await world.account()
  const { send, key } = await newSender(world, owner, AuthMode.Hmac)
  const unsigned = { action: 'sms.message.send', accessKeyId: key }
  const wrong = {
    ...unsigned,
    algorithm: 'hmac-sha256',
    timestamp: String(Date.now()),
    nonce: 'n',
    signature: '0'.repeat(64),
  }
  expect((await send(hello)).status).toBe(200)
  expect(refusal(await post(world, unsigned, hello))).toEqual([401, '104201', 'InvalidSignature'])
  const timely = { ...wrong, timestamp: String(world.clock.now().getTime()) }
  expect(refusal(await post(world, timely, hello))).toEqual([401, '104201', 'InvalidSignature'])
})

test('a stale timestamp is refused, and one of ten minutes is accepted', async () => {
  const { send } = await newSender(world, await world.account(), AuthMode.Hmac)
  const at = (minutes: number) => String(world.clock.now().getTime() - minutes * 60_000)
  expect(refusal(await send(hello, { timestamp: at(11) }))).toEqual([401, '104202', 'InvalidSignatureTimestamp'])
  expect((await send(hello, { timestamp: at(9.9) })).status).toBe(200)
})

test('a nonce is accepted once, also when two requests with it arrive together', async () => {
  const owner = await world.account()
  const { send } = await newSender(world, owner, AuthMode.Hmac)
  const both = await Promise.all([send(hello, { nonce: 'once' }), send(hello, { nonce: 'once' })])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 401]))
  expect(refusal(await send(hello, { nonce: 'once' }))).toEqual([401, '104201', 'InvalidSignature'])
  expect(await messagesOf(owner)).toHaveLength(1)
})

test('one account’s nonce is free for another account', async () => {
  const [mine, theirs] = [await world.account(), await world.account()]
  const first = await newSender(world, mine, AuthMode.Hmac)
  const second = await newSender(world, theirs, AuthMode.Hmac)
  expect((await first.send(hello, { nonce: 'same' })).status).toBe(200)
  expect((await second.send(hello, { nonce: 'same' })).status).toBe(200)
})

test('the same Idempotency-Key and body return the stored response and send once', async () => {
  const owner = await world.account()
  const { send } = await newSender(world, owner)
  const headers = { 'idempotency-key': 'order-1' }
  const answers = await Promise.all([1, 2, 3].map(() => send(hello, { headers })))
  const again = await send(hello, { headers })
  expect(new Set([...answers, again].map(({ body }) => body.data?.messages[0]?.id)).size).toBe(1)
  expect(answers.filter(({ headers: h }) => h['idempotent-replayed'] === 'true')).toHaveLength(2)
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(await messagesOf(owner)).toHaveLength(1)
})

test('the same Idempotency-Key with another body is a conflict', async () => {
  const { send } = await newSender(world, await world.account())
  const headers = { 'idempotency-key': 'order-2' }
  await send(hello, { headers })
  expect(refusal(await send({ ...hello, text: 'Bye' }, { headers }))).toEqual([409, '104090', 'IdempotencyMismatch'])
})

test('a refusal is not stored: the key is free for the next attempt', async () => {
  const owner = await world.account({ balance: '0' })
  const { send } = await newSender(world, owner)
  const headers = { 'idempotency-key': 'order-3' }
  expect((await send(hello, { headers })).status).toBe(402)
  await world.pool.query('update balance set paid_micros = 1000000 where account_id = $1', [owner.id])
  expect((await send(hello, { headers })).status).toBe(200)
})

test('a signed retry with the same nonce, key and body returns the stored response', async () => {
  const { send } = await newSender(world, await world.account(), AuthMode.Hmac)
  const choice = { nonce: 'retry', headers: { 'idempotency-key': 'order-4' } }
  const first = await send(hello, choice)
  const again = await send(hello, choice)
  expect(again.body.data).toEqual(first.body.data)
  expect(again.headers['idempotent-replayed']).toBe('true')
})

test('a malformed Idempotency-Key is refused', async () => {
  const { send } = await newSender(world, await world.account())
  const answer = await send(hello, { headers: { 'idempotency-key': 'a b' } })
  expect([answer.status, answer.body.details?.field]).toEqual([400, 'Idempotency-Key'])
})

test('a change of mode and a removal take effect at once', async () => {
  const owner = await world.account()
  const { send, key, credential: id } = await newSender(world, owner)
  expect((await send(hello)).status).toBe(200)
  await owner.call(credentials.update, { params: { id }, body: { id, key, mode: AuthMode.Hmac } })
  await eventually(
    () => send(hello),
    ({ status }) => status === 401,
  )
  await owner.call(credentials.remove, { params: { id } })
  expect(
    refusal(
      await eventually(
        () => send(hello),
        ({ body }) => body.code === '104111',
      ),
    ),
  ).toEqual([401, '104111', 'InvalidAccessKeyId'])
})

test('the inbox shows deliveries, newest first, and those of one number on request', async () => {
  const { send } = await newSender(world, await world.account())
  await send({ to: '+12065550177', text: 'first' })
  const inbox = (to: string) =>
    world.app.inject({ url: `/sandbox/inbox?to=${encodeURIComponent(to)}`, headers: { accept: 'application/json' } })
  await eventually(
    async (): Promise<unknown[]> => (await inbox('+12065550177')).json(),
    (found) => found.length === 1,
  )
  expect((await inbox('+12065550177')).json()).toEqual([
    {
      id: expect.any(String),
      channel: 'sms',
      to: '+12065550177',
      from: '+12025550147',
      text: 'first',
      html: null,
      replyTo: null,
      receivedAt: '2026-11-20T09:00:00.000Z',
      upstream: null,
      remote: null,
    },
  ])
})
