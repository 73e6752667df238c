import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HOUR } from '@hongyan/contract/durations'
import { topUp } from '@hongyan/contract/endpoints/finance/top-up'
import { TopUpId } from '@hongyan/contract/ids'
import { micros } from '@hongyan/contract/money'
import { TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callBack, findings, newPayer, type Payer } from '../../../test/payer.ts'
import { eventually } from '../../../test/sender.ts'
import { newWorld, type World } from '../../../test/world.ts'
import { uuidv7 } from '../../kit/ids.ts'

const WEBHOOK = 'whsec_faults'

type Answer = (request: IncomingMessage, body: string, response: ServerResponse) => unknown

let world: World
let stripe: Server
let answer: Answer
/** Stripe's response to a new session. */
const session = (id: string) => ({ id, object: 'checkout.session', url: `https://checkout.example.com/${id}` })
const failEverything: Answer = (_, __, response) => response.writeHead(500).end('{}')

beforeAll(async () => {
  stripe = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => void answer(request, body, response))
  })
  await new Promise<void>((resolve) => stripe.listen(0, '127.0.0.1', resolve))
  const { port } = stripe.address() as AddressInfo // it listens on a port
  world = await newWorld({
    PUBLIC_URL: 'http://localhost',
    STRIPE_SECRET_KEY: 'sk_test_faults',
    STRIPE_WEBHOOK_SECRET: WEBHOOK,
    STRIPE_API_BASE: `http://127.0.0.1:${port}`,
  })
})
beforeEach(() => {
  answer = failEverything
})
afterAll(async () => {
  await world.close()
  stripe.closeAllConnections()
  stripe.close()
})

const begin = (payer: Payer) => payer.ask(topUp.create, { body: { amount: '20', channel: 'stripe', currency: 'USD' } })
const ordersOf = ({ id }: Payer) =>
  world.db.selectFrom('top_up').selectAll().where('account_id', '=', id).orderBy('id').execute()

const expired = { payment_status: 'unpaid', status: 'expired' }

/** Posts a webhook of Stripe about an order's session. */
async function sendWebhook(reference: string, kind: 'completed' | 'expired', state: object): Promise<number> {
  const object = { ...session('cs_1'), client_reference_id: reference, ...state }
  const type = `checkout.session.${kind}`
  const body = JSON.stringify({ id: `evt_${kind}_${reference}`, object: 'event', type, data: { object } })
  const timestamp = Math.floor(world.clock.now().getTime() / 1_000)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: WEBHOOK, timestamp })
  return (await callBack(world, 'stripe', { headers: { 'stripe-signature': signature }, body })).status
}

const sendPaid = (reference: string): Promise<number> => {
  const payment = { amount_total: 2_000, currency: 'usd', payment_intent: 'pi_1' }
  return sendWebhook(reference, 'completed', { ...payment, payment_status: 'paid', status: 'complete' })
}

test('an order is stored before its channel is called, and fails when the channel refuses it', async () => {
  const payer = await newPayer(world, 'stripe')
  const seen: unknown[] = []
  answer = async (_, __, response) => {
    seen.push((await ordersOf(payer)).map(({ status, action, test: isTest }) => ({ status, action, isTest })))
    response.writeHead(400).end('{"error":{"type":"invalid_request_error"}}')
  }
  expect(await begin(payer)).toMatchObject({ status: 503, body: { error: { code: 'payment_unreachable' } } })
  expect(seen).toEqual([[{ status: TopUpStatus.Open, action: null, isTest: false }]])
  expect(await ordersOf(payer)).toMatchObject([{ status: TopUpStatus.Failed, poll_at: null }])
})

test('a payment whose webhook arrives before the channel’s response is credited, and the payer gets the address', async () => {
  const payer = await newPayer(world, 'stripe')
  answer = async (_, body, response) => {
    const reference = new URLSearchParams(body).get('client_reference_id') ?? ''
    expect(await sendPaid(reference)).toBe(200)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(session('cs_1')))
  }
  expect(await begin(payer)).toMatchObject({ status: 200, body: { payload: 'https://checkout.example.com/cs_1' } })
  expect(await ordersOf(payer)).toMatchObject([{ status: TopUpStatus.Paid, remote_id: 'cs_1', poll_at: null }])
  expect(await payer.balance()).toBe('20.000000')
})

