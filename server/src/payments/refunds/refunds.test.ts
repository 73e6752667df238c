import { account as accounts } from '@hongyan/contract/endpoints/account/account'
import { audit } from '@hongyan/contract/endpoints/account/audit'
import { refunds } from '@hongyan/contract/endpoints/finance/refunds'
import { topUp } from '@hongyan/contract/endpoints/finance/top-up'
import { transactions } from '@hongyan/contract/endpoints/finance/transactions'
import { type TopUpId, TransactionId } from '@hongyan/contract/ids'
import { decimalOf, micros, parseMicros, ZERO } from '@hongyan/contract/money'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { type TopUpChannel, topUpChannels } from '@hongyan/contract/vocabulary/payment'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inboxOf } from '../../../test/inbox.ts'
import { deliverToInbox } from '../../../test/deliveries.ts'
import { movesOf } from '../../../test/moves.ts'
import {
  callBack,
  findings,
  newPayer,
  deliverWebhooksWithin,
  type Payer,
  postStripe,
  sandboxOf,
} from '../../../test/payer.ts'
import { type Answer, newWorld, type World } from '../../../test/world.ts'
import type { SandboxRefund } from '../../providers/payments/sandbox/refunds.ts'
import { inTransaction } from '../../db/tx.ts'
import { uuidv7 } from '../../kit/ids.ts'
import { ledger } from '../../ledger/ledger.ts'

const FREE_FOR = 14 * 24 * 3_600_000
const reason = 'We paid more than we need'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const exact = (decimal: string) => parseMicros(decimal) ?? ZERO

/** A verified owner. */
async function newVerifiedPayer(channel: TopUpChannel): Promise<Payer> {
  const payer = await newPayer(world, channel)
  await world.pool.query('update account set realname_auth = true where id = $1', [payer.id])
  return payer
}

/** Pays a top-up. Returns its transaction id. */
async function payTopUp(payer: Payer, amount = '100'): Promise<TransactionId> {
  const order = await payer.begin(amount)
  await payer.pay(order)
  await payer.call(topUp.check, { query: {}, body: { id: [order.id], channel: payer.channel } })
  // The cashback of large payments is random, so tests set the amount.
  await world.pool.query('update top_up set cashback_micros = null, cashback_due_at = null where id = $1', [order.id])
  return TransactionId.parse(order.id)
}

async function newCharge(channel: TopUpChannel = 'stripe', amount = '100') {
  const payer = await newVerifiedPayer(channel)
  return { payer, id: await payTopUp(payer, amount) }
}

const refund = (payer: Payer, id: TransactionId, amount: string) =>
  payer.call(refunds.create, { params: { id }, body: { amount, reason } })
const ask = (payer: Payer, id: string, body: unknown = { amount: '5', reason }) =>
  payer.ask(refunds.create, { params: { id }, body })
const offer = (payer: Payer, id: TransactionId) => payer.call(refunds.offer, { params: { id } })
const code = (wanted: string) => expect.objectContaining({ error: expect.objectContaining({ code: wanted }) })
const rowsOf = ({ id }: Payer) =>
  world.db.selectFrom('refund').selectAll().where('account_id', '=', id).orderBy('id').execute()
const statusesOf = async (payer: Payer) => (await rowsOf(payer)).map(({ status }) => status)
const linesOf = async (payer: Payer) =>
  (await payer.call(transactions.list)).map(({ description: { kind }, direction, amount, status }) => [
    kind,
    direction,
    amount,
    status,
  ])
const movePayment = (id: TransactionId, millis: number) =>
  world.pool.query('update top_up set paid_at = $2 where id = $1', [id, new Date(world.clock.now().getTime() - millis)])
const withCashback = (id: TransactionId, amount: string, dueAt = world.clock.now()) =>
  world.pool.query('update top_up set cashback_micros = $2, cashback_due_at = $3 where id = $1', [
    id,
    exact(amount),
    dueAt,
  ])
