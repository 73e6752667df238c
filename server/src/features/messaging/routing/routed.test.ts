import { DAY, SECOND } from '@hongyan/contract/durations'
import { smsRateLimiting } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { messages } from '@hongyan/contract/endpoints/messaging/messages'
import { type Upstream, upstreams } from '@hongyan/contract/endpoints/messaging/upstreams'
import { errorPages } from '@hongyan/contract/error-pages'
import { dashedId, MessageId, UpstreamId, wireId } from '@hongyan/contract/ids'
import { micros } from '@hongyan/contract/money'
import { Currency } from '@hongyan/contract/vocabulary/account'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newChannel, newChannelForm, secretEnding } from '../../../../test/channels.ts'
import { downloaded, exported, exportForm } from '../../../../test/exports.ts'
import { patient } from '../../../../test/patience.ts'
import { eventually, newSender, type SendAnswer } from '../../../../test/sender.ts'
import { readCsv } from '../../../../test/table-readers.ts'
import { activate, channel, idOf, ruleOver } from '../../../../test/routed.ts'
import { inTransaction } from '../../../db/tx.ts'
import { insertVersion, lockVersions } from '../../../pricing/price-book-store.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const detailOf = (owner: SignedIn, id: MessageId) => owner.call(messages.get, { params: { id } })

/** Waits until a message has a state, and returns it. */
const ended = (owner: SignedIn, id: MessageId, status: MessageStatus) =>
  eventually(
    () => detailOf(owner, id),
    (message) => message.status === status,
  )

/** Sends until the rules are in force in this process: a change takes effect within five seconds. */
async function sendRouted(
  owner: SignedIn,
  send: (body: object) => Promise<SendAnswer>,
  to = '+6591234567',
): Promise<MessageId> {
  const deadline = Date.now() + patient(10_000)
  for (;;) {
    const answer = await send({ to, text: 'Hello' })
    if (answer.body.code === '0') {
      const id = idOf(answer)
      if ((await detailOf(owner, id)).route !== null) return id
    }
    if (Date.now() > deadline) throw new Error(`not routed: ${JSON.stringify(answer.body)}`)
  }
}

test('a message goes over the first channel of its rule, and shows the rule and why another channel was not chosen', async () => {
  const owner = await world.account({ balance: '5' })
  const { send } = await newSender(world, owner)
  const [elsewhere, asia] = [await channel(owner, { regions: ['US'] }), await channel(owner)]
  await activate(owner, ruleOver([elsewhere.id, asia.id, 'standard']))
  const id = await sendRouted(owner, send)
  const message = await ended(owner, id, MessageStatus.Delivered)
  expect(message).toMatchObject({
    upstream: wireId(UpstreamId.parse(asia.id)),
    upstream_name: asia.name,
    unit_price: '0.001500',
    route: { rule: { version: 1, name: 'Asia' }, skipped: [{ name: elsewhere.name, reason: 'region' }] },
  })
  const home = await detailOf(owner, idOf(await send({ to: '+12065550100', text: 'Hello' })))
  expect(home).toMatchObject({
    upstream: 'sandbox',
    upstream_name: null,
    route: { rule: { name: 'Default' }, skipped: [] },
  })
})

test('the log is filtered by a channel, and a file of it names the channel of each message', async () => {
  const owner = await world.account({ balance: '5' })
  const { send } = await newSender(world, owner)
  const asia = await channel(owner)
  await activate(owner, ruleOver([asia.id]))
  const id = await sendRouted(owner, send)
  const home = idOf(await send({ to: '+12065550100', text: 'Hello' }))
  for (const each of [id, home]) await ended(owner, each, MessageStatus.Delivered)
  const over = async (upstream: string) =>
    (await owner.call(messages.list, { query: { upstream, country: upstream === 'standard' ? 'US' : 'SG' } })).map(
      (message) => [message.id, message.upstream_name],
    )
  expect(await over(wireId(UpstreamId.parse(asia.id)))).toContainEqual([id, asia.name])
  expect(await over('standard')).toEqual([[home, null]])
  expect(await over(wireId(UpstreamId.parse(asia.id)).replace(/^..../, 'ffff'))).toEqual([])

  const form = { columns: ['id', 'upstream'], format: 'csv' as const, language: 'zh-CN' as const }
  const file = await exported(world, owner, exportForm(world, 'messages', form))
  const { content } = await downloaded(world, owner, file.id)
  const rows = readCsv(content)
  expect(rows[0]).toEqual(['短信 ID', '通道'])
  expect(rows).toContainEqual([id, asia.name])
  expect(rows).toContainEqual([home, '鸿雁直连'])
})

