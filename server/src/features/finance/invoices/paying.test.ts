import { account as accounts } from '@hongyan/contract/endpoints/account/account'
import { transactionFapiao } from '@hongyan/contract/endpoints/finance/fapiao'
import { invoices } from '@hongyan/contract/endpoints/finance/invoices'
import { paymentMethods } from '@hongyan/contract/endpoints/finance/payment-methods'
import { topUp } from '@hongyan/contract/endpoints/finance/top-up'
import { transactions } from '@hongyan/contract/endpoints/finance/transactions'
import { type InvoiceId, TopUpId, TransactionId } from '@hongyan/contract/ids'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { InvoiceStatus, topUpChannels, TradeType } from '@hongyan/contract/vocabulary/payment'
import { referenceOf } from '../../../providers/payments/provider.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newIssuedInvoice, newDraftInvoice } from '../../../../test/new-invoices.ts'
import { addCard, numbers } from '../../../../test/cards.ts'
import { movesOf } from '../../../../test/moves.ts'
import { findings, newPayer, deliverWebhooksWithin, type Payer } from '../../../../test/payer.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { invoiceCycle } from '../../../compose/payments.ts'
import { voidInvoice } from './void.ts'

const UNIT = 1_000_000n
const { Open, Paid } = InvoiceStatus

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

type PaymentRequest = Parameters<typeof ask>[2]
const ask = (owner: SignedIn, id: InvoiceId, body: Record<string, unknown>, key?: string) =>
  owner.ask(invoices.pay, { params: { id }, body, ...(key !== undefined && { headers: { 'idempotency-key': key } }) })
const pay = async (owner: SignedIn, id: InvoiceId, body: PaymentRequest, key?: string) => {
  const answer = await ask(owner, id, body, key)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return invoices.pay.reply.parse(answer.body)
}
const get = (owner: SignedIn, id: InvoiceId) => owner.call(invoices.get, { params: { id } })
const readInvoice = async (owner: SignedIn, id: InvoiceId) => {
  const { status, paid, outstanding, payments } = await get(owner, id)
  return [status, paid, outstanding, payments.map(({ channel, amount }) => `${channel} ${amount}`)]
}
const statusOf = async (owner: SignedIn, id: InvoiceId) => (await get(owner, id)).status
const paidOf = async (owner: SignedIn, id: InvoiceId) => (await get(owner, id)).paid
const code = (wanted: string, more: object = {}) =>
  expect.objectContaining({ error: expect.objectContaining({ code: wanted, ...more }) })
const fund = ({ id }: SignedIn, units: bigint) => movesOf(world.pool, id).credit(units * UNIT, world.clock.now())
const balanceOf = async (owner: SignedIn) => (await owner.call(accounts.get)).balance_amount
const setStatus = ({ id }: SignedIn, status: AccountStatus) =>
  world.db.updateTable('account').set({ status }).where('id', '=', id).execute()

/** An account that owes 50 for October. */
async function newDebtor(channel: Payer['channel'] = 'stripe'): Promise<{ owner: Payer; id: InvoiceId }> {
  const owner = await newPayer(world, channel)
  return { owner, id: await newIssuedInvoice(world, owner, 50n * UNIT) }
}

/** Opens the channel's page of a payment and pays there. */
async function payAtChannel(owner: Payer, { id, action, payload }: Awaited<ReturnType<typeof pay>>): Promise<TopUpId> {
  if (action === null || payload === null) throw new Error('there is nothing to follow')
  const order = { id: TopUpId.parse(id), action, payload }
  await owner.pay(order)
  return order.id
}

