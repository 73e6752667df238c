import { transactions, type Transaction } from '@hongyan/contract/endpoints/finance/transactions'
import { topUp } from '@hongyan/contract/endpoints/finance/top-up'
import { HOUR } from '@hongyan/contract/durations'
import { TransactionId } from '@hongyan/contract/ids'
import { TopUpStatus, TradeDirection, TradeType, TransactionStatus } from '@hongyan/contract/vocabulary/payment'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { invoiceRound, newCreditAccount } from '../../../../test/credit-account.ts'
import { newOrderEvents } from '../../../../test/order-events.ts'
import { movesOf } from '../../../../test/moves.ts'
import { newPayer } from '../../../../test/payer.ts'
import { eventually, newSender } from '../../../../test/sender.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { newLogger } from '../../../kit/logger.ts'
import { readCounted } from './counted.ts'
import { readSums } from './days.ts'
import { readLines } from './lines.ts'
import { listTransactions } from './service.ts'

const NOW = new Date('2026-11-20T09:00:00Z')
let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())
beforeEach(() => world.clock.set(NOW))

const on = (moment: string): Date => new Date(`${moment}Z`)
const moves = ({ id }: SignedIn) => movesOf(world.pool, id)
const list = (owner: SignedIn, query: object = {}) => owner.call(transactions.list, { query })
const kindsOf = (lines: readonly Transaction[]) => lines.map(({ description }) => description.kind)
const get = (owner: SignedIn, id: string) => owner.call(transactions.get, { params: { id: TransactionId.parse(id) } })

const TEXT = { country: 'US', scene: 2, parts: 1, unit: 8_500n } as const

/** An account with one transaction of each kind, each on a day of its own. */
async function newBusyOwner(): Promise<SignedIn> {
  const owner = await world.account({ balance: '0' })
  const { credit, cashback, gift, dispute, disputeWon, accept, settle, transfer } = moves(owner)
  const charge = await credit(100_000_000n, on('2026-11-10T08:00:00'))
  await gift(5_000_000n, on('2026-11-11T08:00:00'))
  await cashback(8_880_000n, on('2026-11-12T08:00:00'), charge)
  await settle(
    await accept([TEXT, { ...TEXT, parts: 3 }], on('2026-11-13T08:00:00')),
    'post',
    on('2026-11-13T08:00:02'),
  )
  await dispute(40_000_000n, on('2026-11-14T08:00:00'), charge)
  await disputeWon(40_000_000n, on('2026-11-15T08:00:00'), charge)
  await transfer(10_000_000n, on('2026-11-16T08:00:00'), { from: 'paid', to: 'clearing' })
  await transfer(1_000_000n, on('2026-11-17T08:00:00'), { from: 'cashback', to: 'clearing' })
  await transfer(2_000_000n, on('2026-11-18T08:00:00'), { from: 'revenue', to: 'paid' })
  // A transfer between two of the owner's own funds, which is no transaction.
  await transfer(1_000_000n, on('2026-11-18T09:00:00'), { from: 'paid', to: 'gift' })
  await accept([TEXT], on('2026-11-19T08:00:00'))
  return owner
}

