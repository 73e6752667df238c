import { createHmac } from 'node:crypto'
import { smsDlr } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { plugins } from '@hongyan/contract/endpoints/extensions/plugins'
import { notices } from '@hongyan/contract/endpoints/account/notices'
import { messages } from '@hongyan/contract/endpoints/messaging/messages'
import { connectivity } from '@hongyan/contract/endpoints/messaging/connectivity'
import { DAY, HOUR, MINUTE, SECOND } from '@hongyan/contract/durations'
import type { WebhookDeliveryId, WebhookEndpointId } from '@hongyan/contract/ids'
import { webhooks as limits } from '@hongyan/contract/limits/webhooks'
import { WebhookDeliveryState } from '@hongyan/contract/vocabulary/webhook'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { patient } from '../../../../test/patience.ts'
import { newSender } from '../../../../test/sender.ts'
import {
  endpointForm,
  newEndpoint,
  type ReceivedWebhook,
  savedOf,
  startReceiver,
  type TestReceiver,
} from '../../../../test/webhook-receiver.ts'
import { alone } from '../../../db/tx.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { notify } from '../../../notices/notify.ts'
import { claimWaiting, standings, START, waitingLanes } from '../../../webhooks/claim.ts'
import { createDeliver } from '../../../webhooks/deliver.ts'
import { createWebhookSender } from '../../../webhooks/sender.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

const { Succeeded, Failing, Failed } = WebhookDeliveryState

let world: World
const open: TestReceiver[] = []
beforeAll(async () => {
  world = await newWorld()
})
afterAll(async () => {
  await world.close()
  await Promise.all(open.map(({ close }) => close()))
})

async function aReceiver(): Promise<TestReceiver> {
  const receiver = await startReceiver()
  open.push(receiver)
  return receiver
}

/** Runs the deliveries again and again until a condition holds. */
const delivered = async (holds: () => boolean | Promise<boolean>): Promise<void> =>
  vi.waitFor(
    async () => {
      await world.loops.run('webhooks')
      if (!(await holds())) throw new Error('not yet')
    },
    { timeout: patient(20_000), interval: 50 },
  )

const deliveriesOf = (owner: SignedIn, eid: WebhookEndpointId, query: object = {}) =>
  owner.call(smsDlr.deliveries, { params: { eid }, query })

async function sent(owner: SignedIn, body: object = {}): Promise<string> {
  const { send } = await newSender(world, owner)
  const { body: reply } = await send({ to: '+12065550100', text: 'Your order is on its way', scene: 2, ...body })
  return reply.data?.messages[0]?.id ?? ''
}

