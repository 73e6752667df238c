import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AccountId, TopUpId } from '@hongyan/contract/ids'
import { micros } from '@hongyan/contract/money'
import { type TopUpChannel, topUpChannels } from '@hongyan/contract/vocabulary/payment'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLoops } from '../src/jobs/loops.ts'
import { uuidv7 } from '../src/kit/ids.ts'
import { newLogger } from '../src/kit/logger.ts'
import { createAlipay } from '../src/providers/payments/alipay/alipay.ts'
import {
  type OpenedPayment,
  type PaymentUpdate,
  type PaymentOrder,
  type PaymentProvider,
  referenceOf,
} from '../src/providers/payments/provider.ts'
import { createStripe } from '../src/providers/payments/stripe/stripe.ts'
import { createWxpay } from '../src/providers/payments/wxpay/wxpay.ts'
import { newSandboxMerchant, type SandboxMerchant } from './sandbox-merchant.ts'

let merchant: SandboxMerchant
let providers: Readonly<Record<TopUpChannel, PaymentProvider>>

const providersOf = async ({ sandbox }: SandboxMerchant): Promise<typeof providers> => {
  const settings = await sandbox.settings()
  return {
    stripe: createStripe(settings.stripe),
    alipay: createAlipay(settings.alipay),
    wxpay: createWxpay(settings.wxpay),
  }
}

beforeAll(async () => {
  merchant = await newSandboxMerchant()
  providers = await providersOf(merchant)
})

afterAll(() => merchant.close())

beforeEach(() => merchant.answer(200, 'success'))

const orderOf = (channel: TopUpChannel, cents: number): PaymentOrder => ({
  reference: referenceOf(TopUpId.parse(uuidv7(merchant.clock.now()))),
  account: '00000000-0000-0000-0000-00000001a2b3' as AccountId, // the example of ruling 24
  amount: micros(BigInt(cents) * 10_000n),
  currency: channel === 'stripe' ? 'USD' : 'CNY',
  createdAt: merchant.clock.now(),
  expiresAt: new Date(merchant.clock.now().getTime() + 3_600_000),
  locale: 'en',
  invoice: null,
  excluded: [],
  remoteId: null,
})

interface Arrived {
  readonly order: PaymentOrder
  readonly page: string
}

/** Opens the pay page of a new order. */
async function openNewOrder(channel: TopUpChannel, cents: number): Promise<Arrived> {
  const order = orderOf(channel, cents)
  const opened = await providers[channel].open(order)
  if (opened.kind !== 'opened') throw new Error(`the order was not opened: ${opened.reason}`)
  return { order: { ...order, remoteId: opened.remoteId }, page: await pageOf(opened) }
}

/** The page that the payer is redirected to. */
async function pageOf({ payload }: OpenedPayment): Promise<string> {
  const page = await fetch(payload)
  expect(page.status).toBe(200)
  return page.url
}

/** The updates in the webhooks of an order, in the order they arrived. */
function updatesOf({ order }: Arrived, channel: TopUpChannel): readonly PaymentUpdate[] {
  return merchant.webhooks
    .filter(({ path }) => path === `/callbacks/${channel}`)
    .map(({ webhook, at }) => providers[channel].receive(webhook, at))
    .flatMap((result) => (result.kind === 'genuine' ? result.events : []))
    .filter(({ about }) => 'reference' in about && about.reference === order.reference)
    .map(({ update }) => update)
}

const runAfter = async (millis: number): Promise<void> => {
  merchant.clock.advance(millis)
  while ((await merchant.sandbox.round()) > 0) continue
}

const pay = async ({ page }: Arrived): Promise<void> => {
  expect((await merchant.press(page, 'pay')).status).toBe(303)
}