const cashbackOf = async ({ id }: Payer) => {
  const { rows } = await world.pool.query('select cashback_micros as fund from balance where account_id = $1', [id])
  return rows[0]?.fund
}
/** Holds an amount, as messages in flight do. */
const hold = ({ id }: Payer, amount: string) =>
  inTransaction(world.pool, async (tx) => {
    await ledger.lock(tx, [id])
    const entry = { id: uuidv7(world.clock.now()), account: id, amount: exact(amount), count: 0 }
    await ledger.hold(tx, [entry], world.clock.now())
  })

describe.each(topUpChannels)('by %s', (channel) => {
  test('a refund leaves the balance at once, is paid out and listed as a line of its own', async () => {
    const { payer, id } = await newCharge(channel)
    const made = await refund(payer, id, '40.50')
    expect(made).toMatchObject({ amount: '40.500000', fee: '0.000000', paid_out: '40.500000' })
    expect(await payer.balance()).toBe('59.500000')
    await deliverWebhooksWithin(world, 1_500)
    expect(await rowsOf(payer)).toMatchObject([{ status: 'done', reason, poll_at: null, top_up_id: id }])
    expect(await linesOf(payer)).toEqual([
      ['refund', 2, '40.500000', 1],
      ['topup', 1, '100.000000', 1],
    ])
    expect((await offer(payer, id)).refundable).toBe('59.500000')
    expect(await findings(world)).toEqual([])
  })

  test('a slow refund is pending, keeps its money deducted and is notified', async () => {
    const { payer, id } = await newCharge(channel)
    expect(await refund(payer, id, '30.11')).toMatchObject({ status: 'pending' })
    expect((await linesOf(payer))[0]).toEqual(['refund', 2, '30.110000', 0])
    expect(await offer(payer, id)).toMatchObject({ refusal: 'refund_not_allowed' })
    expect(await ask(payer, id)).toMatchObject({ status: 409, body: code('refund_not_allowed') })
    await deliverWebhooksWithin(world, 5_000)
    expect(await statusesOf(payer)).toEqual(['done'])
    expect((await linesOf(payer))[0]).toEqual(['refund', 2, '30.110000', 1])
    expect(await refund(payer, id, '5')).toMatchObject({ amount: '5.000000' })
  })

  test('a refund without a webhook is found by polling', async () => {
    const { payer, id } = await newCharge(channel)
    await refund(payer, id, '30.14')
    await deliverWebhooksWithin(world, 9_000)
    await world.payments.pollRefunds()
    expect(await statusesOf(payer)).toEqual(['pending'])
    world.clock.advance(1_000)
    await world.payments.pollRefunds()
    expect(await statusesOf(payer)).toEqual(['done'])
  })

  test('a refund that fails later is returned by entries of its own', async () => {
    const { payer, id } = await newCharge(channel)
    await movePayment(id, FREE_FOR + 1)
    await withCashback(id, '8')
    // The fee is a quarter, so 30.12 is paid out.
    await refund(payer, id, '40.16')
    expect(await payer.balance()).toBe('59.840000')
    await deliverWebhooksWithin(world, 5_000)
    world.clock.advance(10_000)
    await world.payments.pollRefunds()
    expect(await statusesOf(payer)).toEqual(['failed'])
    expect(await payer.balance()).toBe('108.000000')
    expect(await cashbackOf(payer)).toBe(exact('8'))
    const lines = await linesOf(payer)
    expect(lines).toHaveLength(6)
    expect(lines).toEqual(
      expect.arrayContaining([
        ['topup', 1, '100.000000', 1],
        ['cashback', 1, '8.000000', 1],
        ['cashback_return', 2, '8.000000', 1],
        ['refund', 2, '40.160000', 2],
        ['refund_failed', 1, '40.160000', 1],
      ]),
    )
    expect(await offer(payer, id)).toMatchObject({ refundable: '100.000000', clawback: '8.000000', refusal: null })
    expect(await findings(world)).toEqual([])
  })

  test('a refund that its channel refuses costs nothing and can be requested again', async () => {
    const { payer, id } = await newCharge(channel)
    expect(await refund(payer, id, '20.13')).toMatchObject({ status: 'failed' })
    expect(await payer.balance()).toBe('100.000000')
    expect(await refund(payer, id, '20.20')).not.toMatchObject({ status: 'failed' })
    expect(await findings(world)).toEqual([])
  })

  test('a charge can be refunded completely and then no further', async () => {
    const { payer, id } = await newCharge(channel)
    await refund(payer, id, '100')
    await deliverWebhooksWithin(world, 1_500)
    expect(await payer.balance()).toBe('0.000000')
    expect(await offer(payer, id)).toMatchObject({ refundable: '0.000000', refusal: 'refund_not_allowed' })
    expect(await ask(payer, id)).toMatchObject({ status: 409, body: code('refund_not_allowed') })
  })
})

