import { audit } from '@hongyan/contract/endpoints/account/audit'
import { notices } from '@hongyan/contract/endpoints/account/notices'
import { plugins } from '@hongyan/contract/endpoints/extensions/plugins'
import { smsRateLimiting } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { messages } from '@hongyan/contract/endpoints/messaging/messages'
import { dashedId, MessageId } from '@hongyan/contract/ids'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, newSender, type Sender } from '../../../../test/sender.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const START = new Date('2026-11-20T12:00:10Z')
const TO = '+12065550101'
const OTHER = '+12065550102'
const RULE = {
  scope: 'recipient',
  scene: null,
  per_minute: 1,
  per_hour: null,
  per_day: null,
  action: 'reject',
} as const
const NOTHING = { rules: [], exempt: [], day: null, countries: [] }

interface Client {
  readonly owner: SignedIn
  readonly sender: Sender
}

async function newClient(choice: object = {}): Promise<Client> {
  world.clock.set(START)
  const owner = await world.account({ balance: '100', ...choice })
  return { owner, sender: await newSender(world, owner) }
}

const save = (owner: SignedIn, limits: object, version = 0) =>
  owner.ask(smsRateLimiting.save, { body: { version, enabled: true, per_second: null, ...NOTHING, ...limits } })

/** Saves limits and waits until this process enforces them. */
async function limited(limits: object, choice: object = {}): Promise<Client> {
  const client = await newClient(choice)
  expect(await save(client.owner, limits)).toMatchObject({ status: 200 })
  return client
}

const text = (to: string | readonly string[], words = 'Hello') => ({ to, text: words })
const codesOf = async ({ sender }: Client, bodies: readonly object[]): Promise<string[]> => {
  const codes: string[] = []
  for (const body of bodies) {
    const { body: reply } = await sender.send(body)
    codes.push(reply.details?.error ?? reply.code)
  }
  return codes
}
const after = (seconds: number): void => world.clock.set(new Date(START.getTime() + seconds * 1_000))

test('a rule lets its number of messages to a recipient through in each minute, and says when the next one fits', async () => {
  const client = await limited({ rules: [{ ...RULE, per_minute: 2 }] })
  expect(await codesOf(client, [text(TO), text(TO)])).toEqual(['0', '0'])
  const refused = await client.sender.send(text(TO))
  expect(refused).toMatchObject({
    status: 429,
    headers: { 'retry-after': '50' },
    body: {
      code: '105300',
      details: {
        error: 'recipient_rate_limited',
        field: 'to',
        more: { scope: 'recipient', limit: 2, window: 'minute', resetAt: '2026-11-20T12:01:00.000Z' },
      },
    },
  })
  expect(await codesOf(client, [text(OTHER)])).toEqual(['0'])
  after(50)
  expect(await codesOf(client, [text(TO), text(TO), text(TO)])).toEqual(['0', '0', 'recipient_rate_limited'])
})

test('a recipient above its limit is refused inside an accepted request, costs nothing and says which limit stopped it', async () => {
  const client = await limited({ rules: [RULE] })
  expect(await codesOf(client, [text(TO)])).toEqual(['0'])
  const { body } = await client.sender.send(text([TO, OTHER, OTHER]))
  expect(body.data).toMatchObject({ totalAmount: '0.008500', messageCount: 1 })
  expect(body.data?.messages.map(({ error }) => error?.code ?? null)).toEqual(['105300', null, '105300'])
  const id = MessageId.parse(dashedId(body.data?.messages[2]?.id ?? ''))
  const events = await client.owner.call(messages.events, { params: { id } })
  expect(events).toMatchObject([
    {
      source: 'hongyan',
      status: MessageStatus.Rejected,
      reason: { code: 'recipient_rate_limited' },
      limit: { scope: 'recipient', window: 'minute', limit: 1, reset_at: '2026-11-20T12:01:00.000Z' },
    },
  ])
  // The memory of full windows gives the same reply without the database.
  const again = await client.sender.send(text([TO, '+12065550103']))
  expect(again.body.data?.messages.map(({ error }) => error?.code ?? null)).toEqual(['105300', null])
})

