import { micros } from '@hongyan/contract/money'
import { afterEach, expect, test } from 'vitest'
import { anOrder, publicUrl } from '../../../../test/payments.ts'
import { type StubRequest, type StubResponse, startHttpStub, type HttpStub } from '../../../../test/http-stub.ts'
import { createStripeCards } from './cards.ts'

const { account } = anOrder()
const NUMBER = '4242424242424242'
const method = {
  id: 'pm_1',
  card: { brand: 'visa', last4: '4242', exp_month: 6, exp_year: 2030, fingerprint: 'f1' },
}
const setup = { id: 'seti_1', status: 'succeeded', payment_method: method }
const payment = { id: 'pi_1', status: 'succeeded', amount: 10_000, currency: 'usd' }
const kept = { remoteId: 'pm_1', last4: '4242', expMonth: 6, expYear: 2030, brand: 'visa', fingerprint: 'f1' }
const newCard = {
  attempt: 'a1',
  customer: 'cus_1',
  card: { number: NUMBER, expMonth: 6, expYear: 2030, cvc: '737' },
  billing: { name: 'Ada', country: 'US', line1: '12 St James', line2: null, city: 'Rye', state: 'NY', zip: '10580' },
  returnUrl: 'https://sms.example.com/paymentMethods/result',
}
const charge = {
  attempt: 'a2',
  account,
  customer: 'cus_1',
  card: 'pm_1',
  amount: micros(100_000_000n),
  currency: 'USD',
} as const

let stub: HttpStub
afterEach(() => stub.end())

const responseOf = (body: unknown, status = 200): StubResponse => ({ status, body: JSON.stringify(body) })
const errorResponse = (status: number, error: object): StubResponse => responseOf({ error }, status)
const declines = (error: object): StubResponse => errorResponse(402, { type: 'card_error', ...error })

async function cardsThat(answer: (request: StubRequest) => StubResponse) {
  stub = await startHttpStub(answer)
  return createStripeCards({
    apiKey: 'sk_test_1',
    webhookSecrets: ['whsec_1'],
    apiBase: () => stub.base,
    publicUrl,
    timeLimit: 2_000,
  })
}

const formOf = (request: StubRequest | undefined) => Object.fromEntries(new URLSearchParams(request?.body))

test('a card number is sent to Stripe once, and the card is then set up for off-session charges', async () => {
  const cards = await cardsThat(({ target }) => responseOf(target === '/v1/payment_methods' ? method : setup))
  expect(await cards.save(newCard)).toEqual({ kind: 'saved', card: kept, setupId: 'seti_1' })
  const [first, second] = stub.requests
  expect(stub.requests.map(({ target }) => target)).toEqual(['/v1/payment_methods', '/v1/setup_intents'])
  expect(formOf(first)).toEqual({
    type: 'card',
    'card[number]': NUMBER,
    'card[exp_month]': '6',
    'card[exp_year]': '2030',
    'card[cvc]': '737',
    'billing_details[name]': 'Ada',
    'billing_details[address][country]': 'US',
    'billing_details[address][line1]': '12 St James',
    'billing_details[address][city]': 'Rye',
    'billing_details[address][state]': 'NY',
    'billing_details[address][postal_code]': '10580',
  })
  expect(second?.headers).toMatchObject({ 'idempotency-key': 'card:a1', 'stripe-version': '2026-10-28.endive' })
  expect(formOf(second)).toEqual({
    customer: 'cus_1',
    payment_method: 'pm_1',
    usage: 'off_session',
    confirm: 'true',
    'allowed_payment_method_types[0]': 'card',
    return_url: newCard.returnUrl,
    'expand[0]': 'payment_method',
    'metadata[attempt]': 'a1',
  })
})

test('a payment method made by Stripe’s own form is set up without creating another', async () => {
  const cards = await cardsThat(() => responseOf(setup))
  expect(await cards.save({ ...newCard, card: { token: 'pm_1' } })).toMatchObject({ kind: 'saved' })
  expect(stub.requests.map(({ target }) => target)).toEqual(['/v1/setup_intents'])
})

test('a retried charge sends the same request under the idempotency key of its attempt', async () => {
  const cards = await cardsThat(() => responseOf(payment))
  for (const _ of [1, 2]) expect(await cards.charge(charge)).toEqual({ kind: 'succeeded', paymentId: 'pi_1' })
  const [first, second] = stub.requests
  expect(first?.body).toBe(second?.body)
  expect(first?.headers['idempotency-key']).toBe('auto:a2')
  expect(formOf(first)).toEqual({
    amount: '10000',
    currency: 'usd',
    customer: 'cus_1',
    payment_method: 'pm_1',
    'allowed_payment_method_types[0]': 'card',
    off_session: 'true',
    confirm: 'true',
    'metadata[attempt]': 'a2',
    'metadata[account_id]': account,
  })
})

test.each([
  [declines({ code: 'card_declined', decline_code: 'fraudulent' }), { kind: 'declined', code: 'fraudulent' }],
  [
    declines({ code: 'expired_card', advice_code: 'confirm_card_data' }),
    { code: 'expired_card', advice: 'confirm_card_data' },
  ],
  [
    declines({ code: 'authentication_required', payment_intent: { id: 'pi_9' } }),
    { kind: 'authentication_required', paymentId: 'pi_9' },
  ],
  [responseOf({ ...payment, status: 'requires_action' }), { kind: 'authentication_required', paymentId: 'pi_1' }],
  [responseOf({ ...payment, status: 'canceled' }), { kind: 'declined', code: 'canceled', paymentId: 'pi_1' }],
  [responseOf({ ...payment, status: 'requires_capture' }), { kind: 'unreachable' }],
  [errorResponse(400, { type: 'idempotency_error' }), { kind: 'unreachable' }],
  [errorResponse(401, { type: 'invalid_request_error' }), { kind: 'unreachable' }],
  [errorResponse(401, { type: 'invalid_request_error', code: 'api_key_expired' }), { kind: 'unreachable' }],
  [errorResponse(403, { type: 'invalid_request_error' }), { kind: 'unreachable' }],
  [
    errorResponse(404, { type: 'invalid_request_error', code: 'resource_missing' }),
    { kind: 'refused', reason: 'resource_missing' },
  ],
  [errorResponse(409, { type: 'invalid_request_error', code: 'lock_timeout' }), { kind: 'unreachable' }],
  [errorResponse(500, { type: 'api_error' }), { kind: 'unreachable' }],
])('Stripe’s response to a charge is translated (%#)', async (response, answer) => {
  const cards = await cardsThat(() => response)
  expect(await cards.charge(charge)).toMatchObject(answer)
})

test('no result holds the text of Stripe’s error, which may quote the card number', async () => {
  const quoting = `Sending ${NUMBER} directly to the Stripe API is generally unsafe.`
  for (const response of [
    errorResponse(402, { type: 'invalid_request_error', message: quoting }),
    declines({ code: NUMBER, decline_code: quoting, message: quoting }),
    errorResponse(500, { type: 'api_error', message: quoting }),
  ]) {
    const cards = await cardsThat(() => response)
    expect(JSON.stringify(await cards.save(newCard))).not.toContain(NUMBER)
    await stub.end()
  }
})