const signatureOf = (secret: string, { headers, body }: ReceivedWebhook): string => {
  const content = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

test('an endpoint receives the signed receipt of a message, and its delivery is in the log', async () => {
  const owner = await world.account()
  const receiver = await aReceiver()
  const { id: eid } = await newEndpoint(owner, { url: receiver.url, headers: [{ name: 'X-Team', value: 'orders' }] })
  const id = await sent(owner, { clientRef: 'order-7' })
  await delivered(() => receiver.received.length > 0)

  const [request] = receiver.received
  expect(request).toBeDefined()
  if (request === undefined) return
  expect(JSON.parse(request.body)).toMatchObject({
    type: 'sms.message.delivered',
    data: { id, clientRef: 'order-7', status: 'delivered', statusCode: 4, to: '+12065550100', iso: 'US', cc: '1' },
  })
  expect(request.headers).toMatchObject({ 'content-type': 'application/json', 'x-team': 'orders' })
  const { secret } = await owner.call(smsDlr.secret, { params: { eid } })
  expect(request.headers['webhook-signature']).toBe(signatureOf(secret, request))

  await delivered(async () => (await deliveriesOf(owner, eid, { status: Succeeded })).length === 1)
  const [delivery] = await deliveriesOf(owner, eid, { message: id })
  expect(delivery).toMatchObject({ type: 'sms.message.delivered', events: 1, tries: 1, code: 204, next_at: null })
  expect(delivery?.webhook_id).toBe(request.headers['webhook-id'])
  expect(await deliveriesOf(owner, eid, { message: '01900000-0000-7000-8000-000000000000' })).toEqual([])
})

test('a message names the deliveries of its events to each endpoint that wanted them', async () => {
  const owner = await world.account()
  const [live, dead] = [await aReceiver(), await aReceiver()]
  dead.answer(503)
  const shop = await newEndpoint(owner, { url: live.url, name: 'Shop' })
  await sent(owner)
  await delivered(async () => (await deliveriesOf(owner, shop.id, { status: Succeeded })).length === 1)
  const desk = await newEndpoint(owner, { url: dead.url, name: 'Desk' })
  await newEndpoint(owner, { url: live.url, name: 'Abroad', countries: ['FR'] })
  const [message] = await owner.call(messages.list, { query: { ref: await sent(owner) } })
  if (message === undefined) throw new Error('the log has no such message')
  const { id } = message
  const read = () => owner.call(messages.webhooks, { params: { id } })
  await delivered(async () => {
    const states = (await read()).map(({ state }) => state)
    return states.includes(Succeeded) && states.includes(Failing)
  })

  const found = (await read()).toSorted((one, another) => one.endpoint.name.localeCompare(another.endpoint.name))
  expect(found).toMatchObject([
    { endpoint: { id: desk.id, name: 'Desk' }, type: 'sms.message.delivered', state: Failing, code: 503 },
    { endpoint: { id: shop.id, name: 'Shop' }, type: 'sms.message.delivered', state: Succeeded, code: 204 },
  ])
  expect((await deliveriesOf(owner, desk.id, { message: id })).map((row) => row.id)).toEqual([found[0]?.id])
})

test('an account without endpoints leaves no event, and an endpoint gets those that it wants alone', async () => {
  const [without, owner] = [await world.account(), await world.account()]
  const receiver = await aReceiver()
  const marketing = await newEndpoint(owner, { url: receiver.url, name: 'Marketing', scenes: [3] })
  const abroad = await newEndpoint(owner, { url: receiver.url, name: 'Abroad', countries: ['FR'] })
  const money = await newEndpoint(owner, { url: receiver.url, name: 'Money', messages: 'none', groups: ['balance'] })
  const every = await newEndpoint(owner, { url: `${receiver.url}/every`, name: 'Every', messages: 'every' })
  // A claim would drop an event that was collected in vain, so each is noted as it is collected.
  await world.pool.query(
    `create table collected (endpoint_id uuid);
     create function note_collected() returns trigger language plpgsql as
       'begin insert into collected values (new.endpoint_id); return new; end';
     create trigger collected after insert on webhook_due for each row execute function note_collected()`,
  )
  onTestFinished(
    async () => void (await world.pool.query('drop function note_collected cascade; drop table collected')),
  )
  await sent(without)
  const id = await sent(owner)
  await delivered(() => receiver.received.some(({ body }) => body.includes('sms.message.delivered')))
  await world.loops.run('webhooks')
  expect(await deliveriesOf(owner, marketing.id)).toEqual([])
  expect(await deliveriesOf(owner, abroad.id)).toEqual([])
  expect(await deliveriesOf(owner, money.id)).toEqual([])
  const types = receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: { sequence: number } })
  expect(types.map(({ type }) => type)).toContain('sms.message.queued')
  expect((await deliveriesOf(owner, every.id, { message: id })).length).toBeGreaterThanOrEqual(2)
  const { rows } = await world.pool.query('select from webhook_due where account_id = $1', [without.id])
  expect(rows).toEqual([])
  const { rows: collected } = await world.pool.query('select distinct endpoint_id as id from collected')
  expect(collected).toEqual([{ id: every.id }])
})

test('a failed request is tried again under the same webhook-id, after waits that grow, until its tries are used up', async () => {
  const owner = await world.account()
  const receiver = await aReceiver()
  const { id: eid } = await newEndpoint(owner, { url: receiver.url, tries: 3 })
  receiver.answer(500)
  await sent(owner)
  await delivered(async () => (await deliveriesOf(owner, eid, { status: Failing })).length === 1)
  expect((await owner.call(smsDlr.get)).endpoints[0]).toMatchObject({ state: 'failing' })
  const waits: number[] = []
  for (const tries of [2, 3]) {
    const [before] = await deliveriesOf(owner, eid)
    waits.push(Date.parse(before?.next_at ?? '') - Date.parse(before?.tried_at ?? ''))
    world.clock.set(new Date(Date.parse(before?.next_at ?? '') + MINUTE))
    await delivered(async () => (await deliveriesOf(owner, eid))[0]?.tries === tries)
  }
  const [first = 0, second = 0] = waits
  expect(Math.abs(first - 5 * SECOND)).toBeLessThanOrEqual(limits.jitter * 5 * SECOND)
  expect(Math.abs(second - 5 * MINUTE)).toBeLessThanOrEqual(limits.jitter * 5 * MINUTE)
  expect(await deliveriesOf(owner, eid)).toMatchObject([{ state: Failed, tries: 3, code: 500, next_at: null }])
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)

  receiver.answer(200)
  const [failed] = await deliveriesOf(owner, eid)
  if (failed === undefined) throw new Error('no delivery')
  const { attempts } = await owner.call(smsDlr.delivery, { params: { eid, did: failed.id } })
  expect(attempts.map(({ number, code }) => [number, code])).toEqual([
    [3, 500],
    [2, 500],
    [1, 500],
  ])
  world.clock.advance(MINUTE)
  await owner.call(smsDlr.replay, { params: { eid, did: failed.id } })
  await delivered(async () => (await deliveriesOf(owner, eid, { status: Succeeded })).length === 1)
  expect((await owner.call(smsDlr.get)).endpoints[0]).toMatchObject({ state: 'on', failing_since: null })
})