test('the limits in force list the rate of a channel, its messages and what it spent of its daily cap', async () => {
  const owner = await world.account({ balance: '5' })
  const { send } = await newSender(world, owner)
  const capped = await channel(owner, { daily_cap: '2.5', tps: 7 })
  await activate(owner, ruleOver([capped.id]))
  await ended(owner, await sendRouted(owner, send), MessageStatus.Delivered)
  const limitsOf = async () => (await owner.call(smsRateLimiting.limits)).filter(({ name }) => name === capped.name)
  const [rate, spending] = await eventually(limitsOf, ([first]) => first?.today === 1)
  expect(rate).toMatchObject({ holder: 'upstream', limit: 'rate', per_second: 7, waiting: 0, spending: null })
  expect(spending).toMatchObject({ limit: 'spending', spending: { per_day: '2.500000', today: '0.001500' } })
  const other = await world.account()
  expect((await other.call(smsRateLimiting.limits)).filter(({ holder }) => holder === 'upstream')).toEqual([])
})

test('a message that a channel puts off goes to the next one at once, and its timeline says from where and why', async () => {
  const owner = await world.account({ balance: '5' })
  const { send } = await newSender(world, owner)
  const [first, second] = [await channel(owner), await channel(owner)]
  await activate(owner, ruleOver([first.id, second.id]))
  // The sandbox defers the first submission to this number.
  const id = await sendRouted(owner, send, '+6591230009')
  await ended(owner, id, MessageStatus.Delivered)
  const events = await owner.call(messages.events, { params: { id } })
  expect(events.filter(({ attempt }) => attempt !== null)).toMatchObject([
    { attempt: 1, upstream_name: first.name, upstream_code: 'THROTTLED' },
    { attempt: 2, upstream_name: second.name, status: MessageStatus.Sent },
  ])
  expect(events.find(({ move }) => move !== null)).toMatchObject({
    upstream_name: second.name,
    move: {
      from: wireId(UpstreamId.parse(first.id)),
      from_name: first.name,
      rule: { name: 'Asia' },
      skipped: [{ name: first.name, reason: 'tried' }],
    },
  })
  expect((await detailOf(owner, id)).upstream_name).toBe(second.name)
})

test('marketing that waited for its hours goes on to the next channel too', async () => {
  const before = world.clock.now()
  // One in the morning in Singapore; the hours open at nine.
  world.clock.set(new Date('2026-11-20T17:00:00Z'))
  const owner = await world.account({ balance: '5' })
  const { send } = await newSender(world, owner)
  const [first, second] = [await channel(owner), await channel(owner)]
  await activate(owner, ruleOver([first.id, second.id]))
  await sendRouted(owner, send)
  // The sandbox defers the first submission to this number.
  const id = idOf(await send({ to: '+6591230009', text: 'Ten percent off', scene: 3 }))
  world.clock.set(new Date('2026-11-21T01:30:00Z'))
  await world.pool.query('update deferred set due_at = now() where account_id = $1', [owner.id])
  expect((await ended(owner, id, MessageStatus.Delivered)).upstream_name).toBe(second.name)
  world.clock.set(before)
})

test('a refusal of the recipient is final: no other channel gets the message', async () => {
  const owner = await world.account({ balance: '5' })
  const { send } = await newSender(world, owner)
  const [first, second] = [await channel(owner), await channel(owner)]
  await activate(owner, ruleOver([first.id, second.id]))
  const id = await sendRouted(owner, send, '+6591230001')
  expect(await ended(owner, id, MessageStatus.Rejected)).toMatchObject({ upstream_name: first.name })
})

