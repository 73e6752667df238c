import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import { refunds } from '@hongyan/contract/endpoints/finance/refunds'
import { topUp } from '@hongyan/contract/endpoints/finance/top-up'
import { TransactionId } from '@hongyan/contract/ids'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newOrderEvents } from '../../test/order-events.ts'
import { findings, newPayer, type Payer } from '../../test/payer.ts'
import { eventually } from '../../test/sender.ts'
import { newWorld, type World } from '../../test/world.ts'

interface StripeCall {
  readonly method: string
  readonly body: URLSearchParams
  readonly respond: (value: object) => void
}

let world: World
let stripe: Server
let answer: (call: StripeCall) => void
/** The calls that Stripe has received and not answered. */
let unanswered: StripeCall[]

beforeAll(async () => {
  stripe = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const respond = (value: object) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
      answer({ method: request.method ?? '', body: new URLSearchParams(body), respond })
    })
  })
  await new Promise<void>((resolve) => stripe.listen(0, '127.0.0.1', resolve))
  const { port } = stripe.address() as AddressInfo // it listens on a port
  world = await newWorld({
    PUBLIC_URL: 'http://localhost',
    STRIPE_SECRET_KEY: 'sk_test_faults',
    STRIPE_WEBHOOK_SECRET: 'whsec_faults',
    STRIPE_API_BASE: `http://127.0.0.1:${port}`,
  })
})
beforeEach(() => {
  unanswered = []
  answer = (call) => unanswered.push(call)
})
afterAll(async () => {
  await world.close()
  stripe.closeAllConnections()
  stripe.close()
})

/** Ends the minute of a call whose process hangs or has died. */
const endLease = ({ id }: Payer) =>
  world.pool.query('update console_answer set runs_until = now() where account_id = $1', [id])
/** Takes the stored response away, as if the process had died before it was stored. */
const loseAnswer = ({ id }: Payer) =>
  world.pool.query('update console_answer set sealed_answer = null, runs_until = now() where account_id = $1', [id])
const hangs = () =>
  eventually(
    async () => unanswered.length,
    (count) => count === 1,
  )
const headers = { 'idempotency-key': 'once' }
const refundObject = (body: URLSearchParams) => ({
  id: 're_1',
  object: 'refund',
  amount: Number(body.get('amount')),
  status: 'succeeded',
  payment_intent: body.get('payment_intent'),
  metadata: { refund_id: body.get('metadata[refund_id]') },
})

async function newRefundCall() {
  const payer = await newPayer(world, 'stripe')
  const order = await newOrderEvents(world).paid(payer.id, 'stripe', '50')
  await world.pool.query('update account set realname_auth = true where id = $1', [payer.id])
  await world.pool.query('update top_up set test = false, payment_id = $2 where id = $1', [order.id, `pi_${payer.id}`])
  const call = { params: { id: TransactionId.parse(order.id) }, headers }
  const refund = () => payer.ask(refunds.create, { ...call, body: { amount: '20', reason: 'We paid too much' } })
  const rows = async () =>
    (await world.pool.query('select status, amount_micros from refund where account_id = $1', [payer.id])).rows
  return { payer, refund, rows }
}

test('a refund whose process dies within the call of its channel is repeated as the same refund', async () => {
  const { payer, refund, rows } = await newRefundCall()
  const first = refund()
  await hangs()
  // The refund loop finds the refund that the channel carried out.
  const [call] = unanswered
  answer = ({ respond }) =>
    respond({
      object: 'list',
      has_more: false,
      url: '/v1/refunds',
      data: call === undefined ? [] : [refundObject(call.body)],
    })
  world.clock.advance(60_000)
  await world.payments.pollRefunds()
  await endLease(payer)
  expect(await refund()).toMatchObject({ status: 200, body: { status: 'done', amount: '20.000000' } })
  call?.respond(refundObject(call.body))
  await first
  expect(await refund()).toMatchObject({ headers: { 'idempotent-replayed': 'true' }, body: { status: 'done' } })
  expect(await rows()).toEqual([{ status: 'done', amount_micros: 20_000_000n }])
  expect(await findings(world)).toEqual([])
})

