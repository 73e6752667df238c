import { Writable } from 'node:stream'
import { topUp } from '@hongyan/contract/endpoints/finance/top-up'
import { transactions } from '@hongyan/contract/endpoints/finance/transactions'
import { type TopUpChannel, topUpChannels, TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  callBack,
  findings,
  newPayer,
  deliverWebhooksWithin,
  type Payer,
  postStripe,
  sandboxOf,
  type WebhookChoice,
} from '../../test/payer.ts'
import { newWorld, type World } from '../../test/world.ts'
import { newLogger } from '../kit/logger.ts'
import { signedEvent } from '../providers/payments/sandbox/stripe-signing.ts'

let world: World
let logged = ''
beforeAll(async () => {
  const memory = new Writable({
    write(chunk, _, done) {
      logged += String(chunk)
      done()
    },
  })
  world = await newWorld({}, newLogger('info', memory))
})
afterAll(() => world.close())

const RECEIVED = 200
const amounts: Readonly<Record<TopUpChannel, string>> = { alipay: '88.10', wxpay: '88.20', stripe: '88.30' }

const countWebhooks = async (channel: TopUpChannel, outcome: string): Promise<number> => {
  const metric = await world.metrics.getSingleMetric('hongyan_payment_notifies_total')?.get()
  const same = (labels: Partial<Record<string, string | number>>) =>
    labels['channel'] === channel && labels['outcome'] === outcome
  return metric?.values.find(({ labels }) => same(labels))?.value ?? 0
}

const outcomesOf = async ({ id }: Payer): Promise<readonly string[]> => {
  const events = world.db.selectFrom('payment_event').select('outcome').where('account_id', '=', id)
  return (await events.orderBy('event_id').execute()).map(({ outcome }) => outcome).toSorted()
}
const creditsOf = async ({ id }: Payer): Promise<number> =>
  (await world.pool.query(`select from ledger_entry where account_id = $1 and kind = 'credit'`, [id])).rowCount ?? 0

/** The body with which the channel's webhooks are acknowledged. */
const acknowledgement = async (channel: TopUpChannel): Promise<string | undefined> =>
  (await world.payments.engine.channels.get(channel)?.provider())?.responses.received.body