describe('the list', () => {
  test('has a line for every entry except usage, one for each day of usage and one for held amounts, newest first', async () => {
    const lines = await list(await newBusyOwner())
    const { In, Out } = TradeDirection
    const { Charge, Deduct, Gift, Cashback, Refund } = TradeType
    const { Pending, Posted } = TransactionStatus
    expect(
      lines.map(({ description, type, direction, amount, balance_after, channel, status }) => [
        description.kind,
        type,
        direction,
        amount,
        balance_after,
        channel,
        status,
      ]),
    ).toEqual([
      ['held', Deduct, Out, '0.008500', null, 'balance', Pending],
      ['correction', Deduct, In, '2.000000', '104.846000', null, Posted],
      ['cashback_return', Cashback, Out, '1.000000', '102.846000', 'stripe', Posted],
      ['refund', Refund, Out, '10.000000', '103.846000', 'stripe', Posted],
      ['dispute_won', Deduct, In, '40.000000', '113.846000', 'stripe', Posted],
      ['dispute', Deduct, Out, '40.000000', '73.846000', 'stripe', Posted],
      ['usage', Deduct, Out, '0.034000', '113.846000', 'balance', Posted],
      ['cashback', Cashback, In, '8.880000', '113.880000', 'alipay', Posted],
      ['gift', Gift, In, '5.000000', '105.000000', null, Posted],
      ['credit', Charge, In, '100.000000', '100.000000', 'stripe', Posted],
    ])
    const charge = lines.at(-1)?.id
    expect(lines.filter(({ description }) => description.about === charge).map(({ type }) => type)).toEqual([
      Deduct,
      Deduct,
      Cashback,
    ])
    expect(lines.find(({ description }) => description.kind === 'usage')).toMatchObject({
      id: '2026-11-13-sms',
      at: '2026-11-13T23:59:59.999Z',
      description: { product: 'sms', messages: 2 },
    })
  })

  test('shows billed credit and its payment as lines that name the invoice', async () => {
    const owner = await newCreditAccount(world)
    await owner.use([{ ...TEXT, unit: 5_000_000n }], on('2026-11-10T08:00:00'))
    await invoiceRound(world, on('2026-12-01T00:10:00'))
    await invoiceRound(world, on('2026-12-02T00:10:00'))
    await owner.pay(2_000_000n, on('2026-12-03T08:00:00'))
    world.clock.set(on('2026-12-04T08:00:00'))
    const { id } = await owner.invoice()
    await owner.takeBack()
    const { In, Out } = TradeDirection
    const { Charge, Pay, Deduct } = TradeType
    const { rows } = await listTransactions({ ...world, log: newLogger('silent') }, owner.id, {
      limit: 20,
      offset: 0,
      sort: '-at',
    })
    expect(
      rows.map(({ description, type, direction, amount, balance_after, channel }) => [
        description.kind,
        description.invoice,
        type,
        direction,
        amount,
        balance_after,
        channel,
      ]),
    ).toEqual([
      ['invoice_void', id, Deduct, Out, '3.000000', '-3.000000', null],
      ['invoice_payment', id, Pay, Out, '2.000000', '0.000000', 'balance'],
      ['credit', null, Charge, In, '2.000000', '2.000000', 'cash'],
      ['invoice', id, Deduct, In, '5.000000', '0.000000', null],
      ['usage', null, Deduct, Out, '5.000000', '-5.000000', 'balance'],
    ])
  })

  test('shows a charge as reversed while its bank has taken the money back', async () => {
    const owner = await world.account({ balance: '0' })
    const { credit, dispute, disputeWon } = moves(owner)
    const charge = await credit(30_000_000n, on('2026-11-10T08:00:00'))
    const statusOf = async () => (await list(owner, { id: charge })).map(({ status }) => status)
    expect(await statusOf()).toEqual([TransactionStatus.Posted])
    await dispute(30_000_000n, on('2026-11-11T08:00:00'), charge)
    expect(await statusOf()).toEqual([TransactionStatus.Reversed])
    expect(kindsOf(await list(owner, { status: TransactionStatus.Reversed }))).toEqual(['credit'])
    await disputeWon(30_000_000n, on('2026-11-12T08:00:00'), charge)
    expect(await statusOf()).toEqual([TransactionStatus.Posted])
  })

  test('shows a top-up under one id as pending, then as posted, or as failed without a change of the balance', async () => {
    const payer = await newPayer(world, 'stripe')
    const [paid, given] = [await payer.begin('20'), await payer.begin('25')]
    const [paidId, givenId] = [paid, given].map(({ id }) => TransactionId.parse(id))
    expect(
      (await list(payer)).map(({ id, type, amount, status, balance_after }) => [
        id,
        type,
        amount,
        status,
        balance_after,
      ]),
    ).toEqual([
      [given.id, TradeType.Charge, '25.000000', TransactionStatus.Pending, null],
      [paid.id, TradeType.Charge, '20.000000', TransactionStatus.Pending, null],
    ])
    await payer.pay(paid)
    await payer.check(paid)
    await payer.call(topUp.cancel, { params: { id: given.id } })
    const lines = await list(payer)
    expect(lines.find(({ id }) => id === paidId)).toMatchObject({
      status: TransactionStatus.Posted,
      balance_after: '20.000000',
      channel: 'stripe',
      description: { kind: 'topup', test: true },
      receipt: { number: null },
    })
    expect(lines.find(({ id }) => id === givenId)).toMatchObject({
      status: TransactionStatus.Failed,
      balance_after: null,
      description: { kind: 'topup', order: 2 },
      receipt: null,
    })
    expect(lines).toHaveLength(2)
    expect(await payer.call(transactions.summary)).toMatchObject({
      opening: '0.000000',
      in: '20.000000',
      closing: '20.000000',
    })
  })

  test('offers an open top-up for payment, and leaves abandoned ones out an hour later where the reader wants that', async () => {
    const payer = await newPayer(world, 'stripe')
    const [paid, open] = [await payer.begin('20.00'), await payer.begin('30.00')]
    await payer.pay(paid)
    await payer.check(paid)
    const recent = () => list(payer, { abandoned: 'false' })
    const payments = (lines: readonly Transaction[]) => lines.map(({ id, payment }) => [id, payment])
    const { action, payload } = open
    expect(payments(await recent())).toEqual(
      expect.arrayContaining([
        [open.id, { action, payload }],
        [paid.id, null],
      ]),
    )
    world.clock.advance(HOUR + 1)
    expect(payments(await recent())).toEqual([[paid.id, null]])
    expect(payments(await list(payer, { abandoned: 'true' }))).toEqual([[open.id, null]])
    expect(await list(payer)).toHaveLength(2)
    const processing = { status: TopUpStatus.Processing }
    await world.db.updateTable('top_up').set(processing).where('id', '=', open.id).execute()
    expect(await recent()).toHaveLength(2)
  })

  test('keeps the charge of a saved card while its outcome is unknown, and counts it', async () => {
    const payer = await newPayer(world, 'stripe')
    const charge = await payer.begin('20.00')
    await world.db.updateTable('top_up').set({ by_card: true }).where('id', '=', charge.id).execute()
    world.clock.advance(HOUR + 1)
    const recent = await payer.ask(transactions.list, { query: { abandoned: 'false' } })
    expect(recent.body).toMatchObject([{ id: charge.id, method: 'card', status: TransactionStatus.Pending }])
    expect(recent.headers['x-total-count']).toBe('1')
    expect(await list(payer, { abandoned: 'true' })).toEqual([])
    const failed = { status: TopUpStatus.Failed }
    await world.db.updateTable('top_up').set(failed).where('id', '=', charge.id).execute()
    expect(await list(payer, { abandoned: 'false' })).toEqual([])
  })

  test('shows the balance after each line, also where an earlier top-up is paid between others', async () => {
    const owner = await world.account({ balance: '0' })
    const orders = newOrderEvents(world)
    const order = await orders.order(owner.id, 'stripe', '20')
    world.clock.advance(60_000)
    await moves(owner).gift(5_000_000n, world.clock.now())
    await orders.settle(order, { kind: 'paid', amount: order.amount_micros, currency: 'USD', paymentId: 'pi_1' })
    expect(
      (await list(owner)).map(({ id, balance_after }) => [id === TransactionId.parse(order.id), balance_after]),
    ).toEqual([
      [true, '25.000000'],
      [false, '5.000000'],
    ])
  })

  test('is narrowed by every filter and returns the total', async () => {
    const owner = await newBusyOwner()
    const found = async (query: object) => kindsOf(await list(owner, query))
    expect(await found({ type: TradeType.Gift })).toEqual(['gift'])
    expect(await found({ type: TradeType.Deduct, direction: TradeDirection.In })).toEqual(['correction', 'dispute_won'])
    expect(await found({ status: TransactionStatus.Pending })).toEqual(['held'])
    expect(await found({ channel: 'alipay' })).toEqual(['cashback'])
    expect(await found({ from: '2026-11-13', to: '2026-11-13' })).toEqual(['usage'])
    expect(await found({ amount_min: '40', amount_max: '40.000000' })).toEqual(['dispute_won', 'dispute'])
    expect(await found({ amount_max: '0.0085' })).toEqual(['held'])
    expect(await found({ id: '2026-11-13-sms' })).toEqual(['usage'])
    const page = await owner.ask(transactions.list, { query: { limit: 2, offset: 1, direction: TradeDirection.Out } })
    expect(page.headers['x-total-count']).toBe('5')
    expect(page.body).toMatchObject([{ description: { kind: 'cashback_return' } }, { description: { kind: 'refund' } }])
    expect((await owner.ask(transactions.list, { query: { offset: 50 } })).headers['x-total-count']).toBe('10')
  })

  test.each([
    [{ limit: 101 }, 'invalid_request', 'limit'],
    [{ offset: 10_001 }, 'invalid_request', 'offset'],
    [{ status: 4 }, 'invalid_request', 'status'],
    [{ type: 'Charge' }, 'invalid_request', 'type'],
    [{ direction: 0 }, 'invalid_request', 'direction'],
    [{ channel: 'paypal' }, 'invalid_request', 'channel'],
    [{ from: '2026-02-30' }, 'invalid_request', 'from'],
    [{ from: '0000-01-01' }, 'invalid_request', 'from'],
    [{ from: '2026-11-02', to: '2026-11-01' }, 'invalid_request', 'to'],
    [{ amount_min: '1e3' }, 'invalid_request', 'amount_min'],
    [{ amount_max: '１０' }, 'invalid_request', 'amount_max'],
    [{ amount_max: '99999999999999' }, 'invalid_request', 'amount_max'],
    [{ id: "' or 1=1" }, 'invalid_request', 'id'],
    [{ zone: 'UTC' }, 'restricted_params', 'zone'],
  ])('refuses %o', async (query, code, field) => {
    const owner = await world.account()
    expect(await owner.ask(transactions.list, { query })).toMatchObject({
      status: 400,
      body: { error: { code, field } },
    })
  })
})