test('a repeated refund that its channel never received is sent by the repeated call', async () => {
  const { payer, refund, rows } = await newRefundCall()
  const first = refund()
  await hangs()
  const [lost] = unanswered
  answer = ({ method, body, respond }) =>
    respond(method === 'GET' ? { object: 'list', has_more: false, url: '/v1/refunds', data: [] } : refundObject(body))
  await endLease(payer)
  expect(await refund()).toMatchObject({ status: 200, body: { status: 'done' } })
  lost?.respond(refundObject(lost.body))
  await first
  expect(await rows()).toEqual([{ status: 'done', amount_micros: 20_000_000n }])
  expect(await payer.balance()).toBe('30.000000')
})

const begin = (payer: Payer) =>
  payer.ask(topUp.create, { body: { amount: '20', channel: 'stripe', currency: 'USD' }, headers })
const ordersOf = ({ id }: Payer) =>
  world.db.selectFrom('top_up').selectAll().where('account_id', '=', id).orderBy('id').execute()
const session = (id: string) => ({ id, object: 'checkout.session', url: `https://checkout.example.com/${id}` })
const openSession = ({ respond }: StripeCall) => respond(session('cs_1'))

test('a top-up whose process dies within the call of its channel is repeated as the same order', async () => {
  const payer = await newPayer(world, 'stripe')
  const first = begin(payer)
  await hangs()
  answer = openSession
  await endLease(payer)
  const repeated = await begin(payer)
  expect(repeated).toMatchObject({ status: 200, body: { payload: 'https://checkout.example.com/cs_1' } })
  for (const call of unanswered) openSession(call)
  expect((await first).body).toEqual(repeated.body)
  expect(await ordersOf(payer)).toMatchObject([{ status: TopUpStatus.Open, remote_id: 'cs_1' }])
})

test('a repeated top-up whose order was closed meanwhile is refused, and its key then begins a new order', async () => {
  const payer = await newPayer(world, 'stripe')
  const first = begin(payer)
  await hangs()
  answer = openSession
  world.clock.advance(60_000)
  await world.payments.pollOrders()
  await endLease(payer)
  expect(await begin(payer)).toMatchObject({ status: 503, body: { error: { code: 'payment_unreachable' } } })
  expect(await begin(payer)).toMatchObject({ status: 200 })
  expect(await ordersOf(payer)).toMatchObject([{ status: TopUpStatus.Failed }, { status: TopUpStatus.Open }])
  for (const call of unanswered) openSession(call)
  await first
})

test('a top-up whose response was lost is repeated with the same payment link', async () => {
  const payer = await newPayer(world, 'stripe')
  answer = openSession
  const first = await begin(payer)
  await loseAnswer(payer)
  expect((await begin(payer)).body).toEqual(first.body)
  expect(await ordersOf(payer)).toHaveLength(1)
})

test('a top-up that is repeated after a method was blocked closes its page and opens one without the method', async () => {
  const payer = await newPayer(world, 'stripe')
  answer = openSession
  await begin(payer)
  await loseAnswer(payer)
  await world.pool.query('update account set status = $2 where id = $1', [payer.id, AccountStatus.PayPalBlocked])
  const opened: (string | null)[] = []
  answer = ({ body, respond }) => {
    if (!body.has('mode')) return respond({ ...session('cs_1'), status: 'expired', payment_status: 'unpaid' })
    opened.push(body.get('excluded_payment_method_types[0]'))
    return respond(session('cs_2'))
  }
  const repeated = await begin(payer)
  expect(repeated).toMatchObject({ status: 200, body: { payload: 'https://checkout.example.com/cs_2' } })
  expect(opened).toEqual(['paypal'])
  const orders = await ordersOf(payer)
  expect(orders).toMatchObject([{ status: TopUpStatus.Cancelled }, { status: TopUpStatus.Open, remote_id: 'cs_2' }])
})

test('a credential whose response was lost is returned again and not made twice', async () => {
  const payer = await newPayer(world, 'stripe')
  const create = () => payer.ask(credentials.create, { body: { mode: AuthMode.Hmac }, headers })
  const first = await create()
  await loseAnswer(payer)
  expect((await create()).body).toEqual(first.body)
  expect(await payer.call(credentials.list)).toHaveLength(1)
})