describe.each(topUpChannels)('%s', (channel) => {
  const amount = amounts[channel]
  const exact = `${amount}0000`
  const newOrder = async (orderAmount: string = amount) => {
    const payer = await newPayer(world, channel)
    return { payer, order: await payer.begin(orderAmount) }
  }
  const genuine = async (id: string, choice: WebhookChoice = {}) => {
    const { services, payments } = sandboxOf(world)
    const payment = await payments.byId(id)
    if (payment === null) throw new Error('there is no such payment')
    const now = world.clock.now()
    const changed = { ...payment, status: 'paid' as const, paidAt: now, ...choice.payment }
    return services[channel].webhook({ payment: changed, event: 'paid', claimed: payment.amount, now })
  }

  test('a forged webhook is refused and changes nothing', async () => {
    const { payer, order } = await newOrder()
    const { headers, body } = await genuine(await payer.arrive(order))
    const stale = { headers, body: body.replaceAll('8', '9') }
    const unsigned = {
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !/sign/i.test(name))),
      body: body.replace(/&sign=[^&]*/, ''),
    }
    const probe = {
      headers: { ...headers, 'wechatpay-signature': 'WECHATPAY/SIGNTEST/abc', 'stripe-signature': 't=1,v1=00' },
      body: body.replace(/&sign=[^&]*/, '&sign=WECHATPAY%2FSIGNTEST%2F'),
    }
    const before = await countWebhooks(channel, 'forged')
    for (const webhook of [stale, unsigned, probe, { headers, body: '' }, { headers: {}, body: '{}' }]) {
      const answer = await callBack(world, channel, webhook)
      expect(answer.body).not.toBe(await acknowledgement(channel))
      if (channel !== 'alipay') expect(answer.status).toBeGreaterThanOrEqual(400)
    }
    expect(await countWebhooks(channel, 'forged')).toBe(before + 5)
    expect(await outcomesOf(payer)).toEqual([])
    expect(await payer.balance()).toBe('0.000000')
  })

  test('a genuine webhook of another channel is forged', async () => {
    const { payer, order } = await newOrder()
    const webhook = await genuine(await payer.arrive(order))
    for (const other of topUpChannels.filter((one) => one !== channel)) {
      expect((await callBack(world, other, webhook)).body).not.toBe(await acknowledgement(other))
    }
    expect(await payer.balance()).toBe('0.000000')
  })

  test('the same webhook twice credits once', async () => {
    const { payer, order } = await newOrder()
    const webhook = await genuine(await payer.arrive(order))
    const answers = [await callBack(world, channel, webhook), await callBack(world, channel, webhook)]
    expect(answers.map(({ status }) => status)).toEqual([RECEIVED, RECEIVED])
    expect(await payer.balance()).toBe(exact)
    expect(await outcomesOf(payer)).toEqual(['credited'])
  })

  test('the sandbox’s duplicate and late webhooks credit once', async () => {
    const [twice, late] = [await newOrder('88.04'), await newOrder('88.05')]
    await twice.payer.pay(twice.order)
    await late.payer.pay(late.order)
    expect(await deliverWebhooksWithin(world, 2_000)).toBe(2)
    expect(await twice.payer.balance()).toBe('88.040000')
    expect(await late.payer.balance()).toBe('0.000000')
    await deliverWebhooksWithin(world, 60_000)
    expect(await late.payer.balance()).toBe('88.050000')
    expect([await creditsOf(twice.payer), await creditsOf(late.payer)]).toEqual([1, 1])
  })

  test('twenty webhooks and checks at the same moment credit once', async () => {
    const { payer, order } = await newOrder()
    await payer.pay(order)
    world.clock.advance(6_000)
    const webhook = await genuine(await payer.arrive(order))
    const work = Array.from({ length: 20 }, (_, at) =>
      at % 2 === 0 ? callBack(world, channel, webhook) : payer.check(order),
    )
    await Promise.all([...work, world.payments.pollOrders(), payer.call(topUp.cancel, { params: { id: order.id } })])
    expect(await payer.balance()).toBe(exact)
    expect(await creditsOf(payer)).toBe(1)
    expect(await payer.check(order)).toMatchObject({ status: TopUpStatus.Paid })
  })

  test('a webhook with a wrong amount credits nothing and raises an alarm, and a query’s result is applied instead', async () => {
    const { payer, order } = await newOrder('88.06')
    await payer.pay(order)
    await deliverWebhooksWithin(world, 2_000)
    expect(await payer.balance()).toBe('0.000000')
    expect(await outcomesOf(payer)).toEqual(['wrong_amount'])
    expect(logged).toContain(`"topUp":"${order.id}","outcome":"wrong_amount"`)
    expect(await payer.check(order)).toMatchObject({ status: TopUpStatus.Paid })
    expect(await payer.balance()).toBe('88.060000')
  })

  test('a payment is credited after its order was cancelled, expired or failed', async () => {
    const { payer, order } = await newOrder()
    expect(await payer.call(topUp.cancel, { params: { id: order.id } })).toEqual({
      status: TopUpStatus.Cancelled,
      extra: {},
    })
    const other = await payer.begin(amount)
    const failed = await payer.begin(amount)
    await world.db.updateTable('top_up').set({ status: TopUpStatus.Failed }).where('id', '=', failed.id).execute()
    const webhooks = [await genuine(await payer.arrive(other)), await genuine(await payer.arrive(failed))]
    await world.db.updateTable('top_up').set({ status: TopUpStatus.Expired }).where('id', '=', other.id).execute()
    for (const webhook of webhooks) expect((await callBack(world, channel, webhook)).status).toBe(RECEIVED)
    await payer.sendWebhook(order)
    const { rows } = await world.pool.query(
      'select sum(amount_micros)::text as sum from top_up where account_id = $1 and status = 1',
      [payer.id],
    )
    expect(rows).toEqual([{ sum: String(BigInt(exact.replace('.', '')) * 3n) }])
    expect(await payer.check(order, other, failed)).toMatchObject({ status: TopUpStatus.Paid })
  })

  test('a genuine webhook about an unknown order is received and changes nothing', async () => {
    const { payer, order } = await newOrder()
    const before = await countWebhooks(channel, 'unknown_order')
    const references = ['0'.repeat(32), '0199f3c2a1b27c3d8e4f5a6b7c8d9e0f', 'of-another-shop']
    for (const reference of references) {
      const webhook = await genuine(await payer.arrive(order), { payment: { reference } })
      expect((await callBack(world, channel, webhook)).status).toBe(RECEIVED)
    }
    expect(await countWebhooks(channel, 'unknown_order')).toBe(before + references.length)
    expect(await payer.balance()).toBe('0.000000')
  })

  test('a webhook that cannot be stored is requested again and then credited', async () => {
    const { payer, order } = await newOrder()
    const webhook = await genuine(await payer.arrive(order))
    const other = await world.pool.connect()
    await other.query('begin')
    await other.query('select from balance where account_id = $1 for update', [payer.id])
    const answer = await callBack(world, channel, webhook)
    await other.query('rollback')
    other.release()
    expect(answer.body).not.toBe(await acknowledgement(channel))
    expect(await countWebhooks(channel, 'later')).toBe(1)
    await callBack(world, channel, webhook)
    expect(await payer.balance()).toBe(exact)
  })
})