test('messages that wait for a channel that is down move to the next one, and go back once it is up', async () => {
  const owner = await world.account({ balance: '5' })
  const { send } = await newSender(world, owner)
  const [down, other] = [await channel(owner, { behaviour: 'down' }), await channel(owner)]
  await activate(owner, ruleOver([down.id, other.id]))
  const id = await sendRouted(owner, send)
  const message = await ended(owner, id, MessageStatus.Delivered)
  expect(message.upstream_name).toBe(other.name)
  const events = await owner.call(messages.events, { params: { id } })
  expect(events.filter(({ attempt }) => attempt !== null)).toMatchObject([{ attempt: 1, status: MessageStatus.Sent }])
  const later = await eventually(
    async () => detailOf(owner, await sendRouted(owner, send)),
    ({ upstream_name: name }) => name === other.name,
  )
  expect(later.route?.skipped).toMatchObject([{ name: down.name, reason: 'down' }])
  const { id: channelId, version } = down
  const params = { id: UpstreamId.parse(channelId) }
  const form = newChannelForm({ name: down.name, daily_cap: null, behaviour: 'normal', version })
  const changed = await owner.ask(upstreams.update, { params, body: form })
  expect(changed.status).toBe(200)
  await eventually(
    async () => detailOf(owner, await sendRouted(owner, send)),
    ({ upstream_name: name }) => name === down.name,
  )
})

test('a message that waits for a paused channel ends with its validity, free of charge', async () => {
  const owner = await world.account({ balance: '5' })
  const { send } = await newSender(world, owner)
  const slow = await channel(owner, { tps: 1 })
  await activate(owner, ruleOver([slow.id]))
  await sendRouted(owner, send)
  const to = Array.from({ length: 12 }, (_, nr) => `+65912345${String(nr).padStart(2, '0')}`)
  const last = MessageId.parse(dashedId((await send({ to, text: 'Hello' })).body.data?.messages.at(-1)?.id ?? ''))
  const { version } = (await owner.call(upstreams.list, {})).find(({ id }) => id === slow.id) ?? slow
  await owner.call(upstreams.pause, { params: { id: UpstreamId.parse(slow.id) }, body: { version } })
  expect(await detailOf(owner, last)).toMatchObject({ status: MessageStatus.Queued, money: 'held' })
  const before = world.clock.now()
  world.clock.advance(DAY + SECOND)
  expect(await ended(owner, last, MessageStatus.Expired)).toMatchObject({ money: 'released', sent_at: null })
  world.clock.set(before)
})

test('a channel takes no more than its daily spend cap, to the last message, and the next channel takes the rest', async () => {
  const owner = await world.account({ balance: '5' })
  const { send } = await newSender(world, owner)
  const [capped, other] = [await channel(owner, { daily_cap: '0.0045' }), await channel(owner)]
  await activate(owner, ruleOver([capped.id, other.id]))
  const first = await sendRouted(owner, send)
  const answers = await Promise.all(Array.from({ length: 8 }, () => send({ to: '+6591234567', text: 'Hello' })))
  const ids = [first, ...answers.map(idOf)]
  const found = await Promise.all(ids.map((id) => detailOf(owner, id)))
  const over = (name: string) => found.filter((message) => message.upstream_name === name)
  expect(over(capped.name)).toHaveLength(3)
  expect(over(other.name)).toHaveLength(6)
  expect(over(other.name)[0]?.route?.skipped).toMatchObject([{ name: capped.name, reason: 'daily_cap' }])
  const row = (await owner.call(upstreams.list, {})).find(({ id }) => id === capped.id)
  expect(row?.spent_today).toBe('0.004500')
})

test('a signed request that finds its channel at its cap goes to the next one', async () => {
  const owner = await world.account({ balance: '5' })
  const { send } = await newSender(world, owner, AuthMode.Hmac)
  const [capped, other] = [await channel(owner, { daily_cap: '0.0045' }), await channel(owner)]
  await activate(owner, ruleOver([capped.id, other.id]))
  await sendRouted(owner, send)
  const answer = await send({ to: ['+6591234560', '+6591234561', '+6591234562'], text: 'Hello' })
  expect(answer.body.code).toBe('0')
  const last = MessageId.parse(dashedId(answer.body.data?.messages.at(-1)?.id ?? ''))
  expect((await detailOf(owner, last)).upstream_name).toBe(other.name)
})

