import type { AddressInfo } from 'node:net'
import { DAY, HOUR, MINUTE, SECOND } from '@hongyan/contract/durations'
import { topUp, type TopUpOrder } from '@hongyan/contract/endpoints/finance/top-up'
import { transactions } from '@hongyan/contract/endpoints/finance/transactions'
import { TransactionId } from '@hongyan/contract/ids'
import { topUpChannels, TopUpStatus, TransactionStatus } from '@hongyan/contract/vocabulary/payment'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findings, newPayer, deliverWebhooksWithin, type Payer, postStripe } from '../../test/payer.ts'
import { newWorld, type World } from '../../test/world.ts'
import { readArguments } from '../kit/command.ts'
import { claimDueOrders } from './orders/store.ts'
import { paymentCommands } from './commands.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const orderOf = (order: TopUpOrder) =>
  world.db.selectFrom('top_up').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow()
const cancel = (payer: Payer, { id }: TopUpOrder) => payer.ask(topUp.cancel, { params: { id } })
/** Advances the clock and runs the polling loop once. */
const pollAfter = async (millis: number): Promise<void> => {
  world.clock.advance(millis)
  await world.payments.pollOrders()
}

/** Runs the work while the payment services are unreachable. */
async function whileUnreachable<T>(work: () => Promise<T>): Promise<T> {
  const { server } = world.app
  const { port } = server.address() as AddressInfo // it listens on a port
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await closed
  try {
    return await work()
  } finally {
    await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port }, resolve))
  }
}

