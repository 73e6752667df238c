import { audit } from '@hongyan/contract/endpoints/account/audit'
import { transactions } from '@hongyan/contract/endpoints/finance/transactions'
import { TopUpStatus, TradeDirection, TradeType } from '@hongyan/contract/vocabulary/payment'
import { micros } from '@hongyan/contract/money'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findings, newPayer, type Payer } from '../../../test/payer.ts'
import { newWorld, type SignedIn, type World } from '../../../test/world.ts'
import { accountEffects } from '../../compose/payments.ts'
import { type CommandResult, readArguments } from '../../kit/command.ts'
import { raiseAlarm } from '../alarms/raise.ts'
import { bookingCommands } from './commands.ts'

let world: World
beforeAll(async () => {
  world = await newWorld({ PORT: '0' })
})
afterAll(() => world.close())

/** Runs `hongyan` with these arguments. */
async function run(name: string, ...typed: readonly string[]): Promise<CommandResult> {
  const command = bookingCommands.find((each) => each.name === name)
  if (command === undefined) throw new Error(`there is no command ${name}`)
  const deps = { db: world.db, clock: world.clock, accounts: accountEffects }
  return command.run(deps, readArguments(command, typed))
}

let transfers = 0
const newReference = (): string => `TRF-${(transfers += 1)}`
const why = (reference = newReference()) => ['--reference', reference, '--reason', 'Ticket 7', '--by', 'Ada'] as const

async function fundsOf({ id }: SignedIn) {
  const { rows } = await world.pool.query<Record<string, bigint>>(
    'select paid_micros as paid, gift_micros as gift, cashback_micros as cashback, credit_micros as credit from balance where account_id = $1',
    [id],
  )
  return rows[0]
}

const noticesOf = async ({ id }: SignedIn) =>
  (
    await world.pool.query<{ details: object }>(
      `select details from notice where account_id = $1 and kind = 'funds_changed' order by at, id`,
      [id],
    )
  ).rows.map(({ details }) => details)

const newest = async (owner: SignedIn) => (await owner.call(transactions.list, { query: {} }))[0]