describe('the fee', () => {
  test.each([
    [FREE_FOR - 1, 0, '0.000000', '100.000000'],
    [FREE_FOR, 0, '0.000000', '100.000000'],
    [FREE_FOR + 1, 25, '25.000000', '75.000000'],
  ])('%d ms after the payment is %d %%', async (millis, percent, fee, paid_out) => {
    const { payer, id } = await newCharge()
    await movePayment(id, millis)
    expect(await offer(payer, id)).toMatchObject({ fee_percent: percent, refundable: '100.000000' })
    expect(await refund(payer, id, '100')).toMatchObject({ fee, paid_out, amount: '100.000000' })
    const { rows } = await world.pool.query(
      `select revenue_micros as fee, clearing_micros as "paidOut", channel from ledger_entry where account_id = $1 and kind = 'refund'`,
      [payer.id],
    )
    expect(rows).toEqual([{ fee: exact(fee), paidOut: exact(paid_out), channel: 'stripe' }])
    const [line] = await payer.call(transactions.list)
    expect(line?.description.refund).toEqual({ fee, withheld: '0.000000', paid_out })
    expect(await findings(world)).toEqual([])
  })
})

describe('cashback', () => {
  test('is taken back from its fund once, however often the charge is refunded', async () => {
    const { payer, id } = await newCharge('alipay')
    await withCashback(id, '8.88')
    expect(await offer(payer, id)).toMatchObject({ clawback: '8.880000', withheld: '0.000000' })
    expect(await refund(payer, id, '10')).toMatchObject({ clawback: '8.880000', paid_out: '10.000000' })
    expect([await cashbackOf(payer), await payer.balance()]).toEqual([0n, '90.000000'])
    expect(await offer(payer, id)).toMatchObject({ clawback: '0.000000', withheld: '0.000000' })
    expect(await refund(payer, id, '10')).toMatchObject({ clawback: '0.000000', paid_out: '10.000000' })
    expect(await findings(world)).toEqual([])
  })

  test('that is not posted yet is posted with the refund and not again', async () => {
    const { payer, id } = await newCharge('alipay')
    await withCashback(id, '8.88', new Date(world.clock.now().getTime() + 60_000))
    await refund(payer, id, '10')
    const { rows } = await world.pool.query(`select kind from ledger_entry where account_id = $1 order by id`, [
      payer.id,
    ])
    expect(rows.map(({ kind }) => kind)).toEqual(['credit', 'cashback', 'refund', 'clawback'])
  })

  test('that is spent is withheld from the refund', async () => {
    const { payer, id } = await newCharge('alipay')
    await withCashback(id, '8.88')
    await refund(payer, id, '0.01')
    const other = await payTopUp(payer, '50')
    await withCashback(other, '6')
    await world.pool.query(`update top_up set cashback_entry = $2 where id = $1`, [other, uuidv7(world.clock.now())])
    expect(await offer(payer, other)).toMatchObject({ clawback: '0.000000', withheld: '6.000000' })
    expect(await ask(payer, other, { amount: '6', reason })).toMatchObject({
      status: 400,
      body: code('refund_out_of_range'),
    })
    expect(await refund(payer, other, '20')).toMatchObject({ withheld: '6.000000', paid_out: '14.000000' })
    expect(await payer.balance()).toBe('129.990000')
    expect(await findings(world)).toEqual([])
  })
})