test('a channel whose daily spend cap was raised takes messages again', async () => {
  const owner = await world.account({ balance: '5' })
  const { send } = await newSender(world, owner)
  const form = newChannelForm({ daily_cap: '0.0015' })
  const [capped, other] = [await newChannel(owner, form), await channel(owner)]
  await activate(owner, ruleOver([capped.id, other.id]))
  await sendRouted(owner, send)
  const nameOf = async () => (await detailOf(owner, await sendRouted(owner, send))).upstream_name
  expect(await nameOf()).toBe(other.name)
  const { provider, regions, tps, name, credentials } = form
  await owner.call(upstreams.update, {
    params: { id: UpstreamId.parse(capped.id) },
    body: { name, provider, regions, tps, daily_cap: '1', credentials, version: capped.version },
  })
  await eventually(nameOf, (found) => found === capped.name)
})

test('messages that move from a channel spend no more than the cap of the next one, to the last message', async () => {
  const owner = await world.account({ balance: '5' })
  const { send } = await newSender(world, owner)
  const slow = await channel(owner, { tps: 1 })
  const [capped, other] = [await channel(owner, { daily_cap: '0.0045' }), await channel(owner)]
  await activate(owner, ruleOver([slow.id, capped.id, other.id]))
  const first = await sendRouted(owner, send)
  const to = Array.from({ length: 12 }, (_, nr) => `+65912345${String(nr).padStart(2, '0')}`)
  const { body } = await send({ to, text: 'Hello' })
  const ids = [first, ...(body.data?.messages ?? []).map(({ id }) => MessageId.parse(dashedId(id ?? '')))]
  const { version } = (await owner.call(upstreams.list, {})).find(({ id }) => id === slow.id) ?? slow
  await owner.call(upstreams.pause, { params: { id: UpstreamId.parse(slow.id) }, body: { version } })
  const found = await Promise.all(ids.map((id) => ended(owner, id, MessageStatus.Delivered)))
  const over = ({ name }: Upstream) => found.filter((message) => message.upstream_name === name).length
  expect(over(capped)).toBe(3)
  expect(over(slow) + over(other)).toBe(10)
  expect(over(other)).toBeGreaterThan(0)
})

test('a recipient keeps the channel of its last message by a rule that is sticky', async () => {
  const owner = await world.account({ balance: '5' })
  const { send } = await newSender(world, owner)
  const [first, second] = [await channel(owner), await channel(owner)]
  await activate(owner, ruleOver([first.id, second.id], { sticky: true }))
  // Its first submission is deferred, so that the second channel carries it.
  const id = await sendRouted(owner, send, '+6591230009')
  await ended(owner, id, MessageStatus.Delivered)
  const again = await detailOf(owner, idOf(await send({ to: '+6591230009', text: 'Hello' })))
  expect(again.upstream_name).toBe(second.name)
  const other = await detailOf(owner, idOf(await send({ to: '+6591234567', text: 'Hello' })))
  expect(other.upstream_name).toBe(first.name)
})

test('a channel whose credentials the provider rejects twice has failed, and its messages go on', async () => {
  const owner = await world.account({ balance: '5' })
  const { send } = await newSender(world, owner)
  const [good, other] = [await channel(owner), await channel(owner)]
  await activate(owner, ruleOver([good.id, other.id]))
  await sendRouted(owner, send)
  // The provider's customer changed the secret there, which the product does not know.
  const rejected = world.secrets.seal(JSON.stringify({ authToken: secretEnding('000') }), `upstream ${good.id} secrets`)
  await world.pool.query('update upstream set sealed_secrets = $2, version = version + 1 where id = $1', [
    good.id,
    rejected,
  ])
  const stateOf = async () => (await owner.call(upstreams.list, {})).find(({ id }) => id === good.id)?.state
  await eventually(
    async () => {
      const answer = await send({ to: '+6591234567', text: 'Hello' })
      return { answer, state: await stateOf() }
    },
    ({ state }) => state === 'auth_failed',
  )
  const id = await sendRouted(owner, send)
  const message = await eventually(
    async () => detailOf(owner, idOf(await send({ to: '+6591234567', text: 'Hello' }))),
    ({ route }) => route?.skipped[0]?.reason === 'auth_failed',
  )
  expect(message.upstream_name).toBe(other.name)
  await ended(owner, id, MessageStatus.Delivered)
})