describe.each(topUpChannels)('%s', (channel) => {
  const newOrder = async (amount = '88.10') => {
    const payer = await newPayer(world, channel)
    return { payer, order: await payer.begin(amount) }
  }

  test('a payment whose webhook was lost is found by a check', async () => {
    const { payer, order } = await newOrder('88.03')
    await payer.pay(order)
    expect(await deliverWebhooksWithin(world, MINUTE)).toBe(0)
    expect(await payer.check(order)).toMatchObject({ status: TopUpStatus.Paid })
    expect(await payer.balance()).toBe('88.030000')
  })

  test('a payment whose webhook was lost is found by the polling loop ten seconds after the order was created', async () => {
    const { payer, order } = await newOrder('88.03')
    await payer.pay(order)
    await pollAfter(9 * SECOND)
    expect(await payer.balance()).toBe('0.000000')
    await pollAfter(SECOND)
    expect(await payer.balance()).toBe('88.030000')
    expect(await orderOf(order)).toMatchObject({ status: TopUpStatus.Paid, poll_at: null })
  })

  test('a payment whose webhook was lost is found when the order expires and is closed', async () => {
    const { payer, order } = await newOrder('88.03')
    await payer.pay(order)
    await pollAfter(HOUR)
    expect(await payer.check(order)).toMatchObject({ status: TopUpStatus.Paid })
  })

  test('an unpaid order expires after an hour and is polled once more', async () => {
    const { payer, order } = await newOrder()
    await payer.arrive(order)
    await pollAfter(59 * MINUTE)
    expect(await orderOf(order)).toMatchObject({ status: TopUpStatus.Open })
    await pollAfter(6 * MINUTE)
    expect(await orderOf(order)).toMatchObject({ status: TopUpStatus.Expired })
    await payer.pay(order)
    await pollAfter(10 * MINUTE)
    expect(await orderOf(order)).toMatchObject({ status: TopUpStatus.Expired, poll_at: null })
    expect(await payer.check(order)).toEqual({ status: TopUpStatus.Expired, extra: {} })
    expect(await payer.balance()).toBe('0.000000')
  })

  test('an expired order is polled again where the channel does not respond', async () => {
    const { payer, order } = await newOrder()
    await payer.arrive(order)
    await pollAfter(HOUR)
    await whileUnreachable(() => pollAfter(10 * MINUTE))
    expect((await orderOf(order)).poll_at).not.toBeNull()
    await pollAfter(10 * MINUTE)
    expect(await orderOf(order)).toMatchObject({ status: TopUpStatus.Expired, poll_at: null })
  })

  test('an order paid while its channel could not be polled is credited, up to 30 days after it expired', async () => {
    const { payer, order } = await newOrder('88.03')
    await payer.pay(order)
    await whileUnreachable(async () => {
      for (const wait of [HOUR, HOUR, DAY, DAY]) await pollAfter(wait)
    })
    expect(await orderOf(order)).toMatchObject({ status: TopUpStatus.Expired, poll_at: expect.any(Date) })
    world.clock.advance(20 * DAY)
    await world.payments.pollOrders()
    expect(await orderOf(order)).toMatchObject({ status: TopUpStatus.Paid, poll_at: null, entry: expect.any(String) })
  })

  test('an order whose channel never responds is polled ever more rarely for 30 days and then raises an alarm', async () => {
    const { order } = await newOrder()
    const { expires_at: expired } = await orderOf(order)
    const polls: number[] = []
    await whileUnreachable(async () => {
      for (let next = (await orderOf(order)).poll_at; next !== null; next = (await orderOf(order)).poll_at) {
        const past = next.getTime() - expired.getTime()
        // The first day is polled every five minutes.
        world.clock.set(past < DAY ? new Date(Math.max(next.getTime(), expired.getTime() + DAY + MINUTE)) : next)
        polls.push(world.clock.now().getTime())
        await world.payments.pollOrders()
      }
    })
    const waits = polls.slice(2).map((at, index) => at - (polls[index + 1] ?? 0))
    expect(waits.every((wait, index) => wait >= (waits[index - 1] ?? 0))).toBe(true)
    expect([waits.at(0), waits.at(-1)]).toEqual([expect.any(Number), DAY])
    expect((polls.at(-1) ?? 0) - expired.getTime()).toBeGreaterThan(30 * DAY)
    const alarms = await world.db.selectFrom('payment_alarm').selectAll().where('about', '=', order.id).execute()
    expect(alarms).toMatchObject([{ channel, kind: 'outcome_unknown', amount_micros: 88_100_000n, resolved_at: null }])
  })

  test('a cancelled order cannot be paid, and can be cancelled again', async () => {
    const { payer, order } = await newOrder()
    await payer.arrive(order)
    const cancelled = { status: 200, body: { status: TopUpStatus.Cancelled, extra: {} } }
    expect(await cancel(payer, order)).toMatchObject(cancelled)
    await payer.pay(order)
    await deliverWebhooksWithin(world, 2 * SECOND)
    expect(await cancel(payer, order)).toMatchObject(cancelled)
    expect(await payer.check(order)).toEqual(cancelled.body)
    expect(await payer.balance()).toBe('0.000000')
  })

  test('an order paid before it is cancelled is paid', async () => {
    const { payer, order } = await newOrder('88.03')
    await payer.pay(order)
    expect(await cancel(payer, order)).toMatchObject({ status: 200, body: { status: TopUpStatus.Paid } })
    expect(await payer.balance()).toBe('88.030000')
  })

  test('an order that cannot be closed stays open, and the response says so', async () => {
    const { payer, order } = await newOrder()
    expect(await whileUnreachable(() => cancel(payer, order))).toMatchObject({
      status: 503,
      body: { error: { code: 'payment_unreachable' } },
      headers: { 'retry-after': '1' },
    })
    expect(await orderOf(order)).toMatchObject({ status: TopUpStatus.Open })
    expect(await cancel(payer, order)).toMatchObject({ status: 200, body: { status: TopUpStatus.Cancelled } })
  })

  test('an order whose channel is unreachable fails, and is no longer polled once the channel responded', async () => {
    const payer = await newPayer(world, channel)
    const body = { amount: '88.10', channel, currency: payer.currency }
    const begin = () => payer.ask(topUp.create, { body })
    const answer = await whileUnreachable(begin)
    // The address of a page is made without a call, but needs our own address.
    expect(answer).toMatchObject({ status: 503, body: { error: { code: 'payment_unreachable' } } })
    const orders = world.db.selectFrom('top_up').selectAll().where('account_id', '=', payer.id)
    expect(await orders.execute()).toMatchObject([{ status: TopUpStatus.Failed, action: null, payload: null }])
    await pollAfter(MINUTE)
    expect(await orders.execute()).toMatchObject([{ status: TopUpStatus.Failed, poll_at: null, polls: 1 }])
  })
})