describe('the refundable amount', () => {
  test('excludes amounts held for messages in flight, the oldest charge first', async () => {
    const { payer, id } = await newCharge()
    const newer = await payTopUp(payer, '50')
    await hold(payer, '30.005')
    expect((await offer(payer, id)).refundable).toBe('69.990000')
    expect((await offer(payer, newer)).refundable).toBe('50.000000')
    await hold(payer, '80')
    expect((await offer(payer, id)).refundable).toBe('0.000000')
    expect((await offer(payer, newer)).refundable).toBe('39.990000')
    expect(await ask(payer, newer, { amount: '40', reason })).toMatchObject({ body: code('refund_out_of_range') })
    await refund(payer, newer, '39.99')
    expect(await payer.balance()).toBe('0.005000')
    // No message belongs to these holds.
    await world.pool.query(`delete from ledger_entry where account_id = $1 and kind = 'hold'`, [payer.id])
    await world.pool.query('update balance set held_micros = 0 where account_id = $1', [payer.id])
  })

  test('excludes disputed amounts', async () => {
    const { payer, id } = await newCharge()
    const { payments } = sandboxOf(world)
    const order = await world.db
      .selectFrom('top_up')
      .selectAll()
      .where('id', '=', id as string as TopUpId)
      .executeTakeFirstOrThrow() // a top-up's id is its transaction's
    await payments.dispute(order.remote_id ?? '', 'open')
    await deliverWebhooksWithin(world, 0)
    expect(await offer(payer, id)).toMatchObject({ refundable: '0.000000', refusal: 'refund_not_allowed' })
  })
})

describe('a refund is refused', () => {
  test('before the account is verified', async () => {
    const payer = await newPayer(world, 'stripe')
    const id = await payTopUp(payer)
    expect(await offer(payer, id)).toMatchObject({ refundable: '100.000000', refusal: 'not_verified' })
    expect(await ask(payer, id)).toMatchObject({ status: 403, body: code('not_verified') })
    expect(await rowsOf(payer)).toEqual([])
  })

  test('for an operator’s credit, an unpaid order or a day’s usage', async () => {
    const payer = await newPayer(world, 'stripe', { balance: '10' })
    await world.pool.query('update account set realname_auth = true where id = $1', [payer.id])
    const open = await payer.begin('20')
    const house = (await payer.call(transactions.list)).find(({ description: { kind } }) => kind === 'credit')
    for (const id of [house?.id ?? '', open.id]) {
      expect(await ask(payer, id)).toMatchObject({ status: 409, body: code('refund_not_allowed') })
      expect(await payer.ask(refunds.offer, { params: { id } })).toMatchObject({ body: code('refund_not_allowed') })
    }
    expect(await ask(payer, '2026-11-20-sms')).toMatchObject({ status: 404, body: code('not_found') })
    expect(await payer.balance()).toBe('10.000000')
  })

  test('through a channel that is no longer offered, and in sandbox mode for a real payment', async () => {
    const { payer, id } = await newCharge()
    await world.pool.query('update top_up set test = false where id = $1', [id])
    expect(await offer(payer, id)).toMatchObject({ refusal: 'channel_unavailable' })
    expect(await ask(payer, id)).toMatchObject({ status: 400, body: code('channel_unavailable') })
  })

  test.each([
    ['no amount', { reason }],
    ['an amount of letters', { amount: 'all', reason }],
    ['full-width digits', { amount: '１０', reason }],
    ['an exponent', { amount: '1e1', reason }],
    ['grouping', { amount: '1,000', reason }],
    ['a list', { amount: ['5'], reason }],
    ['an amount longer than any', { amount: '1'.repeat(33), reason }],
    ['no reason', { amount: '5' }],
    ['a reason of four characters', { amount: '5', reason: 'none' }],
    ['a reason of blanks', { amount: '5', reason: '          ' }],
    ['a reason of 301 characters', { amount: '5', reason: 'x'.repeat(301) }],
    ['a reason with a control character', { amount: '5', reason: 'We paid \u0000 too much' }],
    ['a field too many', { amount: '5', reason, channel: 'stripe' }],
  ])('with %s', async (_, body) => {
    const { payer, id } = await newCharge()
    const answer = await ask(payer, id, body)
    expect(answer.status).toBe(400)
    expect([await payer.balance(), await rowsOf(payer)]).toEqual(['100.000000', []])
  })

  test.each(['0', '-5', '0.001', '5.001', '100.01', '100.000001', '999999999999999'])(
    'for an amount of %s',
    async (amount) => {
      const { payer, id } = await newCharge()
      expect(await ask(payer, id, { amount, reason })).toMatchObject({ status: 400, body: code('refund_out_of_range') })
      expect([await payer.balance(), await rowsOf(payer)]).toEqual(['100.000000', []])
    },
  )
})