describe('staff book money by command line', () => {
  test.each([
    ['ledger credit', { paid: 62_500_000n, gift: 0n }, TradeType.Charge, TradeDirection.In, 'credit', 'cash'],
    ['ledger gift', { paid: 50_000_000n, gift: 12_500_000n }, TradeType.Gift, TradeDirection.In, 'gift', null],
    ['ledger debit', { paid: 37_500_000n, gift: 0n }, TradeType.Deduct, TradeDirection.Out, 'deduction', 'balance'],
  ] as const)(
    '%s books it, audits the operator and notifies the owner',
    async (name, funds, type, direction, kind, channel) => {
      const owner = await world.account({ balance: '50' })
      const reference = newReference()
      const { json } = await run(name, owner.email, '12.5', ...why(reference))
      expect(json).toMatchObject({ booked: true, reference, amount: '12.500000', currency: 'USD' })
      expect(await fundsOf(owner)).toMatchObject(funds)
      expect(await newest(owner)).toMatchObject({
        type,
        direction,
        amount: '12.500000',
        channel,
        description: { kind, reason: 'Ticket 7' },
      })
      const [entry] = await owner.call(audit.list, { query: { actor: 'staff' } })
      expect(entry).toMatchObject({
        operator: 'Ada',
        action: name.replace(' ', '.'),
        changes: [
          { field: 'amount', after: '12.500000 USD' },
          { field: 'reference', after: reference },
          { field: 'reason', after: 'Ticket 7' },
        ],
      })
      const change = name.slice('ledger '.length)
      expect(await noticesOf(owner)).toEqual([{ change, amount: '12.500000', currency: 'USD', reason: 'Ticket 7' }])
    },
  )

  test('a transfer typed twice is booked once, whatever the case of its reference, also at the same time', async () => {
    const owner = await world.account({ balance: '0' })
    const typed = (reference: string) => run('ledger credit', owner.email, '20', ...why(reference))
    const both = await Promise.all([typed('SWIFT  abc'), typed('swift ABC')])
    expect(both.map(({ json }) => json).toSorted(byBooked)).toMatchObject([{ booked: false }, { booked: true }])
    const again = await typed(' Swift Abc ')
    expect(again.line).toMatch(
      /^Reference swift abc was booked already: credit of 20\.000000 USD, .* by Ada at .*Nothing is booked\.$/i,
    )
    await expect(run('ledger credit', owner.email, '21', ...why('swift abc'))).rejects.toThrow('Nothing is booked.')
    expect(await fundsOf(owner)).toMatchObject({ paid: 20_000_000n })
    expect(await noticesOf(owner)).toHaveLength(1)
    expect(await owner.call(audit.list, { query: { actor: 'staff' } })).toHaveLength(1)
  })

  test('a debit uses the reference of its own transfer, and goes below zero only when told to', async () => {
    const owner = await world.account({ balance: '10' })
    const reference = newReference()
    await run('ledger gift', owner.id, '5', ...why(reference))
    await expect(run('ledger debit', owner.id, '16', ...why(reference))).rejects.toThrow('has only 15.000000')
    await run('ledger debit', owner.id, '16', ...why(reference), '--below-zero')
    expect(await fundsOf(owner)).toEqual({ paid: 0n, gift: 0n, cashback: 0n, credit: -1_000_000n })
    await run('ledger credit', owner.id, '1', ...why())
    expect(await fundsOf(owner)).toMatchObject({ paid: 0n, credit: 0n })
  })

  test('the first credited transfer raises a new account to the level of a paying one', async () => {
    const owner = await world.account({ balance: '0', level: 0 })
    const level = async () =>
      (await world.pool.query<{ level: number }>('select level from account where id = $1', [owner.id])).rows[0]?.level
    await run('ledger gift', owner.id, '5', ...why())
    expect(await level()).toBe(0)
    await run('ledger credit', owner.id, '5', ...why())
    expect(await level()).toBe(1)
  })

  test.each([
    [['ledger credit', 'nobody@example.com', '5', ...why()], 'There is no account nobody@example.com.'],
    [['ledger gift', 'x', '-5', ...why()], 'Usage: hongyan ledger gift'],
    [['ledger gift', 'x', '0', ...why()], 'The amount must be an amount such as 12.50, not "0".'],
    [['ledger credit', 'x', '5', '--reason', 'y', '--by', 'Ada'], '--reference is missing.'],
    [['ledger credit', 'x', '5', '--reference', 'y', '--by', 'Ada'], '--reason is missing.'],
    [['ledger credit', 'x', '5', '--reference', 'y', '--reason', 'z'], '--by is missing.'],
    [['payment assign', 'x', '--reason', 'z', '--by', 'Ada'], 'There is no payment x without an account'],
  ])('%j is rejected in one sentence', async ([name = '', ...typed], sentence) => {
    await expect(run(name, ...typed)).rejects.toThrow(sentence)
  })
})