describe('a day of usage', () => {
  test('is the price of its messages by scene and country, and held amounts are a line of their own until posted', async () => {
    const owner = await world.account({ balance: '10' })
    const { send } = await newSender(world, owner)
    await send({ to: ['+12065550100', '+12065550101'], text: 'x'.repeat(161) })
    await send({ to: '+12065550100', text: 'Your code is 1234', scene: 1 })
    await eventually(
      () => list(owner),
      (lines) => !kindsOf(lines).includes('held'),
    )
    const day = await get(owner, '2026-11-20-sms')
    expect(day).toMatchObject({ amount: '0.042500', description: { messages: 3 }, rest: null })
    expect(day.usage).toEqual([
      { scene: 2, iso2: 'US', messages: 2, parts: 4, unit_price: '0.008500', amount: '0.034000' },
      { scene: 1, iso2: 'US', messages: 1, parts: 1, unit_price: '0.008500', amount: '0.008500' },
    ])
    expect((await list(owner)).map(({ balance_after }) => balance_after)).toEqual(['9.957500', '10.000000'])
  })

  test('counts a message on the day it was posted, not accepted', async () => {
    const owner = await world.account({ balance: '0', time_zone: 'Asia/Shanghai', partition: 'cn' })
    const { credit, accept, settle } = moves(owner)
    await credit(1_000_000n, on('2026-11-01T00:00:00'))
    const early = await accept([TEXT, { ...TEXT, country: 'CN' }], on('2026-11-05T01:00:00'))
    const late = await accept([TEXT], on('2026-11-12T15:59:00'))
    await settle(late, 'post', on('2026-11-12T15:59:59.999'))
    await settle(early, 'post', on('2026-11-12T16:00:00'))
    const use = async (day: string) => {
      const { usage, rest } = await get(owner, `${day}-sms`)
      return [usage.map(({ iso2, messages }) => [iso2, messages]), rest]
    }
    expect(await use('2026-11-12')).toEqual([[['US', 1]], null])
    const both = [
      ['CN', 1],
      ['US', 1],
    ]
    expect(await use('2026-11-13')).toEqual([both, null])
    // The second request returns the usage that the first one stored.
    await world.pool.query('update message set country = $2 where account_id = $1', [owner.id, 'FR'])
    expect(await use('2026-11-13')).toEqual([both, null])
  })

  test('returns the part whose messages are no longer stored as a rest', async () => {
    const owner = await world.account({ balance: '0' })
    const { credit, accept, settle } = moves(owner)
    await credit(1_000_000n, on('2026-11-01T00:00:00'))
    await settle(
      await accept([TEXT, { ...TEXT, parts: 2 }], on('2026-11-05T01:00:00')),
      'post',
      on('2026-11-05T01:00:01'),
    )
    await world.pool.query('delete from message where account_id = $1 and parts = 2', [owner.id])
    expect(await get(owner, '2026-11-05-sms')).toMatchObject({
      amount: '0.025500',
      usage: [{ amount: '0.008500' }],
      rest: { messages: 1, amount: '0.017000' },
    })
  })

  test.each(['2026-11-05-sms', '2026-13-45-sms', 'held-sms', '0192e4a0-0000-7000-8000-000000000000'])(
    'the transaction %s returns 404 where it does not exist',
    async (id) => {
      const owner = await world.account()
      expect(await owner.ask(transactions.get, { params: { id } })).toMatchObject({ status: 404 })
    },
  )
})