test('late refunds of a charge have the fee of their sum, and end with the tenth', async () => {
  const { payer, id } = await newCharge()
  await movePayment(id, FREE_FOR + 1)
  const fees: string[] = []
  for (let times = 0; times < 10; times += 1) {
    expect((await offer(payer, id)).refusal).toBeNull()
    fees.push((await refund(payer, id, '0.03')).fee)
    await deliverWebhooksWithin(world, 1_500)
  }
  expect(fees.map(Number).reduce((sum, fee) => sum + fee, 0)).toBeCloseTo(0.07, 6)
  expect(await offer(payer, id)).toMatchObject({ refunded_late: '0.300000', fees_taken: '0.070000' })
  expect(await offer(payer, id)).toMatchObject({ refusal: 'too_many_refunds' })
  expect(await ask(payer, id)).toMatchObject({ status: 409, body: code('too_many_refunds') })
  expect(await findings(world)).toEqual([])
})

describe('a refund made in Stripe’s dashboard', () => {
  const made = async (id: TransactionId, amount: number, status = 'succeeded', event = 're_1') => {
    const order = world.db
      .selectFrom('top_up')
      .select('payment_id')
      .where('id', '=', id as string as TopUpId)
    const { payment_id: payment_intent } = await order.executeTakeFirstOrThrow()
    const object = { id: `re_${id.slice(-12)}`, amount, status, payment_intent, metadata: {} }
    const type = status === 'failed' ? 'refund.failed' : 'refund.created'
    return postStripe(world, { id: `evt_${event}_${id}`, type, data: { object } })
  }
  const alarmsOf = (about: string) =>
    world.db.selectFrom('payment_alarm').select('kind').where('about', '=', about).execute()

  test('a refund at the provider is booked once with its cashback, and a failed one is returned', async () => {
    const { payer, id } = await newCharge()
    await withCashback(id, '5')
    expect(await made(id, 4_000)).toMatchObject({ status: 200 })
    expect(await made(id, 4_000, 'succeeded', 're_again')).toMatchObject({ status: 200 })
    expect(await payer.balance()).toBe('60.000000')
    expect(await rowsOf(payer)).toMatchObject([{ source: 'provider', status: 'done', amount_micros: 40_000_000n }])
    expect(await linesOf(payer)).toContainEqual(['refund', 2, '40.000000', 1])
    expect((await offer(payer, id)).refundable).toBe('60.000000')
    await made(id, 4_000, 'failed', 're_failed')
    expect(Number(await payer.balance())).toBe(105)
    expect(await findings(world)).toEqual([])
  })

  test('a refund at the provider of spent money books the unspent part and alarms staff', async () => {
    const { payer, id } = await newCharge()
    await refund(payer, id, '70')
    await deliverWebhooksWithin(world, 1_500)
    await made(id, 5_000)
    expect(await payer.balance()).toBe('0.000000')
    expect(await alarmsOf(id)).toEqual([{ kind: 'refund_of_spent_money' }])
  })

  test('a refund at the provider of an unknown payment alarms staff', async () => {
    const object = { id: 're_shop', amount: 500, status: 'succeeded', payment_intent: 'pi_other_shop', metadata: {} }
    expect(await postStripe(world, { id: 'evt_shop', type: 'refund.created', data: { object } })).toMatchObject({
      status: 200,
    })
    expect(await alarmsOf('pi_other_shop')).toEqual([{ kind: 'refund_done_unknown_payment' }])
  })
})