test('an order that its owner cancels is shown as cancelled, although the channel reports its end first', async () => {
  const payer = await newPayer(world, 'stripe')
  const id = await insert(payer, {})
  answer = async (_, __, response) => {
    expect(await sendWebhook(id.replaceAll('-', ''), 'expired', expired)).toBe(200)
    expect(await ordersOf(payer)).toMatchObject([{ status: TopUpStatus.Expired }])
    const json = { 'content-type': 'application/json' }
    response.writeHead(200, json).end(JSON.stringify({ ...session('cs_1'), ...expired }))
  }
  expect(await payer.call(topUp.cancel, { params: { id } })).toEqual({ status: TopUpStatus.Cancelled, extra: {} })
})

test('an order whose process ended before the response fails within a minute, and a payment of it is credited', async () => {
  const payer = await newPayer(world, 'stripe')
  const order = await insert(payer, { action: null, payload: null, remote_id: null })
  world.clock.advance(60_000)
  await world.payments.pollOrders()
  expect(await ordersOf(payer)).toMatchObject([{ status: TopUpStatus.Failed }])
  expect(await sendPaid(order.replaceAll('-', ''))).toBe(200)
  expect(await ordersOf(payer)).toMatchObject([{ status: TopUpStatus.Paid }])
  expect(await payer.balance()).toBe('20.000000')
})

test('an order whose channel gives no response for a day is shown as expired, and polled on', async () => {
  const payer = await newPayer(world, 'stripe')
  await insert(payer, {})
  world.clock.advance(2 * HOUR)
  await world.payments.pollOrders()
  expect(await ordersOf(payer)).toMatchObject([{ status: TopUpStatus.Open }])
  world.clock.advance(24 * HOUR)
  await world.payments.pollOrders()
  expect(await ordersOf(payer)).toMatchObject([{ status: TopUpStatus.Expired, poll_at: expect.any(Date) }])
})

test('an order whose channel is no longer offered is shown as expired, and polled on', async () => {
  const bare = await newWorld({ SANDBOX: '0' })
  const payer = await newPayer(bare, 'stripe')
  const id = await insert(payer, {}, bare)
  bare.clock.advance(26 * HOUR)
  await bare.payments.pollOrders()
  const order = bare.db.selectFrom('top_up').select(['status', 'poll_at']).where('id', '=', id)
  expect(await order.executeTakeFirst()).toEqual({ status: TopUpStatus.Expired, poll_at: expect.any(Date) })
  await bare.close()
})

test('a channel that hangs does not delay another', async () => {
  const [slow, quick] = [await newPayer(world, 'stripe'), await newPayer(world, 'wxpay')]
  await insert(slow, {})
  const order = await quick.begin('88.03')
  await quick.pay(order)
  const hanging: ServerResponse[] = []
  answer = (_, __, response) => hanging.push(response)
  world.clock.advance(60_000)
  const polling = world.payments.pollOrders()
  expect(await eventually(quick.balance, (balance) => balance !== '0.000000')).toBe('88.030000')
  expect(hanging).toHaveLength(1)
  answer = failEverything
  for (const response of hanging) response.destroy()
  await polling
  expect(await ordersOf(slow)).toMatchObject([{ status: TopUpStatus.Open }])
})

test('faults of channels leave both proofs of the ledger clean', async () => {
  expect(await findings(world)).toEqual([])
})

/** Stores an open order, as a process that died would leave it. */
async function insert(
  { id: account_id }: Payer,
  change: { readonly action?: 'open' | null; readonly payload?: string | null; readonly remote_id?: string | null },
  into: World = world,
): Promise<TopUpId> {
  const now = into.clock.now()
  const id = TopUpId.parse(uuidv7(now))
  const usual = { action: 'open' as const, payload: 'https://checkout.example.com/cs_2', remote_id: 'cs_2' }
  await into.db
    .insertInto('top_up')
    .values({
      account_id,
      id,
      channel: 'stripe',
      currency: 'USD',
      amount_micros: micros(20_000_000n),
      test: false,
      created_at: now,
      expires_at: new Date(now.getTime() + HOUR),
      poll_at: new Date(now.getTime() + 60_000),
      ...usual,
      ...change,
    })
    .execute()
  return id
}
