import { paymentMethods } from '@hongyan/contract/endpoints/finance/payment-methods'
import { PaymentMethodId } from '@hongyan/contract/ids'
import { PaymentMethodStatus } from '@hongyan/contract/vocabulary/payment'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cardsOf, numbers, tryCard } from '../../../../test/cards.ts'
import { type StubRequest, type StubResponse, startHttpStub, type HttpStub } from '../../../../test/http-stub.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { uuidv7 } from '../../../kit/ids.ts'

/** Stripe's responses, by the end of the address. */
let answers: Record<string, StubResponse | undefined> = {}
let stub: HttpStub
let world: World
let owner: SignedIn

const responseOf = (body: object, status = 200): StubResponse => ({ status, body: JSON.stringify(body) })
const STRANGER = responseOf({ error: { type: 'invalid_request_error', message: 'Invalid API Key.' } }, 401)
const BROKEN = responseOf({ error: { type: 'api_error' } }, 500)
const method = {
  id: 'pm_1',
  card: { brand: 'visa', last4: '4242', exp_month: 6, exp_year: 2030, fingerprint: 'f1' },
}
const waiting = {
  id: 'seti_1',
  status: 'requires_action',
  payment_method: method,
  next_action: { redirect_to_url: { url: 'https://hooks.stripe.com/3ds' } },
}

beforeEach(async () => {
  answers = {
    customers: responseOf({ id: 'cus_1' }),
    payment_methods: responseOf(method),
    setup_intents: responseOf(waiting),
  }
  stub = await startHttpStub(({ target }: StubRequest) => {
    const [path = ''] = target.split('?')
    return answers[path.split('/').at(-1) ?? ''] ?? BROKEN
  })
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', PUBLIC_URL: 'http://localhost' }
  world = await newWorld({ ...stripe, STRIPE_API_BASE: stub.base, CARD_RAW: '1' })
  owner = await world.account()
})

afterEach(async () => {
  await world.close()
  await stub.end()
})

const calls = (end: string): number => stub.requests.filter(({ target }) => target.split('?')[0]?.endsWith(end)).length

const runAfterMinute = async (): Promise<void> => {
  world.clock.advance(61_000)
  await world.payments.keepCardsUp()
}

const codeOf = async (): Promise<unknown> => {
  const { status, body } = await tryCard(owner, numbers.visa)
  return status === 200 ? 200 : (body as { error: { code: string } }).error.code
}

test('a card is not added when the provider fails, and a later try can succeed', async () => {
  answers['customers'] = BROKEN
  expect(await codeOf()).toBe('payment_unreachable')
  answers['customers'] = responseOf({ id: 'cus_1' })
  answers['payment_methods'] = STRANGER
  expect(await codeOf()).toBe('payment_unreachable')
  answers['payment_methods'] = responseOf(method)
  answers['setup_intents'] = BROKEN
  expect(await codeOf()).toBe('payment_unreachable')
  expect(await cardsOf(owner)).toEqual([])
  answers['setup_intents'] = responseOf({ ...waiting, status: 'succeeded' })
  expect(await codeOf()).toBe(200)
  expect(calls('customers')).toBeGreaterThanOrEqual(2)
})

test('an account becomes a customer at the provider once', async () => {
  answers['setup_intents'] = responseOf({ ...waiting, status: 'succeeded' })
  expect([await codeOf(), await codeOf()]).toEqual([200, 200])
  expect(calls('customers')).toBe(1)
  expect(calls('setup_intents')).toBe(2)
})

test('a pending card stays while its provider fails or rejects our key, and is removed when it is unknown there', async () => {
  expect(await codeOf()).toBe(200)
  for (const failure of [BROKEN, STRANGER]) {
    answers['seti_1'] = failure
    world.clock.advance(10_000)
    expect(await cardsOf(owner)).toMatchObject([{ status: PaymentMethodStatus.Pending }])
  }
  answers['seti_1'] = responseOf({ error: { type: 'invalid_request_error', code: 'resource_missing' } }, 404)
  world.clock.advance(10_000)
  expect(await cardsOf(owner)).toEqual([])
})

test('a pending card is polled every five seconds at most', async () => {
  expect(await codeOf()).toBe(200)
  answers['seti_1'] = responseOf(waiting)
  await Promise.all(Array.from({ length: 8 }, () => cardsOf(owner)))
  expect(calls('seti_1')).toBe(1)
  world.clock.advance(5_000)
  await cardsOf(owner)
  expect(calls('seti_1')).toBe(2)
})

test('a removed card disappears at once, and its deletion at the provider is retried until it succeeds', async () => {
  answers['setup_intents'] = responseOf({ ...waiting, status: 'succeeded' })
  expect(await codeOf()).toBe(200)
  const [card] = await cardsOf(owner)
  await owner.call(paymentMethods.remove, {
    params: { id: card?.id ?? PaymentMethodId.parse(uuidv7(world.clock.now())) },
  })
  expect(await cardsOf(owner)).toEqual([])
  for (const failure of [BROKEN, STRANGER]) {
    answers['detach'] = failure
    await runAfterMinute()
  }
  answers['detach'] = responseOf(method)
  await runAfterMinute()
  const detached = calls('detach')
  await runAfterMinute()
  expect(detached).toBeGreaterThanOrEqual(3)
  expect(calls('detach')).toBe(detached)
})