describe.each(topUpChannels)('%s', (channel) => {
  const paid = (cents: number) => ({ kind: 'paid', amount: micros(BigInt(cents) * 10_000n) })

  test('sends one webhook of a payment, half a second to one and a half seconds after it', async () => {
    const payer = await openNewOrder(channel, 8_850)
    await pay(payer)
    await runAfter(400)
    expect(updatesOf(payer, channel)).toEqual([])
    await runAfter(1_100)
    expect(updatesOf(payer, channel)).toMatchObject([paid(8_850)])
    await runAfter(3_600_000)
    expect(updatesOf(payer, channel)).toHaveLength(1)
  })

  test('an amount in .01 sends the webhook before the payer sees the result', async () => {
    const payer = await openNewOrder(channel, 2_001)
    await pay(payer)
    expect(updatesOf(payer, channel)).toMatchObject([paid(2_001)])
    await runAfter(3_600_000)
    expect(updatesOf(payer, channel)).toHaveLength(1)
  })

  test('an amount in .02 is declined at every attempt', async () => {
    const payer = await openNewOrder(channel, 2_002)
    await pay(payer)
    await pay(payer)
    await runAfter(60_000)
    expect(updatesOf(payer, channel)).toEqual([])
    expect((await providers[channel].query(payer.order)).kind).toBe('pending')
  })

  test('an amount in .03 sends no webhook and is found by a query', async () => {
    const payer = await openNewOrder(channel, 2_003)
    await pay(payer)
    await runAfter(600_000)
    expect(updatesOf(payer, channel)).toEqual([])
    expect(await providers[channel].query(payer.order)).toMatchObject(paid(2_003))
  })

  test('an amount in .04 sends the same event twice', async () => {
    const payer = await openNewOrder(channel, 2_004)
    await pay(payer)
    await runAfter(1_500)
    expect(updatesOf(payer, channel)).toMatchObject([paid(2_004), paid(2_004)])
    const ids = merchant.webhooks.slice(-2).flatMap(({ webhook }) => {
      const result = providers[channel].receive(webhook, merchant.clock.now())
      return result.kind === 'genuine' ? result.events.map(({ id }) => id) : []
    })
    expect(new Set(ids).size).toBe(1)
  })

  test('an amount in .05 sends the webhook a minute later', async () => {
    const payer = await openNewOrder(channel, 2_005)
    await pay(payer)
    await runAfter(59_000)
    expect(updatesOf(payer, channel)).toEqual([])
    await runAfter(1_000)
    expect(updatesOf(payer, channel)).toMatchObject([paid(2_005)])
  })

  test('an amount in .06 sends a webhook with another amount than was paid', async () => {
    const payer = await openNewOrder(channel, 2_006)
    await pay(payer)
    await runAfter(1_500)
    expect(updatesOf(payer, channel)).toMatchObject([paid(2_106)])
    expect(await providers[channel].query(payer.order)).toMatchObject(paid(2_006))
  })

  test('a webhook without acknowledgement is retried after 5, 15 and 60 seconds and then given up', async () => {
    merchant.answer(503, 'fail')
    const payer = await openNewOrder(channel, 2_101)
    await pay(payer)
    await pay(payer)
    const counts: number[] = [updatesOf(payer, channel).length]
    for (const pause of [4_900, 100, 15_000, 60_000, 3_600_000]) {
      await runAfter(pause)
      counts.push(updatesOf(payer, channel).length)
    }
    expect(counts).toEqual([1, 1, 2, 3, 4, 4])
    expect((await merchant.pool.query('select from sandbox_notify')).rowCount).toBe(0)
  })

  test('a payer whose payment is declined, or who leaves, has paid nothing and can still pay', async () => {
    const payer = await openNewOrder(channel, 8_852)
    await merchant.press(payer.page, 'fail')
    expect(await (await fetch(payer.page)).text()).toContain('Declined')
    const left = await merchant.press(payer.page, 'cancel')
    expect(await (await fetch(new URL(left.headers.get('location') ?? '', merchant.origin))).text()).toContain(
      'Not paid',
    )
    expect((await providers[channel].query(payer.order)).kind).toBe('pending')
    await pay(payer)
    expect((await providers[channel].query(payer.order)).kind).toBe('paid')
  })

  test('an expired or closed order cannot be paid', async () => {
    const closed = await openNewOrder(channel, 8_853)
    await providers[channel].close(closed.order)
    await pay(closed)
    const late = await openNewOrder(channel, 8_853)
    await runAfter(3_600_000)
    await pay(late)
    for (const { order } of [closed, late]) expect(await providers[channel].query(order)).toEqual({ kind: 'closed' })
    expect(await (await fetch(late.page)).text()).toContain('can no longer be paid')
  })

  test('the webhook of a payment before a restart is sent after it, by a server on another port', async () => {
    const payer = await openNewOrder(channel, 8_854)
    await pay(payer)
    const next = await merchant.successor()
    next.clock.advance(1_500)
    await next.sandbox.round()
    const [first] = next.webhooks
    const result = first && (await providersOf(next))[channel].receive(first.webhook, next.clock.now())
    expect(result).toMatchObject({ events: [{ about: { reference: payer.order.reference }, update: paid(8_854) }] })
    await next.leave()
    await runAfter(10_000)
    expect(updatesOf(payer, channel)).toEqual([])
  })

  test('a form posted from another origin changes nothing', async () => {
    const payer = await openNewOrder(channel, 8_855)
    for (const origin of ['https://elsewhere.example', 'null']) {
      expect((await merchant.press(payer.page, 'pay', origin)).status).toBe(403)
    }
    expect((await providers[channel].query(payer.order)).kind).toBe('pending')
  })
})

