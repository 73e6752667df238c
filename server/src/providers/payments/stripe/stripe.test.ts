import { topUp } from '@hongyan/contract/limits/finance'
import { micros } from '@hongyan/contract/money'
import { afterEach, expect, test } from 'vitest'
import { anOrder, publicUrl } from '../../../../test/payments.ts'
import { type StubRequest, type StubResponse, startHttpStub, type HttpStub } from '../../../../test/http-stub.ts'
import { createStripe } from './stripe.ts'

const order = anOrder({ currency: 'USD' })
const opened = { ...order, remoteId: 'cs_1' }
const session = {
  id: 'cs_1',
  url: 'https://checkout.stripe.com/c/pay/cs_1',
  client_reference_id: order.reference,
  status: 'open',
  payment_status: 'unpaid',
  amount_total: 8800,
  currency: 'usd',
  payment_intent: null,
}
const paid = { ...session, status: 'complete', payment_status: 'paid', payment_intent: 'pi_1', url: null }
const paidState = { kind: 'paid', amount: micros(88_000_000n), currency: 'USD', paymentId: 'pi_1' }

let stub: HttpStub
afterEach(() => stub.end())

const responseOf = (body: unknown, status = 200): StubResponse => ({ status, body: JSON.stringify(body) })
const errorResponse = (status: number, error: object): StubResponse =>
  responseOf({ error: { type: 'invalid_request_error', ...error } }, status)

/** The adapter with a test server that responds so, at a base address with a path. */
async function stripeThat(answer: (request: StubRequest) => StubResponse, timeLimit = 2_000) {
  stub = await startHttpStub(answer)
  const apiBase = () => `${stub.base}/stripe/`
  return createStripe({ apiKey: 'sk_test_1', webhookSecrets: ['whsec_1'], apiBase, publicUrl, timeLimit })
}

test('a retried session sends the same request under the idempotency key of its order', async () => {
  const stripe = await stripeThat(() => responseOf(session))
  const expected = { kind: 'opened', action: 'open', payload: session.url, remoteId: 'cs_1' }
  expect(await stripe.open(order)).toEqual(expected)
  expect(await stripe.open(order)).toEqual(expected)
  const [first, second] = stub.requests
  expect(first?.body).toBe(second?.body)
  expect(first?.target).toBe('/stripe/v1/checkout/sessions')
  expect(first?.headers).toMatchObject({
    authorization: 'Bearer sk_test_1',
    'stripe-version': '2026-10-28.endive',
    'idempotency-key': `topup:${order.reference}`,
  })
  expect(Object.fromEntries(new URLSearchParams(first?.body))).toEqual({
    mode: 'payment',
    client_reference_id: order.reference,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': '8800',
    'line_items[0][price_data][product_data][name]': 'Account top-up',
    'metadata[order_id]': order.reference,
    'metadata[account_id]': order.account,
    'payment_intent_data[metadata][order_id]': order.reference,
    success_url: `https://sms.example.com/topup/result?order=${order.reference}`,
    cancel_url: `https://sms.example.com/topup/result?order=${order.reference}`,
    expires_at: String(Date.parse('2026-11-20T10:00:00Z') / 1_000),
    locale: 'en',
  })
})

test('a payer whose language is Chinese gets a Chinese page', async () => {
  const stripe = await stripeThat(() => responseOf(session))
  await stripe.open({ ...order, locale: 'zh-CN' })
  const form = new URLSearchParams(stub.requests[0]?.body)
  expect(form.get('locale')).toBe('zh')
  expect(form.get('line_items[0][price_data][product_data][name]')).toBe('账户充值')
})

test('the payment of an invoice carries the invoice’s number in the payer’s language', async () => {
  const stripe = await stripeThat(() => responseOf(session))
  const subjects = []
  for (const locale of ['en', 'zh-CN'] as const) {
    await stripe.open({ ...order, locale, invoice: 'HY-US-2026-000012' })
    const form = new URLSearchParams(stub.requests.at(-1)?.body)
    subjects.push(form.get('line_items[0][price_data][product_data][name]'))
  }
  expect(subjects).toEqual(['Invoice HY-US-2026-000012', '账单 HY-US-2026-000012'])
})