test('a payment in another currency is not credited', async () => {
  const payer = await newPayer(world, 'stripe')
  const order = await payer.begin('20')
  await payer.sendWebhook(order, { payment: { currency: 'eur' } })
  expect(await payer.balance()).toBe('0.000000')
  expect(await outcomesOf(payer)).toEqual(['wrong_currency'])
})

test('a charge names the payer’s wallet before or after the payment, and moves no money', async () => {
  for (const order of [['charged', 'paid'] as const, ['paid', 'charged'] as const]) {
    const payer = await newPayer(world, 'stripe')
    const id = await payer.begin('20.07')
    for (const event of order) expect((await payer.sendWebhook(id, { event })).status).toBe(RECEIVED)
    expect(await payer.balance()).toBe('20.070000')
    const [line] = await payer.call(transactions.list, { query: { type: 1 } })
    expect(line).toMatchObject({ channel: 'stripe', method: 'applepay', amount: '20.070000' })
    expect(await outcomesOf(payer)).toEqual(['credited', 'method_named'])
  }
})

test.each([
  ['40.08', 'googlepay'],
  ['40.09', 'paypal'],
  ['40.10', 'stripe'],
])('a sandbox payment of %s is called %s once it is paid', async (amount, method) => {
  const payer = await newPayer(world, 'stripe')
  const order = await payer.begin(amount)
  await payer.pay(order)
  await deliverWebhooksWithin(world, 2_000)
  const [line] = await payer.call(transactions.list, { query: { type: 1 } })
  expect(line).toMatchObject({ channel: 'stripe', method })
})

test('a close before or after the payment leaves the order paid', async () => {
  const [early, late] = [await newPayer(world, 'stripe'), await newPayer(world, 'stripe')]
  const [first, second] = [await early.begin('20'), await late.begin('20')]
  await early.sendWebhook(first, { event: 'closed' })
  expect(await early.check(first)).toMatchObject({ status: TopUpStatus.Expired })
  await early.sendWebhook(first)
  await late.sendWebhook(second)
  await late.sendWebhook(second, { event: 'closed' })
  for (const [payer, order] of [
    [early, first],
    [late, second],
  ] as const) {
    expect(await payer.check(order)).toMatchObject({ status: TopUpStatus.Paid })
    expect(await payer.balance()).toBe('20.000000')
  }
})

test('a dispute that overtakes its payment is requested again and then deducts the money', async () => {
  const payer = await newPayer(world, 'stripe')
  const order = await payer.begin('20')
  const dispute = { event: 'dispute_opened' } as const
  expect((await payer.sendWebhook(order, dispute)).status).toBe(503)
  await payer.sendWebhook(order)
  expect(await payer.balance()).toBe('20.000000')
  expect((await payer.sendWebhook(order, dispute)).status).toBe(RECEIVED)
  expect(await payer.balance()).toBe('0.000000')
  expect(await outcomesOf(payer)).toEqual(['credited', 'dispute_opened'])
})

test('a dispute about a payment that was not made here is acknowledged after an hour, with an alarm', async () => {
  const created = Math.floor(world.clock.now().getTime() / 1_000)
  const object = { id: 'dp_9', amount: 900, currency: 'usd', payment_intent: 'pi_shop', status: 'needs_response' }
  const event = { id: 'evt_9', type: 'charge.dispute.created', created, data: { object } }
  expect((await postStripe(world, event)).status).toBe(503)
  world.clock.advance(3_600_000)
  for (let times = 0; times < 2; times += 1) expect((await postStripe(world, event)).status).toBe(RECEIVED)
  const alarms = await world.db.selectFrom('payment_alarm').selectAll().where('about', '=', 'pi_shop').execute()
  expect(alarms).toMatchObject([{ kind: 'dispute_opened_unknown_payment', amount_micros: 9_000_000n, currency: 'USD' }])
  expect((await world.metrics.getSingleMetric('hongyan_payment_alarms')?.get())?.values).toContainEqual(
    expect.objectContaining({ labels: { kind: 'dispute_opened_unknown_payment' }, value: 1 }),
  )
})