describe('the count of days', () => {
  const roll = async ({ id }: SignedIn) =>
    (await world.pool.query<{ through: string }>('select through from ledger_roll where account_id = $1', [id])).rows
  const counted = async ({ id }: SignedIn) =>
    (
      await world.pool.query('select day, in_micros, used_micros from ledger_day where account_id = $1 order by day', [
        id,
      ])
    ).rows

  test('leaves out the last minutes, so that an entry committed late is not lost', async () => {
    const owner = await world.account({ balance: '0' })
    const { credit } = moves(owner)
    await credit(1_000_000n, on('2026-11-20T08:54:00'))
    await credit(2_000_000n, on('2026-11-20T08:57:00'))
    expect((await owner.call(transactions.summary)).closing).toBe('3.000000')
    expect(await counted(owner)).toEqual([{ day: '2026-11-20', in_micros: 1_000_000n, used_micros: 0n }])
    await credit(4_000_000n, on('2026-11-20T08:56:00'))
    expect((await owner.call(transactions.summary)).closing).toBe('7.000000')
    world.clock.advance(600_000)
    expect((await owner.call(transactions.summary)).closing).toBe('7.000000')
    expect(await counted(owner)).toEqual([{ day: '2026-11-20', in_micros: 7_000_000n, used_micros: 0n }])
  })

  test('is repeated when an entry appears before its cursor, as after a clock was set back', async () => {
    const owner = await world.account({ balance: '0' })
    const { credit } = moves(owner)
    await credit(1_000_000n, on('2026-11-18T08:00:00'))
    await owner.call(transactions.summary)
    const before = await roll(owner)
    await credit(5_000_000n, on('2026-11-10T08:00:00'))
    expect(await owner.call(transactions.summary, { query: { to: '2026-11-12' } })).toMatchObject({
      closing: '5.000000',
    })
    expect((await owner.call(transactions.summary)).closing).toBe('6.000000')
    expect(await roll(owner)).toEqual(before)
  })

  test('is read in one snapshot, whatever is posted meanwhile', async () => {
    const owner = await world.account({ balance: '0' })
    await moves(owner).credit(1_000_000n, on('2026-11-19T08:00:00'))
    const deps = { ...world, log: newLogger('silent') }
    const what = { account: owner.id, range: { from: null, to: null }, now: NOW }
    const { sums, rows } = await readCounted(deps, what, async (tx, holder) => {
      const read = await readSums(tx, holder)
      await moves(owner).credit(2_000_000n, NOW)
      const page = { limit: 10, offset: 0, order: 'newest first' } as const
      return { ...(await readLines(tx, holder, NOW, {}, page)), sums: read }
    })
    expect([sums.closing, rows.map(({ amount }) => amount)]).toEqual([1_000_000n, [1_000_000n]])
  })

  test('counts every entry once for concurrent requests', async () => {
    const owner = await world.account({ balance: '0' })
    await world.pool.query(
      `with made as (
         insert into ledger_entry (account_id, id, kind, amount_micros, count, at, channel, paid_micros, clearing_micros)
         select $1, (lpad(to_hex(ms), 12, '0') || '70008000' || lpad(nr::text, 12, '0'))::uuid, 'credit', 1, 1,
           to_timestamp(ms / 1000.0), 'house', 1, -1
           from (select nr, (extract(epoch from timestamptz '2026-10-01T00:00:00Z') * 1000)::bigint + nr * 100000 as ms
                   from generate_series(1, 12000) nr) n returning 1
       ) update balance set paid_micros = 12000 where account_id = $1`,
      [owner.id],
    )
    const seen = await Promise.all(Array.from({ length: 8 }, () => owner.call(transactions.summary)))
    expect(new Set(seen.map(({ closing }) => closing))).toEqual(new Set(['0.012000']))
    const days = await counted(owner)
    expect(days.reduce((sum, day: { in_micros: bigint }) => sum + day.in_micros, 0n)).toBe(12_000n)
  })
})