test('a request, or one number of it, is refused where no channel of its rule can carry it, as the docs say', async () => {
  const owner = await world.account({ balance: '5' })
  const { send } = await newSender(world, owner)
  const only = await channel(owner)
  await activate(owner, ruleOver([only.id]))
  await sendRouted(owner, send)
  await owner.call(upstreams.pause, { params: { id: UpstreamId.parse(only.id) }, body: { version: only.version } })
  await eventually(
    () => send({ to: '+6591234567', text: 'Hello' }),
    ({ status, body }) => status === 503 && body.code === '101303',
  )
  const { body } = await send({ to: ['+6591234567', '+12065550100'], text: 'Hello' })
  expect(body.data?.messages).toMatchObject([{ error: { code: '101303' } }, { price: '0.008500' }])
  expect(errorPages.no_upstream_available.stages).toEqual(expect.arrayContaining(['request', 'number']))
})

test('a test message goes over its channel alone, whatever the rules say', async () => {
  const owner = await world.account({ balance: '5', phone: '+6591239876' })
  const only = await channel(owner)
  const { message } = await owner.call(upstreams.test, {
    params: { id: UpstreamId.parse(only.id) },
    body: { to: '+6591239876' },
  })
  expect(await ended(owner, message, MessageStatus.Delivered)).toMatchObject({ upstream_name: only.name })
})

test('a receipt that the provider posts to the address of a channel settles its message, and no other address takes it', async () => {
  const owner = await world.account({ balance: '5' })
  const { send } = await newSender(world, owner)
  const late = await channel(owner, { behaviour: 'late' })
  await activate(owner, ruleOver([late.id]))
  const id = await sendRouted(owner, send)
  await ended(owner, id, MessageStatus.Sent)
  const { rows } = await world.pool.query<{ remote: string }>(
    'select remote_id as remote from handover where account_id = $1 and message_id = $2',
    [owner.id, id],
  )
  const post = async (url: string, body: unknown): Promise<number> => {
    const { pathname } = new URL(url)
    const payload = typeof body === 'string' ? body : JSON.stringify(body)
    const reply = await world.app.inject({
      method: 'POST',
      url: pathname,
      payload,
      headers: { 'content-type': 'application/json' },
    })
    return reply.statusCode
  }
  const receipt = [{ id: rows[0]?.remote, status: 'UNDELIV', to: '+6591234567' }]
  const url = late.receipt_url ?? ''
  expect(await post(`${url.slice(0, -1)}_`, receipt)).toBe(404)
  expect(await post(url, 'no receipts')).toBe(404)
  expect(await post(url, receipt)).toBe(200)
  expect(await ended(owner, id, MessageStatus.Undelivered)).toMatchObject({ upstream_code: 'UNDELIV' })
})

test('a channel without a fee in the price book carries no message: another one of its rule does, or it is refused', async () => {
  const owner = await world.account({ balance: '5' })
  const { send } = await newSender(world, owner)
  const asia = await channel(owner)
  await activate(owner, ruleOver([asia.id]))
  await sendRouted(owner, send)
  const row = { currency: Currency.Usd, country: 'SG', product: 'sms', scene: '*', unitPrice: micros(30_000n) } as const
  const now = world.clock.now()
  await inTransaction(world.pool, async (tx) => {
    const version = ((await lockVersions(tx)) ?? 0) + 1
    await insertVersion(tx, { version, sample: false, effectiveFrom: now, createdAt: now, rows: [row] })
  })
  await eventually(
    () => send({ to: '+6591234567', text: 'Hello' }),
    ({ body }) => body.details?.error === 'no_route',
  )
  await activate(owner, ruleOver([asia.id, 'standard']))
  expect(await detailOf(owner, await sendRouted(owner, send))).toMatchObject({
    upstream: 'sandbox',
    unit_price: '0.030000',
    route: { skipped: [{ name: asia.name, reason: 'no_price' }] },
  })
})