test('an answer of 410 disables an endpoint, whose events wait and are delivered once it is enabled', async () => {
  const owner = await world.account()
  const receiver = await aReceiver()
  const { id: eid } = await newEndpoint(owner, { url: receiver.url })
  receiver.answer(410)
  await sent(owner)
  const endpoint = async () => (await owner.call(smsDlr.get)).endpoints[0]
  await delivered(async () => (await endpoint())?.state === 'disabled')
  expect(await endpoint()).toMatchObject({ disabled_reason: 'gone' })
  const told = (await owner.call(notices.list)).notices.filter(({ kind }) => kind === 'webhook_changed')
  expect(told.map(({ values }) => values)).toEqual([{ name: 'Orders', state: 'gone' }])
  const asked = receiver.received.length
  receiver.answer(200)
  await sent(owner, { text: 'Second' })
  await vi.waitFor(async () => expect((await endpoint())?.waiting).toBe(1), { timeout: patient(20_000) })
  await world.loops.run('webhooks')
  expect(receiver.received.length).toBe(asked)
  await owner.call(smsDlr.enable, { params: { eid } })
  await delivered(async () => (await deliveriesOf(owner, eid, { status: Succeeded })).length > 0)
  expect(await endpoint()).toMatchObject({ state: 'on', waiting: 0 })
})

test('Retry-After of an answer is a lower bound of the wait', async () => {
  const owner = await world.account()
  const receiver = await aReceiver()
  const { id: eid } = await newEndpoint(owner, { url: receiver.url })
  receiver.answer(429, { 'retry-after': '1800' })
  await sent(owner)
  await delivered(async () => (await deliveriesOf(owner, eid, { status: Failing })).length === 1)
  const [delivery] = await deliveriesOf(owner, eid)
  expect(Date.parse(delivery?.next_at ?? '') - Date.parse(delivery?.tried_at ?? '')).toBe(HOUR / 2)
})

test('events of a batch endpoint arrive as a list under one webhook-id', async () => {
  const owner = await world.account()
  const receiver = await aReceiver()
  const { id: eid } = await newEndpoint(owner, { url: receiver.url, batch: 100 })
  const { send } = await newSender(world, owner)
  const to = Array.from({ length: 12 }, (_, nr) => `+1206555${String(1000 + nr)}`)
  await send({ to, text: 'Hello', scene: 2 })
  const waiting = async () => (await owner.call(smsDlr.get)).endpoints[0]?.waiting
  await vi.waitFor(async () => expect(await waiting()).toBe(12), { timeout: patient(20_000) })
  await world.loops.run('webhooks')
  expect(receiver.received).toEqual([])
  world.clock.advance(2 * SECOND)
  await delivered(() => receiver.received.length === 1)
  const events = JSON.parse(receiver.received[0]?.body ?? '[]') as { data: { to: string } }[]
  expect(events.map(({ data }) => data.to).toSorted()).toEqual(to)
  await delivered(async () => (await deliveriesOf(owner, eid, { status: Succeeded })).length === 1)
  expect(await deliveriesOf(owner, eid)).toMatchObject([{ events: 12 }])
})

test('what the first address does not take goes to the failover address at once', async () => {
  const owner = await world.account()
  const [first, second] = [await aReceiver(), await aReceiver()]
  first.answer(503)
  const { id: eid } = await newEndpoint(owner, { url: first.url, failover_url: second.url })
  await sent(owner)
  await delivered(() => second.received.length === 1)
  expect(second.received[0]?.headers['webhook-id']).toBe(first.received[0]?.headers['webhook-id'])
  await delivered(async () => (await deliveriesOf(owner, eid, { status: Succeeded })).length === 1)
  expect(await deliveriesOf(owner, eid)).toMatchObject([{ tries: 2, code: 204 }])
})