test('a rule counts what its scope and its scene name, and leaves codes out of the content', async () => {
  const client = await limited({
    rules: [
      { ...RULE, scope: 'recipient_content' },
      { ...RULE, scene: 1, per_minute: 3 },
    ],
  })
  const code = { to: TO, text: 'Your code is 123456', scene: 1 }
  expect(await codesOf(client, [text(TO, 'A'), text(TO, 'B'), text(TO, 'A'), text(OTHER, 'A')])).toEqual([
    '0',
    '0',
    'recipient_rate_limited',
    '0',
  ])
  expect(await codesOf(client, [code, code, code, code])).toEqual(['0', '0', '0', 'recipient_rate_limited'])
})

test('a template and a sender ID are counted apart from others to the same recipient', async () => {
  const client = await limited({
    rules: [
      { ...RULE, scope: 'recipient_template' },
      { ...RULE, scope: 'recipient_signature', per_minute: 3 },
    ],
  })
  const by = (templateId: string) => ({ to: TO, templateId, templateData: { code: '482913', minutes: '5' } })
  expect(await codesOf(client, [by('pub_code_en'), by('pub_code_en'), text(TO), text(TO), text(TO)])).toEqual([
    '0',
    'recipient_rate_limited',
    '0',
    '0',
    'recipient_rate_limited',
  ])
})

test('a duplicate is answered with the id of the first message of its window, and neither sent nor charged', async () => {
  const client = await limited({ rules: [{ ...RULE, action: 'drop' }] })
  const first = await client.sender.send(text(TO))
  const second = await client.sender.send(text(TO))
  expect(second).toMatchObject({ status: 200, body: { data: { totalAmount: '0.000000', messageCount: 0 } } })
  expect(second.body.data?.messages).toMatchObject([{ id: first.body.data?.messages[0]?.id, count: 0 }])
  const twice = await client.sender.send(text([OTHER, OTHER]))
  const ids = twice.body.data?.messages.map(({ id }) => id) ?? []
  expect(ids[0]).toBe(ids[1])
  expect(twice.body.data).toMatchObject({ messageCount: 1, totalAmount: '0.008500' })
  after(50)
  const next = await client.sender.send(text(TO))
  expect(next.body.data?.messages[0]?.id).not.toBe(first.body.data?.messages[0]?.id)
  const { rows } = await world.pool.query('select id from message where account_id = $1', [client.owner.id])
  expect(rows).toHaveLength(3)
})

test('an exempt number is not counted until its exemption ends', async () => {
  const client = await limited({
    rules: [RULE],
    exempt: [
      { number: TO, note: 'Monitoring', expires_at: null },
      { number: OTHER, note: '', expires_at: '2026-11-20T12:00:20.000Z' },
    ],
  })
  expect(await codesOf(client, [text(TO), text(TO), text(OTHER), text(OTHER)])).toEqual(['0', '0', '0', '0'])
  after(15)
  expect(await codesOf(client, [text(TO), text(OTHER), text(OTHER)])).toEqual(['0', '0', 'recipient_rate_limited'])
})

test('caps of a day and of a country’s hour block, alert or do nothing as the owner chose', async () => {
  const blocked = await limited({ day: { limit: 2, action: 'block' } })
  expect(await codesOf(blocked, [text([TO, OTHER]), text(TO)])).toEqual(['0', 'day_cap_reached'])
  const hourly = await limited({ countries: [{ country: 'US', limit: 1, action: 'block' }] })
  expect(await codesOf(hourly, [text(TO), text(TO)])).toEqual(['0', 'country_cap_reached'])
  after(3_600)
  expect(await codesOf(hourly, [text(TO)])).toEqual(['0'])
  const ignored = await limited({ day: { limit: 1, action: 'ignore' } })
  expect(await codesOf(ignored, [text(TO), text(TO)])).toEqual(['0', '0'])
  const alerted = await limited({
    day: { limit: 1, action: 'alert' },
    countries: [{ country: 'US', limit: 2, action: 'alert' }],
  })
  expect(await codesOf(alerted, [text(TO), text(TO), text(TO)])).toEqual(['0', '0', '0'])
  await world.loops.run('cap-alerts')
  await world.loops.run('cap-alerts')
  const { notices: all } = await alerted.owner.call(notices.list)
  const found = all.filter(({ kind }) => kind.endsWith('_cap_passed'))
  expect(found.map(({ kind, values }) => [kind, values])).toEqual(
    expect.arrayContaining([
      ['day_cap_passed', { limit: '1' }],
      ['country_cap_passed', { country: 'US', limit: '2' }],
    ]),
  )
  expect(found).toHaveLength(2)
  const [today] = (await alerted.owner.call(smsRateLimiting.hits, { query: { period: '7d' } })).toReversed()
  expect(today).toEqual({ date: '2026-11-20', rejected: 0, dropped: 0, alerted: 3 })
})

