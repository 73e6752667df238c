import { topUp } from '@hongyan/contract/endpoints/finance/top-up'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findings, newPayer, deliverWebhooksWithin } from '../../../../test/payer.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const ordersOf = async ({ id }: SignedIn) =>
  world.db.selectFrom('top_up').selectAll().where('account_id', '=', id).orderBy('id').execute()
const creditsOf = async ({ id }: SignedIn) => {
  const { rows } = await world.pool.query(
    `select amount_micros as amount, channel from ledger_entry where account_id = $1 and kind = 'credit' order by id`,
    [id],
  )
  return rows
}

describe.each([
  ['stripe', '20.000000', '20'],
  ['stripe', '3000.000000', '3000'],
  ['stripe', '20.000000', '20.009'],
  ['alipay', '0.070000', '0.079999'],
  ['alipay', '20000.000000', '20000.00'],
  ['wxpay', '88.880000', '88.88'],
] as const)('typed', (channel, exact, asked) => {
  test('is credited exactly and once, by its webhook', async () => {
    const payer = await newPayer(world, channel)
    const order = await payer.begin(asked)
    expect(order.action).toBe(channel === 'wxpay' ? 'qrcode' : 'open')
    expect(await payer.check(order)).toEqual({ status: TopUpStatus.Open, extra: {} })
    await payer.pay(order)
    expect(await payer.balance()).toBe('0.000000')
    await deliverWebhooksWithin(world, 2_000)
    expect(await payer.balance()).toBe(exact)
    expect(await payer.check(order)).toMatchObject({ status: TopUpStatus.Paid })
    expect(await creditsOf(payer)).toMatchObject([{ channel }])
    expect(await ordersOf(payer)).toMatchObject([{ id: order.id, status: 1, test: true, poll_at: null }])
  })
})

