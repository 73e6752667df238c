import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../../test/free-port.ts'
import { anOrder, publicUrl } from '../../../../test/payments.ts'
import { startHttpStub, type HttpStub } from '../../../../test/http-stub.ts'
import { createStripeCards } from './cards.ts'
import { createStripe } from './stripe.ts'

const spec = fileURLToPath(new URL('../../../../../../shared/specs/stripe-topup.prism.json', import.meta.url))
const order = anOrder({ currency: 'USD' })

/**
 * Runs the adapter against Prism, a mock server that checks every call against Stripe's published OpenAPI description
 * and returns 400 or 422 for a violation. With "prefer: code=402" it returns the description's example of an error.
 */
describe.skipIf(!existsSync(spec))("stripe's published interface", () => {
  let prism: ChildProcess
  let base: string
  let failingMock: HttpStub

  beforeAll(async () => {
    const port = await freePort()
    base = `http://127.0.0.1:${port}`
    const bin = fileURLToPath(import.meta.resolve('@stoplight/prism-cli/dist/index.js'))
    prism = spawn(process.execPath, [bin, 'mock', '-h', '127.0.0.1', '-p', String(port), spec], { stdio: 'ignore' })
    failingMock = await startHttpStub(async ({ method, target, headers, body }) => {
      const passedHeaders = {
        authorization: headers.authorization ?? '',
        'content-type': headers['content-type'] ?? '',
      }
      const init = method === 'GET' ? {} : { body }
      const answer = await fetch(base + target, { method, headers: { ...passedHeaders, prefer: 'code=402' }, ...init })
      return { status: answer.status, body: await answer.text() }
    })
    await listening(base)
  })

  afterAll(async () => {
    await failingMock.end()
    prism.kill('SIGKILL')
    if (prism.exitCode === null && prism.signalCode === null) await once(prism, 'exit')
  })

  const stripeAt = (address: string) =>
    createStripe({ apiKey: 'sk_test_1', webhookSecrets: ['whsec_1'], apiBase: () => address, publicUrl })

  test('accepts the Checkout Session of an order', async () => {
    expect(await stripeAt(base).open(order)).toMatchObject({ kind: 'opened', remoteId: expect.stringMatching(/^cs_/) })
  })

  test('returns the state of a session', async () => {
    const remoteId = 'cs_test_a1'
    expect(await stripeAt(base).query({ ...order, remoteId })).toEqual({ kind: 'pending' })
    // The mock is stateless, so its session stays open.
    expect(await stripeAt(base).close({ ...order, remoteId })).toEqual({ kind: 'pending' })
  })

  test('accepts a refund and finds it again', async () => {
    const refund = { reference: order.reference, order, paymentId: 'pi_1', amount: order.amount, remoteId: null }
    // The mock returns a fixed refund with another amount.
    const another = { kind: 'unreachable', reason: 'another_refund' }
    expect(await stripeAt(base).refund(refund)).toEqual(another)
    expect(await stripeAt(base).queryRefund({ ...refund, remoteId: 're_1' })).toEqual(another)
    expect(await stripeAt(base).queryRefund(refund)).toEqual({ kind: 'absent' })
  })

  const cardsAt = (address: string) =>
    createStripeCards({ apiKey: 'sk_test_1', webhookSecrets: ['whsec_1'], apiBase: () => address, publicUrl })
  const card = {
    attempt: order.reference,
    customer: 'cus_1',
    card: { number: '4242424242424242', expMonth: 6, expYear: 2030, cvc: '123' },
    billing: { name: 'Ada', country: 'US', line1: '12 St James', line2: 'B', city: 'Rye', state: 'NY', zip: '10580' },
    returnUrl: `${publicUrl()}/paymentMethods/result`,
  }
  const charge = {
    attempt: order.reference,
    account: order.account,
    customer: 'cus_1',
    card: 'pm_1',
    amount: order.amount,
    currency: 'USD',
  } as const

  test('accepts a customer, a card and its set-up, and deletes a card', async () => {
    const cards = cardsAt(base)
    expect(await cards.customer(order.account, 'ada@example.com')).toEqual({ customer: expect.stringMatching(/^cus_/) })
    // The mock is stateless, so its set-up never gets a card.
    const waiting = { kind: 'declined', code: 'requires_payment_method' }
    expect([await cards.save(card), await cards.querySetup('seti_1')]).toMatchObject([waiting, waiting])
    expect(await cards.forget('pm_1')).toBeNull()
  })

  test('accepts an off-session charge and returns its result', async () => {
    const answers = [await cardsAt(base).charge(charge), await cardsAt(base).queryCharge('pi_1')]
    for (const { kind } of answers) expect(['declined', 'succeeded', 'processing']).toContain(kind)
  })

  test('returns bank errors with the codes that the adapter translates', async () => {
    expect(await cardsAt(failingMock.base).charge(charge)).toMatchObject({ kind: 'authentication_required' })
    const kept = await cardsAt(failingMock.base).save(card)
    expect(kept).toMatchObject({ kind: 'declined', code: 'authentication_required' })
  })

  test('returns errors with the codes that the adapter translates', async () => {
    const refused = { kind: 'refused', reason: 'authentication_required' }
    expect(await stripeAt(failingMock.base).open(order)).toEqual(refused)
  })
})

async function listening(base: string): Promise<void> {
  for (const end = Date.now() + 50_000; Date.now() < end;) {
    try {
      await fetch(base)
      return
    } catch {
      await new Promise((resolve) => void setTimeout(resolve, 200))
    }
  }
  throw new Error('the mock did not start')
}