test('after a rotation both secrets sign for a day, then the new one alone', async () => {
  const owner = await world.account()
  const receiver = await aReceiver()
  const { id: eid } = await newEndpoint(owner, { url: receiver.url })
  const { secret: old } = await owner.call(smsDlr.secret, { params: { eid } })
  const { secret } = await owner.call(smsDlr.rotate, { params: { eid } })
  await sent(owner)
  await delivered(() => receiver.received.length === 1)
  const [both] = receiver.received
  if (both === undefined) throw new Error('no request')
  expect(both.headers['webhook-signature']).toBe(`${signatureOf(secret, both)} ${signatureOf(old, both)}`)
  world.clock.advance(DAY + MINUTE)
  await owner.call(smsDlr.test, { params: { eid }, body: { type: 'webhook.test' } })
  const last = receiver.received.at(-1)
  expect(last?.headers['webhook-signature']).toBe(last && signatureOf(secret, last))
})

test('an account has a limited number of test requests a minute', async () => {
  const owner = await world.account()
  const receiver = await aReceiver()
  const { id: eid } = await newEndpoint(owner, { url: receiver.url })
  const ask = () => owner.ask(smsDlr.test, { params: { eid }, body: { type: 'webhook.test' } })
  for (let nr = 0; nr < limits.testsPerMinute; nr += 1) expect(await ask()).toMatchObject({ status: 200 })
  expect(await ask()).toMatchObject({ status: 429, body: { error: { code: 'limit_exceeded' } } })
  expect(receiver.received).toHaveLength(limits.testsPerMinute)
  world.clock.advance(MINUTE)
  expect(await ask()).toMatchObject({ status: 200 })
})

test('a test request is signed, waits for the answer and shows it', async () => {
  const owner = await world.account()
  const receiver = await aReceiver()
  const { id: eid } = await newEndpoint(owner, { url: receiver.url, on: false })
  const result = await owner.call(smsDlr.test, { params: { eid }, body: { type: 'sms.message.failed' } })
  expect(result).toMatchObject({ code: 204, failure: null })
  expect(result.request_body).toBe(receiver.received[0]?.body)
  expect(JSON.parse(result.request_body)).toMatchObject({ type: 'sms.message.failed' })
})

test('the temporary receiver shows what arrives, and another address of its kind is unknown', async () => {
  const owner = await world.account()
  expect(await owner.call(smsDlr.receiver)).toEqual({ url: null, expires_at: null, requests: [] })
  const { url } = await owner.call(smsDlr.openReceiver)
  const { pathname } = new URL(url ?? '')
  const headers = { 'content-type': 'application/json', 'webhook-id': 'msg_1' }
  const post = (path: string) => world.app.inject({ method: 'POST', url: path, headers, payload: '{"a":1}' })
  expect((await post(pathname)).statusCode).toBe(204)
  expect((await post(`${pathname}x`)).statusCode).toBe(404)
  const { requests } = await owner.call(smsDlr.receiver)
  expect(requests).toMatchObject([{ body: '{"a":1}' }])
  expect(requests[0]?.headers).toContainEqual(['webhook-id', 'msg_1'])
  await owner.call(smsDlr.closeReceiver)
  expect((await post(pathname)).statusCode).toBe(404)
})

test('stored header values stay unless they are replaced, and no reply has them', async () => {
  const owner = await world.account()
  const receiver = await aReceiver()
  const endpoint = await newEndpoint(owner, { url: receiver.url, headers: [{ name: 'X-Key', value: 'k-secret' }] })
  expect(JSON.stringify(await owner.call(smsDlr.get))).not.toContain('k-secret')
  const { version } = await owner.call(smsDlr.get)
  await owner.call(smsDlr.save, { body: { version, endpoints: [{ ...savedOf(endpoint), name: 'Renamed' }] } })
  await owner.call(smsDlr.test, { params: { eid: endpoint.id }, body: { type: 'webhook.test' } })
  expect(receiver.received[0]?.headers['x-key']).toBe('k-secret')
})