test('an order is polled every five seconds at most, whatever the number of tabs, polling loop included', async () => {
  const payer = await newPayer(world, 'stripe')
  const order = await payer.begin('20')
  await Promise.all(Array.from({ length: 8 }, () => payer.check(order)))
  expect((await orderOf(order)).polls).toBe(1)
  world.clock.advance(4 * SECOND)
  await payer.check(order)
  expect((await orderOf(order)).polls).toBe(1)
  world.clock.advance(SECOND)
  await payer.check(order)
  expect((await orderOf(order)).polls).toBe(2)
  await pollAfter(4 * SECOND)
  expect((await orderOf(order)).polls).toBe(2)
  world.clock.advance(SECOND)
  await payer.check(order)
  await world.payments.pollOrders()
  expect((await orderOf(order)).polls).toBe(3)
  await pollAfter(5 * SECOND)
  expect((await orderOf(order)).polls).toBe(4)
})

test('an order is polled every ten seconds at first, then less and less often', async () => {
  const payer = await newPayer(world, 'stripe')
  const order = await payer.begin('20')
  const began = world.clock.now().getTime()
  const polledAt: number[] = []
  let { polls, poll_at: next } = await orderOf(order)
  for (let at = 0; at < HOUR; at += 5 * SECOND) {
    if ((next?.getTime() ?? 0) > began + at) continue
    world.clock.set(new Date(began + at))
    await world.payments.pollOrders()
    const polled = await orderOf(order)
    if (polled.polls > polls) polledAt.push(at / SECOND)
    ;({ polls, poll_at: next } = polled)
  }
  expect(polledAt.slice(0, 10)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
  expect(polledAt.length).toBeLessThan(50)
  expect((polledAt.at(-1) ?? 0) - (polledAt.at(-2) ?? 0)).toBeGreaterThanOrEqual(240)
})

test('a check of several orders is paid once all are, and returns their total cashback', async () => {
  const payer = await newPayer(world, 'alipay')
  const [one, other] = [await payer.begin('1000'), await payer.begin('5000')]
  await payer.sendWebhook(one)
  expect(await payer.check(one, other)).toMatchObject({ status: TopUpStatus.Open })
  await payer.sendWebhook(other)
  const { status, extra } = await payer.check(one, other, one)
  const drawn = await Promise.all([payer.check(one), payer.check(other)])
  const cents = (reply: object) => Number(Reflect.get(reply, 'cashback')) * 100
  expect(status).toBe(TopUpStatus.Paid)
  expect(extra).toEqual({ cashback: expect.stringMatching(/^\d+\.\d{2}0000$/) })
  expect(Math.round(cents(extra))).toBe(Math.round(cents(drawn[0].extra) + cents(drawn[1].extra)))
})

describe('a check is refused', () => {
  const unknown = '0199f3c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f'

  test('when one of its orders is unknown or of another account', async () => {
    const [mine, theirs] = [await newPayer(world, 'stripe'), await newPayer(world, 'stripe')]
    const [own, foreign] = [await mine.begin('20'), await theirs.begin('20')]
    for (const id of [[unknown], [foreign.id], [own.id, unknown], [own.id, foreign.id]]) {
      expect(await mine.ask(topUp.check, { body: { id, channel: 'stripe' } })).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      })
    }
    expect(await mine.ask(topUp.cancel, { params: { id: foreign.id } })).toMatchObject({ status: 404 })
    expect([await orderOf(own), await orderOf(foreign)]).toMatchObject([{ polls: 0 }, { status: 0 }])
  })

  test.each([
    [{ id: [unknown], channel: 'paypal' }, 'invalid_request', 'channel'],
    [{ id: [], channel: 'stripe' }, 'invalid_request', 'id'],
    [{ id: Array.from({ length: 21 }, () => unknown), channel: 'stripe' }, 'invalid_request', 'id'],
    [{ id: ['1'], channel: 'stripe' }, 'invalid_request', 'id[0]'],
    [{ channel: 'stripe' }, 'missing_params', 'id'],
  ])('with %j', async (body, code, field) => {
    const payer = await newPayer(world, 'stripe')
    expect(await payer.ask(topUp.check, { query: { ts: '1' }, body })).toMatchObject({
      status: 400,
      body: { error: { code, field } },
    })
  })

  test('with another channel than the order’s', async () => {
    const payer = await newPayer(world, 'alipay')
    const { id } = await payer.begin('88.10')
    expect(await payer.ask(topUp.check, { body: { id: [id], channel: 'wxpay' } })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', field: 'channel' } },
    })
  })
})