describe('a top-up is refused', () => {
  const refusal = async (owner: SignedIn, body: object) => {
    const answer = await owner.ask(topUp.create, { body })
    expect(await ordersOf(owner)).toEqual([])
    return { status: answer.status, ...(answer.body as { error: { code: string; field?: string } }).error }
  }
  const usual = { amount: '20', channel: 'stripe', currency: 'USD' }

  test.each([
    [null],
    [''],
    ['NaN'],
    ['Infinity'],
    ['1e3'],
    [1e21],
    ['1,000'],
    ['２０'],
    ['0x20'],
    [' 20'],
    ['9'.repeat(65)],
    [true],
    [['20']],
  ])('with the amount %j', async (amount) => {
    const owner = await world.account()
    expect(await refusal(owner, { ...usual, amount })).toMatchObject({
      status: 400,
      code: 'invalid_request',
      field: 'amount',
    })
  })

  test.each([
    ['us', 'USD', 'stripe', '19.99'],
    ['us', 'USD', 'stripe', '3000.01'],
    ['us', 'USD', 'stripe', '-20'],
    ['us', 'USD', 'stripe', 0],
    ['us', 'USD', 'stripe', '999999999999999'],
    ['cn', 'CNY', 'alipay', '0.009'],
    ['cn', 'CNY', 'wxpay', '20000.01'],
  ] as const)('outside the range of its currency (%s %s by %s: %s)', async (partition, currency, channel, amount) => {
    const owner = await world.account({ partition })
    expect(await refusal(owner, { amount, channel, currency })).toMatchObject({
      status: 400,
      code: 'amount_out_of_range',
      field: 'amount',
    })
  })

  test.each([
    [{ ...usual, currency: 'CNY' }, 'invalid_request', 'currency'],
    [{ ...usual, currency: 'EUR' }, 'invalid_request', 'currency'],
    [{ ...usual, channel: 'alipay' }, 'channel_unavailable', 'channel'],
    [{ ...usual, channel: 'paypal' }, 'invalid_request', 'channel'],
    [{ ...usual, id: 'mine' }, 'restricted_params', 'id'],
    [{ channel: 'stripe', currency: 'USD' }, 'missing_params', 'amount'],
  ])('with %j', async (body, code, field) => {
    expect(await refusal(await world.account(), body)).toMatchObject({ status: 400, code, field })
  })

  test.each([
    ['stripe', AccountStatus.AllPaymentBlocked, 'payments_blocked'],
    ['wxpay', AccountStatus.AllPaymentBlocked, 'payments_blocked'],
    ['stripe', AccountStatus.StripeBlocked, 'channel_blocked'],
    ['alipay', AccountStatus.AlipayBlocked, 'channel_blocked'],
    ['wxpay', AccountStatus.WechatPayBlocked, 'channel_blocked'],
  ] as const)('by %s for an account of status %s: %s', async (channel, status, code) => {
    const { currency, ...owner } = await newPayer(world, channel, { status })
    expect(await refusal(owner, { amount: '20', channel, currency })).toMatchObject({ status: 403, code })
  })

  test.each([
    ['stripe', AccountStatus.Suspended],
    ['stripe', AccountStatus.PayPalBlocked],
    ['stripe', AccountStatus.AlipayBlocked],
    ['alipay', AccountStatus.WechatPayBlocked],
  ] as const)('but not by %s for an account of status %s', async (channel, status) => {
    const payer = await newPayer(world, channel, { status })
    expect(await payer.begin('20')).toMatchObject({ action: 'open' })
  })

  test('by a method of Stripe’s page that the account’s status blocks', async () => {
    const payer = await newPayer(world, 'stripe', { status: AccountStatus.PayPalBlocked })
    const answer = await payer.ask(topUp.create, { body: { ...usual, amount: '20.09' } })
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'channel_blocked' } } })
  })

  test('beyond thirty in ten minutes, whatever their results', async () => {
    const payer = await newPayer(world, 'stripe')
    for (let count = 0; count < 30; count += 1) await payer.begin('20')
    const body = { amount: '20', channel: 'stripe', currency: 'USD' }
    const answer = await payer.ask(topUp.create, { body })
    expect(answer).toMatchObject({ status: 429, body: { error: { code: 'too_many_orders' } } })
    const wait = Number(answer.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(600)
    expect(await ordersOf(payer)).toHaveLength(30)
    world.clock.advance(wait * 1_000)
    expect(await payer.begin('20')).toMatchObject({ action: 'open' })
  })
})

test('an Idempotency-Key creates one top-up, however often it is sent', async () => {
  const payer = await newPayer(world, 'stripe')
  const ask = () =>
    payer.ask(topUp.create, {
      body: { amount: '20', channel: 'stripe', currency: 'USD' },
      headers: { 'idempotency-key': 'once' },
    })
  const [first, second] = [await ask(), await ask()]
  expect(second.body).toEqual(first.body)
  expect(await ordersOf(payer)).toHaveLength(1)
})

test('the first payment raises a new account to level paid, later ones change no level', async () => {
  const payer = await newPayer(world, 'stripe', { level: 0 })
  const levelOf = async (owner: SignedIn) =>
    await world.db.selectFrom('account').select(['level', 'changed_at']).where('id', '=', owner.id).executeTakeFirst()
  const before = await levelOf(payer)
  const order = await payer.begin('20')
  expect((await levelOf(payer))?.level).toBe(0)
  await payer.sendWebhook(order)
  const after = await levelOf(payer)
  expect(after?.level).toBe(1)
  expect(after?.changed_at.getTime()).toBeGreaterThan(before?.changed_at.getTime() ?? 0)
  const verified = await newPayer(world, 'stripe', { level: 2 })
  await verified.sendWebhook(await verified.begin('20'))
  expect((await levelOf(verified))?.level).toBe(2)
})

test('top-ups leave both proofs of the ledger clean', async () => {
  expect(await findings(world)).toEqual([])
})