test('a stale version, too many endpoints and an address without an answer are refused, and change nothing', async () => {
  const owner = await world.account()
  const { url } = await aReceiver()
  const save = (version: number, endpoints: readonly object[]) =>
    owner.ask(smsDlr.save, { body: { version, endpoints } })
  expect(await save(3, [])).toMatchObject({ status: 409, body: { error: { code: 'state_conflict' } } })
  expect(
    await save(
      0,
      Array.from({ length: 6 }, () => endpointForm({ url })),
    ),
  ).toMatchObject({
    status: 409,
    body: { error: { code: 'too_many_endpoints' } },
  })
  expect(await save(0, [endpointForm({ url: 'http://127.0.0.1:1/' })])).toMatchObject({
    status: 400,
    body: { error: { code: 'url_unreachable', field: 'endpoints[0].url' } },
  })
  expect(await owner.call(smsDlr.get)).toMatchObject({ version: 0, endpoints: [] })
})

test('removing an endpoint removes what waits for it, and connectivity follows the endpoints', async () => {
  const owner = await world.account()
  const webhook = async () => (await owner.call(connectivity.list)).find(({ id }) => id === 'webhook')
  expect(await webhook()).toMatchObject({ state: 'not_set_up' })
  expect(await owner.call(plugins.list)).toContainEqual({ id: 'sms-dlr' })
  const receiver = await aReceiver()
  const { id: eid } = await newEndpoint(owner, { url: receiver.url })
  expect(await webhook()).toMatchObject({ state: 'operational' })
  receiver.answer(500)
  await sent(owner)
  await delivered(async () => (await deliveriesOf(owner, eid, { status: Failing })).length === 1)
  expect(await webhook()).toMatchObject({ state: 'down' })
  const { version } = await owner.call(smsDlr.get)
  await owner.call(smsDlr.save, { body: { version, endpoints: [] } })
  expect(await webhook()).toMatchObject({ state: 'not_set_up' })
  expect(await leftOf(owner)).toEqual({ due: 0, deliveries: 1, tries: 1 })
  await world.loops.run('webhook-upkeep')
  expect(await leftOf(owner)).toEqual({ due: 0, deliveries: 0, tries: 0 })
})

/** The rows of an account's endpoints, those that were removed too. */
async function leftOf({ id }: SignedIn) {
  const { rows } = await world.pool.query(
    `select (select count(*)::integer from webhook_due where account_id = $1) as due,
       (select count(*)::integer from webhook_delivery where account_id = $1) as deliveries,
       (select count(*)::integer from webhook_try where account_id = $1) as tries`,
    [id],
  )
  return rows[0] as { due: number; deliveries: number; tries: number } // the three columns above
}

/** Gives an endpoint waiting events, deliveries that failed with one try each, and so many of each. */
async function layRows(owner: SignedIn, eid: WebhookEndpointId, from: Date, count: number): Promise<void> {
  const key = [owner.id, eid]
  const ids = Array.from({ length: count }, (_, nr) => uuidv7(new Date(from.getTime() + nr)))
  await world.pool.query(
    `insert into webhook_due (account_id, endpoint_id, id, type, at, data)
     select $1, $2, id, 'balance.low', $4, '{}' from unnest($3::uuid[]) as id`,
    [...key, ids, from],
  )
  await world.pool.query(
    `insert into webhook_delivery (account_id, endpoint_id, id, type, messages, events, state, created_at, content_type, body)
     select $1, $2, id, 'balance.low', '{}', 1, $5, $4, 'application/json', '{}' from unnest($3::uuid[]) as id`,
    [...key, ids, from, Failed],
  )
  await world.pool.query(
    `insert into webhook_try (account_id, endpoint_id, delivery_id, nr, at, url, failure, request_body)
     select $1, $2, id, 1, $4, 'https://shop.example', 'status', '{}' from unnest($3::uuid[]) as id`,
    [...key, ids, from],
  )
}