describe.each(['alipay', 'wxpay'] as const)('a refund made in the merchant portal of %s', (channel) => {
  /** Sends the webhook that the service signs for a refund of so many cents that we never requested. */
  async function made(id: TransactionId, amount: bigint, reference = 'PORTAL1'): Promise<Answer> {
    const payment = await world.db
      .selectFrom('top_up')
      .select('payment_id')
      .where('id', '=', id as string as TopUpId)
      .executeTakeFirstOrThrow()
    const at = world.clock.now()
    const refunded: SandboxRefund = {
      service: channel,
      reference,
      paymentId: payment.payment_id ?? '',
      orderReference: id.replaceAll('-', ''),
      amount,
      total: 10_000n,
      currency: 'CNY',
      metadata: {},
      webhookPath: `/callbacks/${channel}`,
      id: `${reference}${id.slice(-12)}`,
      state: 'succeeded',
      createdAt: at,
      finalAt: at,
    }
    const webhook = await sandboxOf(world).services[channel].refundWebhook(refunded, at)
    if (webhook === null) throw new Error('the service sends no webhook')
    return callBack(world, channel, webhook)
  }

  test('a portal refund is booked once with its cashback, and leaves the books clean', async () => {
    const { payer, id } = await newCharge(channel)
    await withCashback(id, '5')
    expect(await made(id, 4_000n)).toMatchObject({ status: 200 })
    expect(await made(id, 4_000n)).toMatchObject({ status: 200 })
    expect(await payer.balance()).toBe('60.000000')
    expect(await rowsOf(payer)).toMatchObject([
      { source: 'provider', status: 'done', amount_micros: 40_000_000n, clawback_micros: 5_000_000n },
    ])
    expect(await linesOf(payer)).toContainEqual(['refund', 2, '40.000000', 1])
    expect((await offer(payer, id)).refundable).toBe('60.000000')
    expect(await findings(world)).toEqual([])
  })

  test('a portal refund of spent money books the unspent part, keeps the balance at zero or above, and alarms staff', async () => {
    const { payer, id } = await newCharge(channel)
    const moves = movesOf(world.pool, payer.id)
    const at = world.clock.now()
    const text = { country: 'CN', scene: 2, parts: 1, unit: 70_000_000n } as const
    await moves.settle(await moves.accept([text], at), 'post', at)
    expect(await made(id, 10_000n)).toMatchObject({ status: 200 })
    expect(await payer.balance()).toBe('0.000000')
    expect(await rowsOf(payer)).toMatchObject([{ source: 'provider', amount_micros: 30_000_000n }])
    const alarms = world.db.selectFrom('payment_alarm').select(['kind', 'amount_micros']).where('about', '=', id)
    expect(await alarms.execute()).toMatchObject([{ kind: 'refund_of_spent_money' }])
    expect(await findings(world)).toEqual([])
  })
})

test('the audit log has the amount of every refund, also of two alike', async () => {
  const { payer, id } = await newCharge()
  for (let times = 0; times < 2; times += 1) {
    await refund(payer, id, '5')
    await deliverWebhooksWithin(world, 1_500)
  }
  const entries = await payer.call(audit.list, { query: { action: 'refunds.create' } })
  const amounts = entries.map(({ changes }) => changes.find(({ field }) => field === 'amount')?.after)
  expect(amounts).toEqual(['5', '5'])
})

test('an account can request twenty refunds in 24 hours', async () => {
  const { payer, id } = await newCharge()
  const other = await payTopUp(payer)
  const third = await payTopUp(payer)
  for (const charge of [id, other])
    for (let times = 0; times < 10; times += 1) {
      await refund(payer, charge, '1')
      await deliverWebhooksWithin(world, 1_500)
    }
  expect(await ask(payer, third)).toMatchObject({ status: 409, body: code('too_many_refunds') })
  world.clock.advance(24 * 3_600_000)
  expect(await ask(payer, third)).toMatchObject({ status: 200 })
})