test('an event of Stripe’s other mode is acknowledged, credits nothing and alarms staff', async () => {
  const payer = await newPayer(world, 'stripe')
  const order = await payer.begin('20')
  const object = {
    id: await payer.arrive(order),
    client_reference_id: order.id.replaceAll('-', ''),
    status: 'complete',
    payment_status: 'paid',
    amount_total: 2_000,
    currency: 'usd',
    payment_intent: 'pi_live',
  }
  const event = { id: 'evt_live', type: 'checkout.session.completed', data: { object } }
  logged = ''
  expect((await postStripe(world, { ...event, livemode: true })).status).toBe(RECEIVED)
  expect(await payer.balance()).toBe('0.000000')
  expect(logged).toContain('an event is not of the mode of our key')
  expect(await countWebhooks('stripe', 'other_mode')).toBe(1)
  const alarms = await world.db.selectFrom('payment_alarm').selectAll().where('about', '=', 'livemode').execute()
  expect(alarms).toMatchObject([{ kind: 'event_of_other_mode', channel: 'stripe', event_id: 'evt_live' }])
  expect((await postStripe(world, { ...event, livemode: false })).status).toBe(RECEIVED)
  expect(await payer.balance()).toBe('20.000000')
})

test('a webhook of Stripe that is signed more than five minutes ahead or ago is forged', async () => {
  const { stripe } = await sandboxOf(world).settings()
  const event = { id: 'evt_ahead', type: 'product.created', data: { object: {} } }
  const statuses: number[] = []
  for (const seconds of [-301, -300, 300, 301, 400]) {
    const signedAt = new Date(world.clock.now().getTime() + seconds * 1_000)
    const signed = signedEvent(event, stripe.webhookSecrets[0] ?? '', signedAt)
    statuses.push((await callBack(world, 'stripe', signed)).status)
  }
  expect(statuses).toEqual([400, RECEIVED, RECEIVED, 400, 400])
})

test('a second payment of a paid order is not credited and raises an alarm', async () => {
  const payer = await newPayer(world, 'stripe')
  const order = await payer.begin('20')
  await payer.sendWebhook(order)
  world.clock.advance(1_000)
  await payer.sendWebhook(order, { event: 'closed' })
  const { services, payments } = sandboxOf(world)
  const payment = await payments.byId(await payer.arrive(order))
  if (payment === null) throw new Error('there is no such payment')
  const now = world.clock.now()
  const again = { ...payment, id: `${payment.id}x`, paymentId: 'pi_another', status: 'paid', paidAt: now } as const
  await callBack(
    world,
    'stripe',
    await services.stripe.webhook({ payment: again, event: 'paid', claimed: 2_000n, now }),
  )
  expect(await payer.balance()).toBe('20.000000')
  expect(await outcomesOf(payer)).toContain('second_payment')
})

test.each(['paypal', 'Stripe', 'stripe%00'])('a webhook of the unknown channel %s returns 404', async (name) => {
  expect(await callBack(world, name, { headers: {}, body: '{}' })).toMatchObject({ status: 404 })
})

test('a webhook with a body that is too large is refused', async () => {
  const webhook = { headers: { 'content-type': 'application/json' }, body: 'x'.repeat(64 * 1024 + 1) }
  expect(await callBack(world, 'stripe', webhook)).toMatchObject({ status: 413 })
})

test('without a sandbox and payment settings there are no channels and no webhook endpoints', async () => {
  const bare = await newWorld({ SANDBOX: '0' })
  const owner = await bare.account()
  expect(await owner.ask(topUp.create, { body: { amount: '20', channel: 'stripe', currency: 'USD' } })).toMatchObject({
    status: 400,
    body: { error: { code: 'channel_unavailable', field: 'channel' } },
  })
  expect((await owner.call(topUp.get)).channels).toEqual([])
  expect(await callBack(bare, 'stripe', { headers: {}, body: '{}' })).toMatchObject({ status: 404 })
  await bare.close()
})

test('logs have no content of webhooks, and both proofs of the ledger are clean', async () => {
  const owners = await world.db.selectFrom('account').select('id').execute()
  expect(logged).not.toBe('')
  expect(owners.filter(({ id }) => logged.includes(id))).toEqual([])
  expect(logged).not.toMatch(/SIGNTEST|out_trade_no|client_reference|ciphertext/)
  expect(await findings(world)).toEqual([])
})
