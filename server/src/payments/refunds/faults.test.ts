import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { refunds } from '@hongyan/contract/endpoints/finance/refunds'
import { TransactionId } from '@hongyan/contract/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newOrderEvents } from '../../../test/order-events.ts'
import { findings, newPayer } from '../../../test/payer.ts'
import { newWorld, type World } from '../../../test/world.ts'

type Answer = (request: IncomingMessage, body: URLSearchParams, response: ServerResponse) => unknown

let world: World
let stripe: Server
let answer: Answer
let requests: { readonly method: string | undefined; readonly path: string | undefined; readonly key: unknown }[]
const failEverything: Answer = (_, __, response) => response.writeHead(500).end('{}')
const respond = (response: ServerResponse, status: number, value: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
const emptyList = { object: 'list', data: [], has_more: false, url: '/v1/refunds' }

beforeAll(async () => {
  stripe = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      requests.push({ method: request.method, path: request.url, key: request.headers['idempotency-key'] })
      void answer(request, new URLSearchParams(body), response)
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
  answer = failEverything
  requests = []
})
afterAll(async () => {
  await world.close()
  stripe.closeAllConnections()
  stripe.close()
})

/** Pays an order and requests a refund of a part of it. Returns the payer and the refund. */
async function newRefund() {
  const payer = await newPayer(world, 'stripe')
  const order = await newOrderEvents(world).paid(payer.id, 'stripe', '50')
  await world.pool.query('update account set realname_auth = true where id = $1', [payer.id])
  await world.pool.query('update top_up set test = false, payment_id = $2 where id = $1', [order.id, `pi_${payer.id}`])
  const body = { amount: '20', reason: 'We paid more than we need' }
  const made = await payer.call(refunds.create, { params: { id: TransactionId.parse(order.id) }, body })
  return { payer, made }
}

const runAfter = async (millis: number): Promise<void> => {
  world.clock.advance(millis)
  await world.payments.pollRefunds()
}
const statusOf = async (id: string) =>
  (await world.pool.query('select status from refund where id = $1', [id])).rows[0]?.status
const refundObject = (body: URLSearchParams, status: string) => ({
  id: 're_1',
  object: 'refund',
  amount: Number(body.get('amount')),
  status,
  payment_intent: body.get('payment_intent'),
  metadata: { refund_id: body.get('metadata[refund_id]') },
})

test('a refund is stored and its money deducted before its channel is called', async () => {
  const seen: unknown[] = []
  answer = async (_, body, response) => {
    const { rows } = await world.pool.query(
      `select r.status, b.paid_micros as paid from refund r join balance b using (account_id) where status = 'pending'`,
    )
    seen.push(...rows)
    respond(response, 200, refundObject(body, 'succeeded'))
  }
  const { made } = await newRefund()
  expect(seen).toEqual([{ status: 'pending', paid: 30_000_000n }])
  expect(made.status).toBe('done')
})

test('a refund without a response is retried with the same request, and its money stays deducted', async () => {
  const { payer, made } = await newRefund()
  expect(made.status).toBe('pending')
  expect(await payer.balance()).toBe('30.000000')
  await runAfter(59_000)
  expect(requests.filter(({ method }) => method === 'GET')).toEqual([])
  answer = ({ method }, body, response) =>
    respond(response, 200, method === 'GET' ? emptyList : refundObject(body, 'succeeded'))
  await runAfter(1_000)
  expect(await statusOf(made.id)).toBe('done')
  const keys = new Set(requests.filter(({ method }) => method === 'POST').map(({ key }) => key))
  expect([...keys]).toEqual([`refund:${made.id.replaceAll('-', '')}`])
  expect(await findings(world)).toEqual([])
})

test('a refund that was carried out although its response was lost is found and not requested again', async () => {
  let made: object = {}
  answer = (_, body, response) => {
    made = refundObject(body, 'succeeded')
    response.destroy()
  }
  const refund = await newRefund()
  expect(refund.made.status).toBe('pending')
  const before = requests.length
  answer = (_, __, response) => respond(response, 200, { ...emptyList, data: [made] })
  await runAfter(60_000)
  expect(requests.slice(before).map(({ method }) => method)).toEqual(['GET'])
  expect(await statusOf(refund.made.id)).toBe('done')
  expect(await refund.payer.balance()).toBe('30.000000')
})

test('a refused query returns no money, because the refund may have been carried out', async () => {
  const { payer, made } = await newRefund()
  answer = (_, __, response) => respond(response, 401, { error: { type: 'invalid_request_error' } })
  await runAfter(60_000)
  expect(await statusOf(made.id)).toBe('pending')
  expect(await payer.balance()).toBe('30.000000')
  answer = ({ method }, __, response) =>
    method === 'GET'
      ? respond(response, 200, emptyList)
      : respond(response, 400, { error: { type: 'invalid_request_error', code: 'charge_disputed' } })
  await runAfter(60_000)
  expect(await statusOf(made.id)).toBe('failed')
  expect(await payer.balance()).toBe('50.000000')
  expect(await findings(world)).toEqual([])
})

test('concurrent processes poll a due refund once', async () => {
  const { made } = await newRefund()
  requests = []
  answer = ({ method }, body, response) =>
    respond(response, 200, method === 'GET' ? emptyList : refundObject(body, 'succeeded'))
  world.clock.advance(60_000)
  await Promise.all(Array.from({ length: 8 }, () => world.payments.pollRefunds()))
  expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST'])
  expect(await statusOf(made.id)).toBe('done')
})