describe.each(topUpChannels)('by %s', (channel) => {
  test('an invoice is paid in parts by the channel’s reports, without cashback', async () => {
    const { owner, id } = await newDebtor(channel)
    const first = await pay(owner, id, { amount: '20', channel })
    expect(first).toMatchObject({
      invoice: { outstanding: '50.000000' },
      action: channel === 'wxpay' ? 'qrcode' : 'open',
    })
    const order = await payAtChannel(owner, first)
    await owner.call(topUp.check, { query: {}, body: { id: [order], channel } })
    expect(await readInvoice(owner, id)).toEqual([Open, '20.000000', '30.000000', [`${channel} 20.000000`]])
    await payAtChannel(owner, await pay(owner, id, { amount: '30', channel }))
    await deliverWebhooksWithin(world, 1_500)
    expect(await readInvoice(owner, id)).toEqual([
      Paid,
      '50.000000',
      '0.000000',
      [`${channel} 20.000000`, `${channel} 30.000000`],
    ])
    expect(await balanceOf(owner)).toBe('0.000000')
    if (channel !== 'stripe') {
      const { amount } = await owner.call(transactionFapiao.get, { params: { id: TransactionId.parse(order) } })
      expect(amount).toBe('0.000000')
    }
    const { number } = await owner.call(invoices.get, { params: { id } })
    const named = await world.pool.query<{ subject: string }>(
      'select distinct subject from sandbox_payment where reference = $1',
      [referenceOf(order)],
    )
    expect(named.rows).toEqual([{ subject: `Invoice ${number ?? 'none'}` }])
    const { rows } = await world.pool.query('select cashback_micros from top_up where account_id = $1', [owner.id])
    expect(rows).toEqual([{ cashback_micros: null }, { cashback_micros: null }])
    expect(await findings(world)).toEqual([])
  })
})

test('a payment for an invoice that is already paid is credited to the account', async () => {
  const { owner, id } = await newDebtor()
  const [one, other] = [
    await pay(owner, id, { amount: '50', channel: 'stripe' }),
    await pay(owner, id, { amount: '40', channel: 'stripe' }),
  ]
  await payAtChannel(owner, one)
  await deliverWebhooksWithin(world, 1_500)
  await payAtChannel(owner, other)
  await deliverWebhooksWithin(world, 1_500)
  expect(await readInvoice(owner, id)).toEqual([Paid, '50.000000', '0.000000', ['stripe 50.000000']])
  expect(await balanceOf(owner)).toBe('40.000000')
  const kinds = (await owner.call(transactions.list)).map(({ description: { kind } }) => kind)
  expect(kinds.filter((kind) => kind === 'topup')).toHaveLength(2)
  const { rows } = await world.pool.query(
    `select kind, details ->> 'amount' as amount from notice where account_id = $1 order by at, id`,
    [owner.id],
  )
  expect(rows.filter(({ kind }) => kind !== 'invoice_issued')).toEqual([
    { kind: 'invoice_paid', amount: '50.000000' },
    { kind: 'topped_up', amount: '40.000000' },
  ])
  expect(await findings(world)).toEqual([])
})

test('a partial payment of an invoice that was voided later has a tax invoice of its own', async () => {
  const { owner, id } = await newDebtor('alipay')
  const order = await payAtChannel(owner, await pay(owner, id, { amount: '20', channel: 'alipay' }))
  await deliverWebhooksWithin(world, 1_500)
  const could = async () =>
    (await owner.call(transactionFapiao.get, { params: { id: TransactionId.parse(order) } })).amount
  expect(await could()).toBe('0.000000')
  await voidInvoice(invoiceCycle(world), { account_id: owner.id, id })
  expect(await could()).toBe('20.000000')
})