test('the page of a payer offers no method that is blocked for the account', async () => {
  const stripe = await stripeThat(() => responseOf(session))
  await stripe.open({ ...order, excluded: ['paypal', 'alipay', 'wxpay'] })
  const form = new URLSearchParams(stub.requests[0]?.body)
  const sent = [0, 1, 2].map((place) => form.get(`excluded_payment_method_types[${place}]`))
  expect(sent).toEqual(['paypal', 'alipay', 'wechat_pay'])
})

test('a session expires with its order, within Stripe’s limits of half an hour to a day', () => {
  expect(topUp.payableFor).toBeGreaterThanOrEqual(1_800_000)
  expect(topUp.payableFor).toBeLessThanOrEqual(86_400_000)
})

test.each([
  [session, { kind: 'pending' }],
  [{ ...session, status: 'complete' }, { kind: 'processing' }],
  [{ ...session, status: 'expired' }, { kind: 'closed' }],
  [paid, paidState],
  [{ ...paid, payment_intent: { id: 'pi_1' } }, paidState],
  [
    { ...paid, amount_total: 88.5 },
    { kind: 'unreachable', reason: 'unexpected_answer' },
  ],
  [
    { ...paid, payment_intent: null },
    { kind: 'unreachable', reason: 'unexpected_answer' },
  ],
])('a session is translated to a payment state (%#)', async (response, state) => {
  const stripe = await stripeThat(() => responseOf(response))
  expect(await stripe.query(opened)).toEqual(state)
  expect(stub.requests[0]).toMatchObject({ method: 'GET', target: '/stripe/v1/checkout/sessions/cs_1' })
})

test('a session that can no longer expire is queried for its end', async () => {
  const stripe = await stripeThat(({ method }) => (method === 'POST' ? errorResponse(400, {}) : responseOf(paid)))
  expect(await stripe.close(opened)).toEqual(paidState)
  expect(stub.requests.map(({ target }) => target)).toEqual([
    '/stripe/v1/checkout/sessions/cs_1/expire',
    '/stripe/v1/checkout/sessions/cs_1',
  ])
})

test('a session that refuses to expire and is still open is not closed', async () => {
  const stripe = await stripeThat(({ method }) =>
    method === 'POST' ? errorResponse(400, { code: 'odd' }) : responseOf(session),
  )
  expect(await stripe.close(opened)).toEqual({ kind: 'refused', reason: 'odd' })
})

test('an order without a session is absent without a call', async () => {
  const stripe = await stripeThat(() => responseOf(session))
  expect([await stripe.query(order), await stripe.close(order)]).toEqual([{ kind: 'absent' }, { kind: 'absent' }])
  expect(stub.requests).toEqual([])
})

test.each([
  [errorResponse(401, { message: 'Invalid API Key provided: sk_test_1' }), 'refused', 'StripeAuthenticationError'],
  [errorResponse(400, { code: 'amount_too_small' }), 'refused', 'amount_too_small'],
  [errorResponse(404, { code: 'resource_missing' }), 'refused', 'resource_missing'],
  [errorResponse(409, { code: 'lock_timeout' }), 'unreachable', 'lock_timeout'],
  [errorResponse(429, { code: 'rate_limit' }), 'unreachable', 'rate_limit'],
  [errorResponse(500, { code: 'we quote sk_test_1' }), 'unreachable', 'unexpected_answer'],
  [responseOf({ ...session, url: null }), 'unreachable', 'no_address'],
])('a response without a session is refused or unreachable, with a code (%#)', async (response, kind, reason) => {
  const stripe = await stripeThat(() => response)
  expect(await stripe.open(order)).toEqual({ kind, reason })
})