describe('disputes', () => {
  test.each(['won', 'lost'] as const)('a paid payment is disputed, and the dispute %s, once each', async (end) => {
    const payer = await openNewOrder('stripe', 8_856)
    expect((await merchant.press(payer.page, 'dispute-open')).status).toBe(303)
    await pay(payer)
    await runAfter(1_500)
    const paymentId = await paymentOf(payer)
    const before = merchant.webhooks.length
    for (const act of [`dispute-${end}`, 'dispute-open', 'dispute-open', `dispute-${end}`, 'dispute-open']) {
      await merchant.press(payer.page, act)
      await runAfter(0)
    }
    const events = merchant.webhooks
      .slice(before)
      .map(({ webhook }) => providers.stripe.receive(webhook, merchant.clock.now()))
    const money = { amount: 88_560_000n, currency: 'USD' }
    expect(events).toMatchObject([
      { events: [{ about: { paymentId }, update: { kind: 'dispute_opened', ...money } }] },
      { events: [{ about: { paymentId }, update: { kind: `dispute_${end}`, ...money } }] },
    ])
  })

  test('Alipay and WeChat Pay have no disputes', async () => {
    const payer = await openNewOrder('alipay', 8_857)
    await pay(payer)
    await runAfter(1_500)
    const before = merchant.webhooks.length
    await merchant.press(payer.page, 'dispute-open')
    await runAfter(0)
    expect(merchant.webhooks).toHaveLength(before)
  })
})

async function paymentOf({ order }: Arrived): Promise<string> {
  const state = await providers.stripe.query(order)
  return state.kind === 'paid' ? state.paymentId : ''
}