describe('payment from the balance', () => {
  test('uses the funds except the amounts held for messages in flight', async () => {
    const { owner, id } = await newDebtor()
    await fund(owner, 30n)
    await movesOf(world.pool, owner.id).accept(
      [{ country: 'US', scene: 2, parts: 1, unit: 10n * UNIT }],
      world.clock.now(),
    )
    expect(await get(owner, id)).toMatchObject({
      payable_from_balance: '20.000000',
      channels: ['balance', 'stripe', 'cash'],
      bank_reference: expect.stringMatching(/./),
    })
    expect(await ask(owner, id, { amount: '20.01', channel: 'balance' })).toMatchObject({
      status: 400,
      body: code('amount_exceeds', { field: 'amount' }),
    })
    expect(await pay(owner, id, { amount: '20', channel: 'balance' })).toMatchObject({
      invoice: { status: Open, outstanding: '30.000000' },
      id: null,
      action: null,
    })
    expect(await readInvoice(owner, id)).toEqual([Open, '20.000000', '30.000000', ['balance 20.000000']])
    expect(await findings(world)).toEqual([])
  })

  test('by fifty concurrent calls never exceeds the outstanding amount', async () => {
    const { owner, id } = await newDebtor()
    await fund(owner, 1_000n)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ask(owner, id, { amount: '15', channel: 'balance' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await paidOf(owner, id)).toBe('45.000000')
    expect(await balanceOf(owner)).toBe('955.000000')
    expect(await findings(world)).toEqual([])
  })

  test('pays an amount with fractions of a cent completely, also the last fraction', async () => {
    const owner = await newPayer(world, 'stripe')
    const id = await newIssuedInvoice(world, owner, 12_345_600n)
    await fund(owner, 100n)
    expect(await ask(owner, id, { amount: '12.345', channel: 'balance' })).toMatchObject({ status: 400 })
    expect(await ask(owner, id, { amount: '12.36', channel: 'balance' })).toMatchObject({
      body: code('amount_exceeds'),
    })
    await pay(owner, id, { amount: '12.35', channel: 'balance' })
    expect(await readInvoice(owner, id)).toEqual([Paid, '12.345600', '0.000000', ['balance 12.345600']])
    expect(await balanceOf(owner)).toBe('87.654400')
  })
})

describe('a saved card', () => {
  test('is charged at once', async () => {
    const { owner, id } = await newDebtor()
    const { id: card } = await addCard(owner)
    expect(await pay(owner, id, { amount: '50', channel: 'stripe', pm_id: card })).toMatchObject({
      invoice: { status: Paid, outstanding: '0.000000' },
      action: null,
    })
    expect(await readInvoice(owner, id)).toEqual([Paid, '50.000000', '0.000000', ['stripe 50.000000']])
    expect(await findings(world)).toEqual([])
  })

  test('is charged whole cents for an amount with fractions, and the excess is credited to the account', async () => {
    const owner = await newPayer(world, 'stripe')
    const id = await newIssuedInvoice(world, owner, 12_345_600n)
    const { id: card } = await addCard(owner)
    await pay(owner, id, { amount: '12.3456', channel: 'stripe', pm_id: card })
    expect(await readInvoice(owner, id)).toEqual([Paid, '12.345600', '0.000000', ['stripe 12.345600']])
    expect(await balanceOf(owner)).toBe('0.004400')
    const [line] = await owner.call(transactions.list, { query: { type: TradeType.Charge } })
    expect(line).toMatchObject({ amount: '12.350000', description: { invoice: id, auto: false } })
  })

  test('that is declined pays nothing, shows no sign of fraud, and allows another way to pay', async () => {
    const { owner, id } = await newDebtor()
    const { id: card } = await addCard(owner, numbers.declinedLater)
    const wanted = { amount: '50', channel: 'stripe', pm_id: card }
    const refused = { status: 402, body: code('payment_failed', { details: { decline: 'other_card' } }) }
    expect(await ask(owner, id, wanted, 'k')).toMatchObject(refused)
    expect(await ask(owner, id, wanted, 'k')).toMatchObject(refused)
    expect(await readInvoice(owner, id)).toEqual([Open, '0.000000', '50.000000', []])
    const other = await addCard(owner)
    await pay(owner, id, { ...wanted, pm_id: other.id }, 'k2')
    expect(await statusOf(owner, id)).toBe(Paid)
  })

  test('that requires authentication opens the channel’s page', async () => {
    const { owner, id } = await newDebtor()
    const { id: card, payload: page = '' } = await addCard(owner, numbers.authenticatedAlways)
    const headers = { origin: new URL(page).origin, 'content-type': 'application/x-www-form-urlencoded' }
    await fetch(`${page}/confirm`, { method: 'POST', headers, redirect: 'manual' })
    await owner.call(paymentMethods.list, { query: { type: 'card' } })
    const answer = await pay(owner, id, { amount: '50', channel: 'stripe', pm_id: card })
    expect(answer).toMatchObject({ invoice: { status: Open }, action: 'open' })
    await payAtChannel(owner, answer)
    await deliverWebhooksWithin(world, 1_500)
    expect(await statusOf(owner, id)).toBe(Paid)
  })
})

test.each([
  ['nothing', { amount: '0' }, 'invalid_request', 'amount'],
  ['less than nothing', { amount: '-1' }, 'invalid_request', 'amount'],
  ['parts of a cent', { amount: '1.001' }, 'invalid_request', 'amount'],
  ['too much', { amount: '50.01' }, 'amount_exceeds', 'amount'],
  ['by a channel of another currency', { channel: 'alipay' }, 'channel_unavailable', 'channel'],
  [
    'by a card on another channel',
    { channel: 'balance', pm_id: '0199f3c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f' },
    'invalid_request',
    'pm_id',
  ],
  ['by a card that is not there', { pm_id: '0199f3c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f' }, 'not_found', 'pm_id'],
  ['as cash', { channel: 'cash' }, 'invalid_request', 'channel'],
])('a payment of %s is refused', async (_, wrong, wanted, field) => {
  const { owner, id } = await newDebtor()
  const { body } = await ask(owner, id, { amount: '10', channel: 'stripe', ...wrong })
  expect(body).toEqual(code(wanted, { field }))
  expect(await paidOf(owner, id)).toBe('0.000000')
})

test('too many orders are refused, whether for invoices or top-ups', async () => {
  const { owner, id } = await newDebtor('wxpay')
  const calls = Array.from({ length: 31 }, () => ask(owner, id, { amount: '1', channel: 'wxpay' }))
  const refused = (await Promise.all(calls)).filter(({ status }) => status !== 200)
  expect(refused).toMatchObject([{ status: 429, body: code('too_many_orders') }])
})

test('only an issued and unpaid invoice can be paid', async () => {
  const { owner, id } = await newDebtor()
  await fund(owner, 50n)
  await pay(owner, id, { amount: '50', channel: 'balance' })
  expect(await ask(owner, id, { amount: '1', channel: 'stripe' })).toMatchObject({
    status: 409,
    body: code('invoice_not_open'),
  })
  const other = await newPayer(world, 'stripe')
  const draft = await newDraftInvoice(world, other, UNIT)
  expect(await ask(other, draft, { amount: '1', channel: 'stripe' })).toMatchObject({ body: code('invoice_not_open') })
  expect(await get(other, draft)).toMatchObject({ number: null, channels: [], bank_reference: null })
})

test('a status blocks its channels only, and suspension blocks no payment', async () => {
  const { owner, id } = await newDebtor()
  await fund(owner, 50n)
  await setStatus(owner, AccountStatus.AllPaymentBlocked)
  for (const channel of ['stripe', 'balance'])
    expect(await ask(owner, id, { amount: '1', channel })).toMatchObject({
      status: 403,
      body: code('payments_blocked'),
    })
  expect(await get(owner, id)).toMatchObject({ channels: ['cash'] })
  await setStatus(owner, AccountStatus.StripeBlocked)
  expect(await ask(owner, id, { amount: '1', channel: 'stripe' })).toMatchObject({
    status: 403,
    body: code('channel_blocked', { field: 'channel' }),
  })
  await setStatus(owner, AccountStatus.Suspended)
  await pay(owner, id, { amount: '1', channel: 'stripe' })
  await pay(owner, id, { amount: '50', channel: 'balance' })
  expect(await statusOf(owner, id)).toBe(Paid)
})

test('an account without credit has no invoices, but an opened page still accepts the payment', async () => {
  const { owner, id } = await newDebtor()
  const answer = await pay(owner, id, { amount: '50', channel: 'stripe' })
  await world.pool.query('update account set credit_enabled = false where id = $1', [owner.id])
  const calls = [
    [invoices.list, {}],
    [invoices.next, {}],
    [invoices.get, { params: { id } }],
    [invoices.pdf, { params: { id } }],
    [invoices.pay, { params: { id }, body: { amount: '1', channel: 'stripe' } }],
  ] as const
  for (const [row, parts] of calls) expect(await owner.ask(row, parts)).toMatchObject({ status: 404 })
  await payAtChannel(owner, answer)
  await deliverWebhooksWithin(world, 1_500)
  await world.pool.query('update account set credit_enabled = true where id = $1', [owner.id])
  expect(await statusOf(owner, id)).toBe(Paid)
})