test('a payment by a delayed method is processing until its bank has paid or refused', async () => {
  const payer = await newPayer(world, 'stripe')
  const [paid, refused] = [await payer.begin('20'), await payer.begin('30')]
  const report = async (order: TopUpOrder, type: string, payment_status: 'unpaid' | 'paid') => {
    const reference = order.id.replaceAll('-', '')
    const session = { id: 'cs_1', client_reference_id: reference, status: 'complete', payment_status }
    const amounts = { amount_total: 2000, currency: 'usd', payment_intent: `pi_${reference}` }
    return postStripe(world, { id: `evt_${reference}_${type}`, type, data: { object: { ...session, ...amounts } } })
  }
  for (const order of [paid, refused]) {
    expect(await report(order, 'checkout.session.completed', 'unpaid')).toMatchObject({ status: 200 })
    expect(await payer.check(order)).toEqual({ status: TopUpStatus.Processing, extra: {} })
    expect(await payer.call(transactions.get, { params: { id: TransactionId.parse(order.id) } })).toMatchObject({
      status: TransactionStatus.Pending,
      description: { order: TopUpStatus.Processing },
    })
    expect(await cancel(payer, order)).toMatchObject({ body: { status: TopUpStatus.Processing } })
  }
  await pollAfter(30 * MINUTE)
  expect(await orderOf(paid)).toMatchObject({ status: TopUpStatus.Processing, poll_at: expect.any(Date) })
  await report(paid, 'checkout.session.async_payment_succeeded', 'paid')
  await report(refused, 'checkout.session.async_payment_failed', 'unpaid')
  expect([(await orderOf(paid)).status, (await orderOf(refused)).status]).toEqual([
    TopUpStatus.Paid,
    TopUpStatus.Failed,
  ])
  expect(await payer.balance()).toBe('20.000000')
})

test('an operator has an expired order polled again, reads the end of that poll, and resolves alarms by name', async () => {
  const payer = await newPayer(world, 'stripe')
  const order = await payer.begin('20.03')
  await payer.pay(order)
  await world.db
    .updateTable('top_up')
    .set({ status: TopUpStatus.Expired, poll_at: null })
    .where('id', '=', order.id)
    .execute()
  const run = async (name: string, ...typed: readonly string[]) => {
    const command = paymentCommands.find((each) => each.name === `top-up ${name}`)
    if (command === undefined) throw new Error(`there is no command ${name}`)
    return command.run({ db: world.db, clock: world.clock }, readArguments(command, typed))
  }
  const checked = run('check', order.id)
  await expect.poll(async () => (await orderOf(order)).poll_at).not.toBeNull()
  await claimDueOrders(world.db, 'stripe', world.clock.now())
  const claimed = await orderOf(order)
  expect(claimed.ended_polls).toBeLessThan(claimed.polls)
  await world.db
    .updateTable('top_up')
    .set({ poll_at: world.clock.now(), polled_at: null })
    .where('id', '=', order.id)
    .execute()
  await world.payments.pollOrders()
  expect(await checked).toMatchObject({ json: { status: 'paid' } })
  const ended = await orderOf(order)
  expect(ended.ended_polls).toBe(ended.polls)
  expect(await payer.balance()).toBe('20.030000')
  await expect(run('check', 'x')).rejects.toThrow('There is no top-up x.')

  await payer.sendWebhook(order, { payment: { paymentId: 'pi_other' } })
  expect((await run('alarms')).line).toContain(`stripe second_payment ${order.id} 20.030000 USD`)
  await expect(run('resolve', order.id, '--text', 'Returned at Stripe.')).rejects.toThrow('--by is missing.')
  expect(await run('resolve', order.id, '--text', 'Returned at Stripe.', '--by', 'Ada')).toMatchObject({
    json: { resolved: 1 },
  })
  expect((await run('alarms')).line).not.toContain(order.id)
})

test('polling leaves both proofs of the ledger clean', async () => {
  expect(await findings(world)).toEqual([])
})