describe('staff settle a payment without an account', () => {
  /** An order of 20.00 whose payer sent 10.03. */
  async function wrongAmount(payer: Payer) {
    const order = await payer.begin('20.00')
    await payer.sendWebhook(order, { claimed: 1_003n, payment: { amount: 1_003n } })
    return order
  }
  const statusOf = async (id: string) =>
    await world.db
      .selectFrom('top_up')
      .select(['status', 'poll_at'])
      .where('id', '=', id as never)
      .executeTakeFirstOrThrow() // an order's id

  test('a payment of a wrong amount is credited to its account once, and ends its order', async () => {
    const payer = await newPayer(world, 'stripe')
    const order = await wrongAmount(payer)
    const { line } = await run('payment list')
    expect(line).toContain(`stripe wrong_amount 10.030000 USD | payment `)
    expect(line).toContain(`order ${order.id} | account ${payer.id}`)
    const assign = () => run('payment assign', order.id, '--reason', 'Paid less', '--by', 'Ada')
    expect(await assign()).toMatchObject({ json: { booked: true, kind: 'assigned', amount: '10.030000' } })
    expect(await payer.balance()).toBe('10.030000')
    expect(await payer.call(transactions.list, { query: {} })).toContainEqual(
      expect.objectContaining({ channel: 'stripe', description: expect.objectContaining({ kind: 'credit' }) }),
    )
    expect(await statusOf(order.id)).toEqual({ status: TopUpStatus.Failed, poll_at: null })
    expect((await run('payment list')).line).not.toContain(order.id)
    await expect(assign()).rejects.toThrow('There is no payment')
    expect(await noticesOf(payer)).toMatchObject([{ change: 'credit', amount: '10.030000', reason: 'Paid less' }])
  })

  test('an assigned payment raises a new account to the level of a paying one', async () => {
    const payer = await newPayer(world, 'stripe')
    await world.pool.query('update account set level = 0 where id = $1', [payer.id])
    const order = await wrongAmount(payer)
    await run('payment assign', order.id, '--reason', 'Paid less', '--by', 'Ada')
    const { rows } = await world.pool.query('select level from account where id = $1', [payer.id])
    expect(rows).toEqual([{ level: 1 }])
  })

  test('a second payment is credited to the account that it was meant for, by its own id', async () => {
    const [payer, other] = [await newPayer(world, 'stripe'), await world.account({ balance: '0' })]
    const order = await payer.begin('20.00')
    await payer.pay(order)
    await payer.check(order)
    await payer.sendWebhook(order, { payment: { paymentId: 'pi_two' } })
    const alarm = { channel: 'stripe', kind: 'second_payment', about: order.id, currency: 'USD' } as const
    const seen = { ...alarm, amount: micros(20_000_000n), at: world.clock.now() }
    await raiseAlarm(world.db, { ...seen, event: 'polled', paymentId: 'pi_two' })
    await raiseAlarm(world.db, { ...seen, event: 'evt_3', paymentId: 'pi_three' })
    await expect(run('payment assign', order.id, '--reason', 'x', '--by', 'Ada')).rejects.toThrow(
      'name pi_two or pi_three',
    )
    await run('payment assign', 'pi_two', '--account', other.email, '--reason', 'Paid for Bo', '--by', 'Ada')
    expect(await fundsOf(other)).toMatchObject({ paid: 20_000_000n })
    expect(await payer.balance()).toBe('20.000000')
    expect((await run('payment list')).line).toContain('payment pi_three')
    expect((await run('payment list')).line).not.toContain('pi_two')
    expect((await statusOf(order.id)).status).toBe(TopUpStatus.Paid)
    const cn = await newPayer(world, 'alipay')
    await expect(
      run('payment assign', 'pi_three', '--account', cn.email, '--reason', 'x', '--by', 'Ada'),
    ).rejects.toThrow('The payment is in USD and the account in CNY: return it instead.')
  })

  test('a returned payment books nothing, and the webhook of its refund raises no alarm', async () => {
    const payer = await newPayer(world, 'stripe')
    const order = await wrongAmount(payer)
    const back = (reference: string) =>
      run('payment return', order.id, '--reference', reference, '--reason', 'Wrong amount', '--by', 'Ada')
    expect(await back('re_back')).toMatchObject({ json: { booked: true, id: null, kind: 'returned' } })
    expect(await payer.balance()).toBe('0.000000')
    expect(await noticesOf(payer)).toMatchObject([{ change: 'returned', amount: '10.030000' }])
    await expect(back('re_other')).rejects.toThrow('There is no payment')
  })
})

test('any mixture of staff bookings leaves both proofs of the ledger clean', async () => {
  const owner = await world.account({ balance: '3' })
  const amount = fc.bigInt({ min: 1n, max: 20_000_000n })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('credit', 'debit', 'gift'), amount, async (kind, by) => {
      const before = await fundsOf(owner)
      const below = kind === 'debit' ? ['--below-zero'] : []
      const typed = `${by / 1_000_000n}.${String(by % 1_000_000n).padStart(6, '0')}`
      await run(`ledger ${kind}`, owner.id, typed, ...why(), ...below)
      const after = await fundsOf(owner)
      const sum = (funds: typeof before) => Object.values(funds ?? {}).reduce((all, each) => all + each, 0n)
      expect(sum(after) - sum(before)).toBe(kind === 'debit' ? -by : by)
    }),
    { numRuns: 30 },
  )
  expect(await findings(world)).toEqual([])
})

function byBooked(one: object, other: object): number {
  return Number('booked' in one && one.booked) - Number('booked' in other && other.booked)
}