test('a suspended owner and one with a blocked channel can refund', async () => {
  for (const status of [AccountStatus.Suspended, AccountStatus.StripeBlocked, AccountStatus.AllPaymentBlocked]) {
    const { payer, id } = await newCharge()
    await world.db.updateTable('account').set({ status }).where('id', '=', payer.id).execute()
    expect(await refund(payer, id, '25')).toMatchObject({ status: 'done', amount: '25.000000' })
  }
})

test('fifty concurrent refunds of a full charge are one', async () => {
  const { payer, id } = await newCharge('wxpay')
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(payer, id, { amount: '10', reason })))
  const made = answers.filter(({ status }) => status === 200)
  expect(made).toHaveLength(1)
  expect(answers.filter(({ status }) => status !== 200)).toEqual(
    Array.from({ length: 49 }, () => expect.objectContaining({ status: 409, body: code('refund_not_allowed') })),
  )
  expect(await payer.balance()).toBe('90.000000')
  expect(await rowsOf(payer)).toHaveLength(1)
  const { rows } = await world.pool.query(`select id from sandbox_refund where order_reference = $1`, [
    id.replaceAll('-', ''),
  ])
  expect(rows).toHaveLength(1)
  expect(await findings(world)).toEqual([])
})

test('concurrent refunds of several charges never exceed their payments', async () => {
  const { payer, id } = await newCharge('stripe', '100')
  const other = await payTopUp(payer, '60')
  const requests = [id, other, id, other, id, other].map((one) => ask(payer, one, { amount: '60', reason }))
  const done = (await Promise.all(requests)).filter(({ status }) => status === 200)
  expect(done.length).toBeGreaterThanOrEqual(2)
  expect(Number(await payer.balance())).toBe(160 - 60 * done.length)
  expect(await findings(world)).toEqual([])
})

test('a repeated Idempotency-Key is one refund, even when the first response was lost', async () => {
  const { payer, id } = await newCharge()
  const parts = { params: { id }, body: { amount: '10', reason }, headers: { 'idempotency-key': 'refund-1' } }
  const [first, second] = [await payer.ask(refunds.create, parts), await payer.ask(refunds.create, parts)]
  expect(second.body).toEqual(first.body)
  expect(await rowsOf(payer)).toHaveLength(1)
})

test('a webhook of a refund is applied once, and one of another order’s refund never', async () => {
  const { payer, id } = await newCharge('wxpay')
  const { payer: stranger } = await newCharge('wxpay')
  await refund(payer, id, '30.11')
  await refund(stranger, await payTopUp(stranger), '30.11')
  await deliverWebhooksWithin(world, 5_000)
  await deliverWebhooksWithin(world, 5_000)
  expect([await statusesOf(payer), await statusesOf(stranger)]).toEqual([['done'], ['done']])
  expect(await payer.balance()).toBe('69.890000')
})

describe('the owner', () => {
  test('is notified once that a refund is done, and again if it fails after all', async () => {
    const { payer, id } = await newCharge()
    await refund(payer, id, '30.12')
    await deliverToInbox(world)
    await deliverToInbox(world)
    await deliverWebhooksWithin(world, 5_000)
    await deliverToInbox(world)
    await deliverToInbox(world)
    const [failed, done, ...more] = await inboxOf(world, payer.email)
    expect(more).toEqual([])
    expect(done?.text).toMatch(/^Refund completed\n\nWe refunded \$30\.12 of \$30\.12 to your original payment method/)
    expect(failed?.text).toMatch(/^Refund failed\n\nYour refund of \$30\.12 could not be paid out\./)
    expect((await payer.call(accounts.get)).balance_amount).toBe(decimalOf(micros(100_000_000n)))
  })

  test('is not notified of a pending refund', async () => {
    const { payer, id } = await newCharge('alipay')
    await refund(payer, id, '30.11')
    await deliverToInbox(world)
    expect(await inboxOf(world, payer.email)).toEqual([])
  })
})