test('nothing of a removed endpoint is sent, listed, read or replayed, and the upkeep deletes its rows alone', async () => {
  const owner = await world.account()
  const receiver = await aReceiver()
  const gone = await newEndpoint(owner, { url: receiver.url, name: 'Gone', groups: ['balance'] })
  const stays = await newEndpoint(owner, { url: receiver.url, name: 'Stays', groups: ['balance'], on: false })
  const many = 2_500
  const from = world.clock.now()
  await layRows(owner, gone.id, from, many)
  await layRows(owner, stays.id, from, 3)
  const [delivery] = await deliveriesOf(owner, gone.id)
  if (delivery === undefined) throw new Error('no delivery')
  const { version } = await owner.call(smsDlr.get)
  const saved = await owner.call(smsDlr.save, { body: { version, endpoints: [savedOf(stays)] } })
  expect(saved.endpoints.map(({ name }) => name)).toEqual(['Stays'])

  const params = { eid: gone.id, did: delivery.id }
  const range = { from: from.toISOString(), to: new Date(from.getTime() + DAY).toISOString(), state: 'all' as const }
  const notFound = { status: 404, body: { error: { code: 'not_found' } } }
  expect(await owner.ask(smsDlr.deliveries, { params: { eid: gone.id } })).toMatchObject(notFound)
  expect(await owner.ask(smsDlr.delivery, { params })).toMatchObject(notFound)
  expect(await owner.ask(smsDlr.replay, { params })).toMatchObject(notFound)
  expect(await owner.ask(smsDlr.replayMany, { params: { eid: gone.id }, body: range })).toMatchObject(notFound)
  expect(await owner.ask(smsDlr.secret, { params: { eid: gone.id } })).toMatchObject(notFound)
  await world.loops.run('webhooks')
  expect(receiver.received).toEqual([])
  expect(await leftOf(owner)).toEqual({ due: many + 3, deliveries: many + 3, tries: many + 3 })
  const { rows } = await world.pool.query(
    'select from webhook_delivery where account_id = $1 and next_at is not null',
    [owner.id],
  )
  expect(rows).toEqual([])

  await world.loops.run('webhook-upkeep')
  expect(await leftOf(owner)).toEqual({ due: 3, deliveries: 3, tries: 3 })
  expect(await deliveriesOf(owner, stays.id)).toHaveLength(3)
})

test('the upkeep deletes what is older than its days of each endpoint, and goes on behind a table that it cannot read', async () => {
  const [one, another] = [await world.account(), await world.account()]
  const { url } = await aReceiver()
  const old = new Date(world.clock.now().getTime() - (limits.keptDays + 1) * DAY)
  for (const owner of [one, another]) {
    const { id } = await newEndpoint(owner, { url, on: false })
    await layRows(owner, id, old, 1_200)
    await layRows(owner, id, world.clock.now(), 2)
  }
  await world.pool.query('alter table webhook_due rename to webhook_due_away')
  await world.loops.run('webhook-upkeep').catch(() => undefined)
  await world.pool.query('alter table webhook_due_away rename to webhook_due')
  for (const owner of [one, another]) expect(await leftOf(owner)).toEqual({ due: 1_202, deliveries: 2, tries: 2 })
  await world.loops.run('webhook-upkeep')
  for (const owner of [one, another]) expect(await leftOf(owner)).toEqual({ due: 2, deliveries: 2, tries: 2 })
})

test('a notice of a review or of money is an event for the endpoints that want its group', async () => {
  const owner = await world.account()
  const receiver = await aReceiver()
  await newEndpoint(owner, { url: receiver.url, messages: 'none', groups: ['balance'] })
  const [account, at] = [owner.id, world.clock.now()]
  const values = { below: '20.000000', balance: '19.000000', currency: 'USD' }
  const db = alone(world.pool)
  await notify(db, { account, kind: 'balance_low', values, at })
  await notify(db, { account, kind: 'template_approved', values: { name: 'Order' }, at })
  await delivered(() => receiver.received.length > 0)
  await world.loops.run('webhooks')
  expect(receiver.received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { type: 'balance.low', data: values },
  ])
})

test('events that an endpoint no longer wants are not sent, and none is sent as the receipt of a message', async () => {
  const owner = await world.account()
  const receiver = await aReceiver()
  await newEndpoint(owner, { url: receiver.url, groups: ['balance'] })
  const values = { below: '20.000000', balance: '19.000000', currency: 'USD' }
  await notify(alone(world.pool), { account: owner.id, kind: 'balance_low', values, at: world.clock.now() })
  const { version, endpoints } = await owner.call(smsDlr.get)
  expect(endpoints.map(({ waiting }) => waiting)).toEqual([1])
  const changed = endpoints.map((one) => ({ ...savedOf(one), envelope: 'compatible' as const, groups: [] }))
  const saved = await owner.call(smsDlr.save, { body: { version, endpoints: changed } })
  expect(saved.endpoints.map(({ waiting }) => waiting)).toEqual([0])
  // An event that was collected while the settings were saved.
  await world.pool.query(
    `insert into webhook_due (account_id, endpoint_id, id, type, at, data)
     select account_id, id, gen_random_uuid(), 'balance.low', $2, $3 from webhook_endpoint where account_id = $1`,
    [owner.id, world.clock.now(), values],
  )
  const id = await sent(owner)
  await delivered(
    async () => (await owner.call(smsDlr.get)).endpoints[0]?.waiting === 0 && receiver.received.length > 0,
  )
  expect(receiver.received.map(({ body }) => (JSON.parse(body) as { id: string }).id)).toEqual([id])
})