describe('requests that are not the merchant’s', () => {
  const services = (): string => `${merchant.origin}/sandbox/services`

  test('Stripe refuses another key with Stripe’s own error', async () => {
    const response = await fetch(`${services()}/stripe/v1/checkout/sessions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_other' },
      body: new URLSearchParams({ mode: 'payment' }),
    })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
  })

  test('Alipay refuses a page whose amount was altered', async () => {
    const opened = await providers.alipay.open(orderOf('alipay', 8_858))
    const address = opened.kind === 'opened' ? opened.payload : ''
    const dearer = address.replace('88.58', '88.59')
    expect(dearer).not.toBe(address)
    expect((await fetch(dearer)).status).toBe(400)
  })

  test('Alipay refuses a page whose notify_url is not ours', async () => {
    const elsewhere = createAlipay({
      ...(await merchant.sandbox.settings()).alipay,
      publicUrl: () => 'http://elsewhere.example',
    })
    const opened = await elsewhere.open(orderOf('alipay', 8_859))
    expect((await fetch(opened.kind === 'opened' ? opened.payload : '')).status).toBe(400)
  })

  test('WeChat Pay refuses an unsigned call, and one whose notify_url is not ours', async () => {
    const address = `${services()}/wxpay/v3/pay/transactions/native`
    const unsigned = await fetch(address, { method: 'POST', body: '{}' })
    expect(unsigned.status).toBe(401)
    expect(await unsigned.json()).toMatchObject({ code: 'SIGN_ERROR' })
    const elsewhere = createWxpay({
      ...(await merchant.sandbox.settings()).wxpay,
      publicUrl: () => 'http://elsewhere.example',
    })
    expect(await elsewhere.open(orderOf('wxpay', 8_860))).toEqual({ kind: 'refused', reason: 'PARAM_ERROR' })
  })

  test('an unknown service, payment or action returns 404', async () => {
    for (const path of ['/sandbox/services/paypal/v1/x', '/sandbox/checkout/nothing']) {
      expect((await fetch(merchant.origin + path)).status).toBe(404)
    }
    const { page } = await openNewOrder('stripe', 8_861)
    expect((await merchant.press(page, 'refund')).status).toBe(400)
  })

  test('a repeated Stripe idempotency key with another amount is refused', async () => {
    const order = orderOf('stripe', 8_862)
    await providers.stripe.open(order)
    const dearer = { ...order, amount: micros(order.amount + 10_000n) }
    expect(await providers.stripe.open(dearer)).toMatchObject({ kind: 'refused' })
  })
})

test('a webhook has Stripe’s signature: an HMAC of the time and the body', async () => {
  const payer = await openNewOrder('stripe', 2_101)
  await pay(payer)
  const { headers, body } = merchant.webhooks.at(-1)?.webhook ?? { headers: {}, body: Buffer.alloc(0) }
  const [, time = '', signature] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['stripe-signature'])) ?? []
  const [secret = ''] = (await merchant.sandbox.settings()).stripe.webhookSecrets
  expect(signature).toBe(createHmac('sha256', secret).update(`${time}.${body.toString()}`).digest('hex'))
})

test('the loops send webhooks until they stop', async () => {
  const loops = createLoops({
    loops: merchant.sandbox.loops,
    role: 'all',
    pool: merchant.pool,
    clock: merchant.clock,
    log: newLogger('silent'),
    metrics: new Registry(),
  })
  loops.start()
  const payer = await openNewOrder('wxpay', 8_863)
  await pay(payer)
  merchant.clock.advance(1_500)
  await expect.poll(() => updatesOf(payer, 'wxpay').length).toBe(1)
  await loops.stop()
  const late = await openNewOrder('wxpay', 8_864)
  await pay(late)
  merchant.clock.advance(1_500)
  await sleep(600)
  expect(updatesOf(late, 'wxpay')).toEqual([])
})

test('processes that poll at the same time send each webhook once', async () => {
  const payer = await openNewOrder('alipay', 8_865)
  await pay(payer)
  merchant.clock.advance(1_500)
  const next = await merchant.successor()
  await Promise.all([merchant.sandbox.round(), next.sandbox.round(), merchant.sandbox.round(), next.sandbox.round()])
  const named = [...merchant.webhooks, ...next.webhooks].filter(({ webhook }) =>
    webhook.body.includes(payer.order.reference),
  )
  expect(named).toHaveLength(1)
  await next.leave()
})