test('a message that meets a window known to be full is refused while the table of uses is locked', async () => {
  const client = await limited({ rules: [RULE] })
  expect(await codesOf(client, [text(TO), text(TO)])).toEqual(['0', 'recipient_rate_limited'])
  const holder = await world.pool.connect()
  try {
    await holder.query('begin; lock table recipient_use in access exclusive mode')
    expect(await codesOf(client, [text(TO)])).toEqual(['recipient_rate_limited'])
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})

test('a duplicate is dropped by its rule also where a cap is known to be full', async () => {
  const client = await limited({
    rules: [{ ...RULE, per_minute: null, per_hour: 1, action: 'drop' }],
    day: { limit: 1, action: 'block' },
  })
  expect(await codesOf(client, [text(TO), text(OTHER), text(OTHER), text(TO)])).toEqual([
    '0',
    'day_cap_reached',
    'day_cap_reached',
    '0',
  ])
})

test('limits that are switched off are kept and stop nothing', async () => {
  const client = await newClient()
  expect((await save(client.owner, { enabled: false, rules: [RULE] })).status).toBe(200)
  expect(await codesOf(client, [text(TO), text(TO)])).toEqual(['0', '0'])
  expect(await client.owner.call(smsRateLimiting.get)).toMatchObject({ version: 1, enabled: false, rules: [RULE] })
  expect(await client.owner.call(plugins.list)).toContainEqual({ id: 'sms-rate-limiting' })
})

test('a request that is repeated under its key is counted once and gets its first answer, also when its window is full', async () => {
  const client = await limited({ rules: [RULE] })
  const headers = { 'idempotency-key': 'order-1' }
  const first = await client.sender.send(text(TO), { headers })
  expect(await codesOf(client, [text(TO), text(TO)])).toEqual(['recipient_rate_limited', 'recipient_rate_limited'])
  const again = await client.sender.send(text(TO), { headers })
  expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true'])
})

test('a message that the balance does not cover is not counted', async () => {
  const client = await limited({ rules: [RULE] }, { balance: '0' })
  expect(await codesOf(client, [text(TO), text(TO)])).toEqual(['insufficient_funds', 'insufficient_funds'])
})

test('the account’s rate can be lowered and not raised', async () => {
  const client = await limited({ per_second: 5 }, { tps: 20 })
  const rates = await client.owner.call(smsRateLimiting.limits)
  expect(rates[0]).toMatchObject({ holder: 'account', limit: 'rate', per_second: 5 })
  expect((await save(client.owner, { per_second: 900 }, 1)).status).toBe(200)
  expect((await client.owner.call(smsRateLimiting.limits))[0]).toMatchObject({ per_second: 20 })
})

/** The messages of an account that left for their upstream so far. */
async function leftOf({ owner }: Client): Promise<number> {
  const { rowCount } = await world.pool.query('select from message where account_id = $1 and sent_at is not null', [
    owner.id,
  ])
  return rowCount ?? 0
}

const hundred = Array.from({ length: 100 }, (_, nr) => `+120655501${String(nr).padStart(2, '0')}`)

test('messages that waited for their hours leave at the lowered rate', async () => {
  const client = await limited({ per_second: 2 }, { tps: 1_000 })
  world.clock.set(new Date('2026-11-20T09:00:00Z'))
  expect((await client.sender.send({ scene: 3, ...text(hundred) })).body.code).toBe('0')
  world.clock.set(new Date('2026-11-20T17:00:00Z'))
  const since = performance.now()
  await world.pool.query('update deferred set due_at = now() where account_id = $1', [client.owner.id])
  await eventually(
    async () => {
      const left = await leftOf(client)
      // A second's worth leaves at once.
      const most = 2 + 2 * ((performance.now() - since) / 1_000)
      expect(left).toBeLessThanOrEqual(most)
      return left
    },
    (left) => left > 6,
  )
})

test('a changed rate holds for the messages that wait already', async () => {
  const client = await limited({ per_second: 1 }, { tps: 1_000 })
  // Ten parts each: at one part a second they would take a quarter of an hour.
  expect((await client.sender.send(text(hundred, 'x'.repeat(1_500)))).body.code).toBe('0')
  expect((await save(client.owner, { per_second: null }, 1)).status).toBe(200)
  await eventually(
    () => leftOf(client),
    (left) => left === hundred.length,
  )
})

test('hits are counted by day, and the audit log names the rule that changed', async () => {
  const client = await limited({ rules: [RULE, { ...RULE, scene: 2, per_minute: 2, action: 'drop' }] })
  await codesOf(client, [text(TO), text(TO), text(TO)])
  await eventually(
    async () => (await client.owner.call(smsRateLimiting.hits, { query: { period: '7d' } })).at(-1),
    (today) => today?.rejected === 2,
  )
  const saved = await client.owner.call(smsRateLimiting.get)
  const [first, second] = saved.rules
  await save(client.owner, { rules: [first, { ...second, per_minute: 5 }] }, 1)
  const [entry] = await client.owner.call(audit.list, { query: {} })
  expect(entry).toMatchObject({
    action: 'smsRateLimiting.save',
    changes: [{ field: `rule.${second?.id}.per_minute`, before: '2', after: '5' }],
  })
})

test.each([
  [{ rules: [{ ...RULE, per_minute: 61 }] }, 'rules[0].per_minute'],
  [{ rules: [{ ...RULE, per_minute: null }] }, 'rules[0].per_minute'],
  [{ rules: [{ ...RULE, per_minute: 10, per_hour: 5 }] }, 'rules[0].per_hour'],
  [{ rules: [{ ...RULE, per_hour: 20, per_day: 19 }] }, 'rules[0].per_day'],
  [{ rules: [{ ...RULE, scope: 'recipient_content', scene: 1 }] }, 'rules[0].scene'],
  [{ rules: Array.from({ length: 21 }, () => RULE) }, 'rules'],
  [{ exempt: [{ number: '2065550101', note: '', expires_at: null }] }, 'exempt[0].number'],
  [{ exempt: [1, 2].map(() => ({ number: TO, note: '', expires_at: null })) }, 'exempt[1].number'],
  [{ exempt: [{ number: TO, note: 'x'.repeat(65), expires_at: null }] }, 'exempt[0].note'],
  [{ day: { limit: 0, action: 'block' } }, 'day.limit'],
  [{ countries: [1, 2].map(() => ({ country: 'US', limit: 5, action: 'block' })) }, 'countries[1].country'],
  [{ per_second: 1_001 }, 'per_second'],
])('%o is refused by name and saves nothing', async (limits, field) => {
  const { owner } = await newClient()
  expect(await save(owner, limits)).toMatchObject({ status: 400, body: { error: { field } } })
  expect(await owner.call(smsRateLimiting.get)).toMatchObject({ version: 0, enabled: false })
})

test('a stale version is refused with the current record, and a rule of another account is not found', async () => {
  const client = await limited({ rules: [RULE] })
  const stale = await save(client.owner, { rules: [] })
  expect(stale).toMatchObject({
    status: 409,
    body: { error: { code: 'state_conflict', details: { current: { version: 1, rules: [RULE] } } } },
  })
  const { rules } = await client.owner.call(smsRateLimiting.get)
  const other = await newClient()
  expect(await save(other.owner, { rules })).toMatchObject({ status: 404, body: { error: { field: 'rules[0].id' } } })
})

test('advice leaves room above the busiest day and the busiest hour, which can lie on another day', async () => {
  const client = await newClient()
  for (const hours of [0, 1, 2, 30, 30, 48]) {
    after(hours * 3_600)
    await codesOf(client, [text(hours === 30 ? [TO, OTHER] : [TO, OTHER, '+447400123456'])])
  }
  world.clock.set(new Date('2026-11-22T12:00:00Z'))
  await world.loops.run('analytics')
  const advice = {
    busiest_day: 9,
    per_day: 14,
    countries: [
      { country: 'US', busiest_hour: 4, per_hour: 10 },
      { country: 'GB', busiest_hour: 1, per_hour: 10 },
    ],
  }
  expect(await client.owner.call(smsRateLimiting.advice)).toEqual(advice)
  await world.pool.query('update analytics_count set busiest_hour = null') // as a server of the version before writes it
  await world.loops.run('analytics')
  expect(await client.owner.call(smsRateLimiting.advice)).toEqual(advice)
})