test('an event that waits while its endpoint gives up its type is dropped once it comes up, and later ones are sent', async () => {
  const owner = await world.account()
  const receiver = await aReceiver()
  await newEndpoint(owner, { url: receiver.url, messages: 'none', groups: ['balance'] })
  await world.pool.query(
    `insert into webhook_due (account_id, endpoint_id, id, type, at, data)
     select account_id, id, $2, 'broadcast.started', $3, '{}' from webhook_endpoint where account_id = $1`,
    [owner.id, uuidv7(world.clock.now()), world.clock.now()],
  )
  const values = { below: '20.000000', balance: '19.000000', currency: 'USD' }
  await notify(alone(world.pool), { account: owner.id, kind: 'balance_low', values, at: world.clock.now() })
  await delivered(
    async () => (await owner.call(smsDlr.get)).endpoints[0]?.waiting === 0 && receiver.received.length > 0,
  )
  expect(receiver.received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([{ type: 'balance.low' }])
})

test('deliveries are found and replayed by state and moment, also where their events waited for days before', async () => {
  const owner = await world.account()
  const { id: eid } = await newEndpoint(owner, { url: (await aReceiver()).url, on: false })
  const now = world.clock.now().getTime()
  const at = (days: number) => new Date(now - days * DAY)
  const { Pending } = WebhookDeliveryState
  // Event, delivery and state: the first three were collected while the endpoint was disabled, and then claimed in order.
  const laid = [
    { event: at(6), created: at(2), state: Succeeded },
    { event: at(5), created: new Date(at(2).getTime() + SECOND), state: Failed },
    { event: at(3), created: new Date(at(2).getTime() + 2 * SECOND), state: Failing },
    { event: at(1), created: at(1), state: Failed },
    { event: at(0), created: at(0), state: Pending },
  ]
  for (const { event, created, state } of laid) {
    await world.pool.query(
      `insert into webhook_delivery (account_id, endpoint_id, id, type, messages, events, state, created_at, content_type, body, next_at)
       values ($1, $2, $3, 'balance.low', '{}', 1, $4::smallint, $5, 'application/json', '{}', $6)`,
      [owner.id, eid, uuidv7(event), state, created, state === Pending || state === Failing ? at(0) : null],
    )
  }
  const statesOf = async (query: object) => (await deliveriesOf(owner, eid, query)).map(({ state }) => state)
  expect(await statesOf({})).toEqual([Pending, Failed, Failing, Failed, Succeeded])
  for (const state of [Pending, Failing, Failed, Succeeded])
    expect(await statesOf({ status: state })).toEqual(laid.flatMap((one) => (one.state === state ? [one.state] : [])))
  const [twoDays, later] = [at(2).toISOString(), new Date(at(2).getTime() + SECOND).toISOString()]
  expect(await statesOf({ from: twoDays })).toEqual([Pending, Failed, Failing, Failed, Succeeded])
  expect(await statesOf({ from: later, to: at(1).toISOString() })).toEqual([Failing, Failed])
  expect(await statesOf({ to: later })).toEqual([Succeeded])
  expect(await statesOf({ to: later, status: Failed })).toEqual([])
  expect(await statesOf({ from: '0001-01-01T00:00:00Z', to: '0001-01-02T00:00:00Z' })).toEqual([])
  expect(await statesOf({ type: 'balance.recharged' })).toEqual([])
  const replayed = (from: string, to: string, state: 'all' | 'failed') =>
    owner.call(smsDlr.replayMany, { params: { eid }, body: { from, to, state } })
  expect(await replayed(later, later, 'failed')).toEqual({ deliveries: 1 })
  expect(await replayed(twoDays, at(0).toISOString(), 'all')).toEqual({ deliveries: 2 })
})

test('an endpoint that gives up one group of events still gets what waits for it of the others', async () => {
  const owner = await world.account()
  const receiver = await aReceiver()
  await newEndpoint(owner, { url: receiver.url, messages: 'none', groups: ['review', 'balance'] })
  const [account, at] = [owner.id, world.clock.now()]
  const values = { below: '20.000000', balance: '19.000000', currency: 'USD' }
  const db = alone(world.pool)
  await notify(db, { account, kind: 'balance_low', values, at })
  await notify(db, { account, kind: 'template_approved', values: { name: 'Order' }, at })
  const { version, endpoints } = await owner.call(smsDlr.get)
  expect(endpoints.map(({ waiting }) => waiting)).toEqual([2])
  const narrower = endpoints.map((one) => ({ ...savedOf(one), groups: ['balance' as const] }))
  const saved = await owner.call(smsDlr.save, { body: { version, endpoints: narrower } })
  expect(saved.endpoints.map(({ waiting }) => waiting)).toEqual([1])
  await delivered(() => receiver.received.length > 0)
  expect(receiver.received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([{ type: 'balance.low' }])
})

test('a request whose process died before its result is logged as lost and sent again under the same webhook-id', async () => {
  const owner = await world.account()
  const receiver = await aReceiver()
  const { id: eid } = await newEndpoint(owner, { url: receiver.url })
  await sent(owner)
  const lanes = async () => {
    const found = await waitingLanes(world.pool, world.clock.now(), { busy: [], standings, after: START })
    return found.lanes.filter(({ id }) => id === eid)
  }
  await vi.waitFor(async () => expect(await lanes()).toHaveLength(1), { timeout: patient(20_000) })
  const claimed = await claimWaiting(
    world.pool,
    (await lanes()).map((target) => ({ target, room: 1 })),
    world.clock.now(),
  )
  await world.loops.run('webhooks')
  expect(receiver.received).toEqual([])
  world.clock.advance(2 * MINUTE)
  await delivered(() => receiver.received.length === 1)
  expect(receiver.received[0]?.body).toBe(claimed[0]?.body)
  expect(receiver.received[0]?.headers['webhook-id']).toBe(`msg_${claimed[0]?.id.replaceAll('-', '')}`)
  await delivered(async () => (await deliveriesOf(owner, eid, { status: Succeeded })).length === 1)
  const { attempts } = await owner.call(smsDlr.delivery, { params: { eid, did: claimed[0]?.id as WebhookDeliveryId } })
  expect(attempts).toMatchObject([
    { number: 2, failure: null, code: 204 },
    { number: 1, failure: 'lost', code: null, latency_ms: null, request_body: null },
  ])
})

test('a request that cannot be made is a failed try, and holds up no other endpoint', async () => {
  const owner = await world.account()
  const receiver = await aReceiver()
  const { id: broken } = await newEndpoint(owner, { url: receiver.url, name: 'Broken', tries: 1 })
  await newEndpoint(owner, { url: receiver.url, name: 'Whole' })
  await world.pool.query(`update webhook_endpoint set sealed_secret = 'of a key that is lost' where id = $1`, [broken])
  await sent(owner)
  await delivered(async () => (await deliveriesOf(owner, broken, { status: Failed })).length === 1)
  const [delivery] = await deliveriesOf(owner, broken)
  expect(delivery).toMatchObject({ tries: 1, code: null, failure: 'internal', next_at: null })
  await delivered(() => receiver.received.length === 1)
})

test('a stop breaks off requests that hang, and they are logged as lost and sent again at once', async () => {
  const owner = await world.account()
  const receiver = await aReceiver()
  const { id: eid } = await newEndpoint(owner, { url: receiver.url })
  receiver.hold()
  await sent(owner)
  const sender = createWebhookSender({ strict: false, clock: world.clock })
  const another = createDeliver({ ...world, sender, healthChanged: () => Promise.resolve() })
  const { signal } = new AbortController()
  await vi.waitFor(
    async () => {
      await another.loop.run(signal)
      expect(receiver.received).toHaveLength(1)
    },
    { timeout: patient(20_000), interval: 50 },
  )
  await another.stop()
  receiver.answer(204)
  await delivered(async () => (await deliveriesOf(owner, eid, { status: Succeeded })).length === 1)
  const [{ id: did } = { id: '' }] = await deliveriesOf(owner, eid)
  const { attempts } = await owner.call(smsDlr.delivery, { params: { eid, did } })
  expect(attempts).toMatchObject([
    { number: 2, failure: null, code: 204 },
    { number: 1, failure: 'lost', code: null },
  ])
  expect((await owner.call(smsDlr.get)).endpoints[0]).toMatchObject({ state: 'on', failing_since: null })
})
