import { DAY } from '@hongyan/contract/durations'
import { invoice as limits } from '@hongyan/contract/limits/finance'
import { micros } from '@hongyan/contract/money'
import { InvoiceStatus } from '@hongyan/contract/vocabulary/payment'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  cycleOf,
  type CreditAccount,
  invoiceRound,
  newCreditAccount,
  text,
  UNIT,
} from '../../../../test/credit-account.ts'
import { newSender } from '../../../../test/sender.ts'
import { newWorld, type World } from '../../../../test/world.ts'
import { alone } from '../../../db/tx.ts'
import { verifyLedger, wholeDetail } from '../../../ledger/verify.ts'
import { adjustInvoice } from './adjustments.ts'
import { issueInvoice } from './issue.ts'
import { nextInvoice } from './reading.ts'
import { readLines, readPayments } from './store.ts'

const { Draft, Open, Void, Paid, Uncollectible } = InvoiceStatus

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())
/** Later tests' rounds must find no accounts of earlier ones. */
afterEach(() =>
  world.pool.query(`update account set credit_enabled = false;
    update invoice set reminded = ${limits.overdueOn} where status = ${Open}`),
)

const on = (moment: string): Date => new Date(`${moment}Z`)
const cycle = () => cycleOf(world)
const debtor = (zone?: string): Promise<CreditAccount> => newCreditAccount(world, zone)
const round = (moment: Date): Promise<void> => invoiceRound(world, moment)
const verify = () => verifyLedger(alone(world.pool), wholeDetail(world.clock.now()), new AbortController().signal)

/** Makes an account that owes 100 for November, issued on 2 December and due on 1 January. */
async function newBilledAccount(): Promise<CreditAccount> {
  const owner = await debtor()
  await owner.use([text(100n * UNIT)], on('2026-11-15T12:00:00'))
  await round(on('2026-12-01T00:10:00'))
  await round(on('2026-12-02T00:10:00'))
  return owner
}

test('the amount of the next invoice leaves out a draft, which repayments pay first', async () => {
  const owner = await debtor()
  const drawn = async () => (await nextInvoice(cycle(), owner.id)).drawn
  await owner.use([text(100n * UNIT)], on('2026-11-10T08:00:00'))
  await round(on('2026-12-01T00:10:00'))
  expect(await drawn()).toBe('0.000000')
  await owner.use([text(3n * UNIT)], on('2026-12-01T08:00:00'))
  await owner.moves.credit(40n * UNIT, on('2026-12-01T09:00:00'))
  expect(await drawn()).toBe('3.000000')
  await owner.moves.credit(61n * UNIT, on('2026-12-01T10:00:00'))
  expect(await drawn()).toBe('2.000000')
  await round(on('2026-12-02T00:10:00'))
  expect(await drawn()).toBe('2.000000')
})

describe('the close of a month', () => {
  test.each([
    ['UTC', '2026-12-01T00:00:00.000'],
    ['Asia/Shanghai', '2026-11-30T16:00:00.000'],
  ])('in %s is ten minutes after its last day, which ends with its last millisecond', async (zone, midnight) => {
    const owner = await debtor(zone)
    const end = on(midnight).getTime()
    await owner.use([text(3n)], new Date(end - 1))
    await owner.use([text(5n)], new Date(end))
    await round(new Date(end + 10 * 60_000 - 1))
    expect(await owner.invoices()).toEqual([])
    await round(new Date(end + 10 * 60_000))
    expect(await owner.invoice()).toMatchObject({
      status: Draft,
      from_day: '2026-11-01',
      to_day: '2026-11-30',
      total_micros: 3n,
      number: null,
    })
  })

  test('by concurrent processes makes one draft', async () => {
    const owner = await debtor()
    await owner.use([text(7n)], on('2026-11-15T12:00:00'))
    await Promise.all(Array.from({ length: 4 }, () => round(on('2026-12-01T00:10:00'))))
    expect(await owner.invoices()).toMatchObject([{ total_micros: 7n }])
    expect(await owner.lines()).toEqual([['usage', 7n]])
  })

  test('makes no draft where funds covered everything, and a later invoice begins after it', async () => {
    const owner = await debtor()
    await owner.moves.credit(10n, on('2026-11-02T12:00:00'))
    await owner.use([text(10n)], on('2026-11-15T12:00:00'))
    await round(on('2026-12-01T00:10:00'))
    expect(await owner.invoices()).toEqual([])
    await owner.use([text(4n)], on('2026-12-15T12:00:00'))
    await round(on('2027-01-01T00:10:00'))
    expect(await owner.invoices()).toMatchObject([{ from_day: '2026-12-01', to_day: '2026-12-31', total_micros: 4n }])
  })

  test('of several missed months makes one invoice, once the draft before it is issued', async () => {
    const owner = await debtor()
    await owner.use([text(3n)], on('2026-10-15T12:00:00'))
    await round(on('2026-11-01T00:10:00'))
    await owner.use([text(5n)], on('2026-11-15T12:00:00'))
    await owner.use([text(7n)], on('2026-12-15T12:00:00'))
    await adjustInvoice(cycle(), await owner.invoice(), { amount: micros(2n), text: 'Set-up' })
    await round(on('2027-01-04T00:00:00'))
    await round(on('2027-01-05T00:00:00'))
    expect(await owner.invoices()).toMatchObject([
      { from_day: '2026-10-01', status: Open, total_micros: 5n },
      { from_day: '2026-11-01', to_day: '2026-12-31', status: Open, total_micros: 12n },
    ])
    expect(await owner.lines()).toEqual([
      ['usage', 7n],
      ['usage', 5n],
    ])
  })

  test('lists usage, the part covered by funds, repayments and disputes', async () => {
    const owner = await debtor()
    const charge = await owner.moves.credit(20n, on('2026-11-02T12:00:00'))
    await owner.use([text(30n), text(4n, { country: 'FR', scene: 1, parts: 3 })], on('2026-11-15T12:00:00'))
    await owner.moves.dispute(20n, on('2026-11-16T12:00:00'), charge)
    await owner.moves.gift(5n, on('2026-11-17T12:00:00'))
    await owner.moves.gift(2n, on('2026-12-01T00:05:00'))
    await round(on('2026-12-01T00:10:00'))
    expect(await owner.lines()).toEqual([
      ['usage', 30n],
      ['usage', 12n],
      ['funds', -20n],
      ['repaid', -7n],
      ['dispute', 20n],
    ])
    const [, french] = await readLines(world.db, await owner.invoice())
    expect(french).toMatchObject({ country: 'FR', scene: 1, unit_price_micros: 4n, messages: 1n, parts: 3n })
    expect(await owner.invoice()).toMatchObject({ total_micros: 35n })
  })
})

test('lists a dispute won between a month’s end and its close once', async () => {
  const owner = await debtor()
  const charge = await owner.moves.credit(20n, on('2026-11-02T12:00:00'))
  await owner.use([text(30n)], on('2026-11-15T12:00:00'))
  await owner.moves.dispute(20n, on('2026-11-16T12:00:00'), charge)
  await owner.moves.disputeWon(20n, on('2026-12-01T00:05:00'), charge)
  await round(on('2026-12-01T00:10:00'))
  await round(on('2026-12-02T00:10:00'))
  expect(await owner.lines()).toEqual([
    ['usage', 30n],
    ['funds', -20n],
    ['repaid', -20n],
    ['dispute', 20n],
  ])
  await owner.use([text(5n)], on('2026-12-15T12:00:00'))
  await round(on('2027-01-01T00:10:00'))
  expect(await owner.lines()).toEqual([['usage', 5n]])
})

describe('issuing', () => {
  test('happens a day later, with the next number and thirty days to pay', async () => {
    const owner = await debtor()
    await owner.use([text(100n * UNIT)], on('2026-11-15T12:00:00'))
    await round(on('2026-12-01T00:10:00'))
    await round(new Date(on('2026-12-02T00:10:00').getTime() - 1))
    expect(await owner.invoice()).toMatchObject({ status: Draft })
    await Promise.all(Array.from({ length: 3 }, () => round(on('2026-12-02T00:10:00'))))
    expect(await owner.invoice()).toMatchObject({ status: Open, due_on: '2027-01-01', total_micros: 100n * UNIT })
    expect(await owner.books()).toEqual({ funds: 0n, credit: 0n, billed: -100n * UNIT })
    expect(await owner.noticesOf('invoice_issued')).toMatchObject([{ amount: '100.000000', due_on: '2027-01-01' }])
    const { rows } = await world.pool.query<{ nr: number }>(
      `select right(number, 6)::integer as nr from invoice where number like 'HY-US-202_-%' order by nr`,
    )
    expect(rows.map(({ nr }) => nr)).toEqual(rows.map((_, at) => at + 1))
    expect((await owner.invoice()).number).toMatch(/^HY-US-2026-\d{6}$/)
  })

  test('deducts repayments since the close, and posts the adjustments of staff', async () => {
    const owner = await debtor()
    await owner.use([text(100n)], on('2026-11-15T12:00:00'))
    await round(on('2026-12-01T00:10:00'))
    const draft = await owner.invoice()
    await adjustInvoice(cycle(), draft, { amount: micros(-30n), text: 'Goodwill' })
    await adjustInvoice(cycle(), draft, { amount: micros(5n), text: 'Set-up' })
    await owner.use([text(50n)], on('2026-12-01T08:00:00'))
    await owner.moves.gift(10n, on('2026-12-01T09:00:00'))
    await round(on('2026-12-02T00:10:00'))
    expect(await owner.invoice()).toMatchObject({ status: Open, total_micros: 65n })
    expect(await owner.lines()).toEqual([
      ['usage', 100n],
      ['adjustment', -30n],
      ['adjustment', 5n],
      ['repaid', -10n],
    ])
    expect(await owner.books()).toEqual({ funds: 0n, credit: -50n, billed: -65n })
    expect(await verify()).toMatchObject({ ok: true })
  })

  test('deletes a draft without an amount left, and still posts the deductions of staff', async () => {
    const owner = await debtor()
    await owner.use([text(100n)], on('2026-11-15T12:00:00'))
    await round(on('2026-12-01T00:10:00'))
    await adjustInvoice(cycle(), await owner.invoice(), { amount: micros(-130n), text: 'Ours' })
    expect(await issueInvoice(cycle(), await owner.invoice())).toEqual({ kind: 'nothing_left' })
    expect(await owner.invoices()).toEqual([])
    expect(await owner.books()).toEqual({ funds: 30n, credit: 0n, billed: 0n })
    await round(on('2026-12-02T00:10:00'))
    expect(await owner.invoices()).toEqual([])
  })
})

describe('a payment', () => {
  test('in parts makes the invoice paid with the last one, and is notified once', async () => {
    const owner = await newBilledAccount()
    const at = on('2026-12-05T08:00:00')
    await owner.pay(40n * UNIT, at)
    expect(await owner.invoice()).toMatchObject({ status: Open, paid_micros: 40n * UNIT })
    expect(await owner.noticesOf('invoice_paid')).toEqual([])
    await owner.pay(60n * UNIT, at)
    expect(await owner.invoice()).toMatchObject({ status: Paid, paid_micros: 100n * UNIT, ended_at: at })
    expect(await owner.noticesOf('invoice_paid')).toMatchObject([{ amount: '100.000000' }])
    expect(await owner.books()).toEqual({ funds: 0n, credit: 0n, billed: 0n })
    const payments = await readPayments(world.db, await owner.invoice())
    expect(payments.map(({ channel, amount_micros }) => [channel, amount_micros])).toEqual([
      ['cash', 40n * UNIT],
      ['cash', 60n * UNIT],
    ])
  })

  test('of more than the outstanding amount repays drawn credit, and the rest stays in the account', async () => {
    const owner = await newBilledAccount()
    await owner.use([text(15n * UNIT)], on('2026-12-04T08:00:00'))
    const { applied } = await owner.pay(130n * UNIT, on('2026-12-05T08:00:00'))
    expect(applied).toBe(100n * UNIT)
    expect(await owner.books()).toEqual({ funds: 15n * UNIT, credit: 0n, billed: 0n })
    expect(await verify()).toMatchObject({ ok: true })
  })

  test('by concurrent payers never exceeds the invoice', async () => {
    const owner = await newBilledAccount()
    const at = on('2026-12-05T08:00:00')
    const paid = await Promise.all(Array.from({ length: 4 }, () => owner.pay(60n * UNIT, at)))
    expect(paid.map(({ applied }) => applied).toSorted((one, other) => Number(one - other))).toEqual([
      0n,
      0n,
      40n * UNIT,
      60n * UNIT,
    ])
    expect(await owner.invoice()).toMatchObject({ status: Paid, paid_micros: 100n * UNIT })
    expect(await owner.books()).toMatchObject({ funds: 140n * UNIT, billed: 0n })
  })

  test('from the balance leaves the amounts held for messages in flight', async () => {
    const owner = await newBilledAccount()
    const at = on('2026-12-05T08:00:00')
    await owner.moves.credit(50n * UNIT, at)
    await owner.moves.accept([text(20n * UNIT)], at)
    const { applied, credited } = await owner.pay(100n * UNIT, at, { channel: 'balance' })
    expect([applied, credited]).toEqual([30n * UNIT, null])
    expect(await owner.books()).toEqual({ funds: 20n * UNIT, credit: 0n, billed: -70n * UNIT })
  })

  test('for another account’s invoice pays nothing', async () => {
    const [owner, other] = [await newBilledAccount(), await newBilledAccount()]
    const stranger = await other.invoice()
    const settled = await owner.pay(10n * UNIT, on('2026-12-05T08:00:00'), { invoice: stranger.id })
    expect(settled).toMatchObject({ applied: 0n, invoice: null })
    expect(await other.invoice()).toMatchObject({ paid_micros: 0n })
  })
})

test('the unpaid part of a void invoice is billed on the next one', async () => {
  const owner = await newBilledAccount()
  await owner.pay(30n * UNIT, on('2026-12-05T08:00:00'))
  world.clock.set(on('2026-12-06T08:00:00'))
  expect(await owner.takeBack()).toMatchObject({ status: Void })
  expect(await owner.takeBack()).toBeNull()
  expect(await owner.books()).toEqual({ funds: 0n, credit: -70n * UNIT, billed: 0n })
  await owner.use([text(5n * UNIT)], on('2026-12-15T12:00:00'))
  await round(on('2027-01-01T00:10:00'))
  expect(await owner.invoice()).toMatchObject({ from_day: '2026-12-01', total_micros: 75n * UNIT })
  expect(await owner.lines()).toEqual([
    ['usage', 5n * UNIT],
    ['carried', 70n * UNIT],
  ])
  expect(await verify()).toMatchObject({ ok: true })
})

describe('reminders', () => {
  const due = on('2027-01-01T09:00:00').getTime()
  const day = (days: number, millis = 0): Date => new Date(due + days * DAY + millis)

  test('are sent at nine on their days, once by concurrent rounds', async () => {
    const owner = await newBilledAccount()
    await round(day(-7, -1))
    expect(await owner.noticesOf('invoice_due')).toEqual([])
    for (const days of [-7, -6, -1, 0, 1, 7]) await Promise.all([round(day(days)), round(day(days))])
    expect((await owner.noticesOf('invoice_due')).map(({ days }) => days)).toEqual(['-7', '-1', '1', '7'])
    expect(await owner.noticesOf('invoice_due')).toMatchObject([
      { amount: '100.000000', due_on: '2027-01-01' },
      {},
      {},
      {},
    ])
    expect(await owner.invoice()).toMatchObject({ status: Open, reminded: 7 })
  })

  test('that were missed are sent as one, and none after payment', async () => {
    const owner = await newBilledAccount()
    await round(day(2))
    expect((await owner.noticesOf('invoice_due')).map(({ days }) => days)).toEqual(['2'])
    await owner.pay(100n * UNIT, day(3))
    await round(day(14))
    expect(await owner.noticesOf('invoice_due')).toHaveLength(1)
    expect(await owner.invoice()).toMatchObject({ status: Paid })
  })

  test('reduce credit to codes only at the end', async () => {
    const owner = await world.account({ balance: '0', credit_enabled: true, credit_micros: micros(100n * UNIT) })
    const { send } = await newSender(world, owner)
    await world.pool.query('update account set credit_reduced_at = now() where id = $1', [owner.id])
    const answers = await Promise.all(
      [1, 2, 3].map(async (scene) => (await send({ to: '+12065550100', text: 'Hello', scene })).body.code),
    )
    expect(answers).toEqual(['0', '105400', '105400'])
  })

  test('end with credit for codes only, until no invoice is overdue', async () => {
    const owner = await newBilledAccount()
    await round(day(14, -1))
    expect(await owner.spendable()).toEqual({ codes: 900n * UNIT, others: 900n * UNIT })
    await round(day(14))
    expect(await owner.invoice()).toMatchObject({ status: Uncollectible })
    expect(await owner.spendable()).toEqual({ codes: 900n * UNIT, others: 0n })
    await owner.pay(99n * UNIT, day(15))
    expect(await owner.spendable()).toEqual({ codes: 999n * UNIT, others: 0n })
    await owner.pay(1n * UNIT, day(16))
    expect(await owner.invoice()).toMatchObject({ status: Paid })
    expect(await owner.spendable()).toEqual({ codes: 1_000n * UNIT, others: 1_000n * UNIT })
    expect(await verify()).toMatchObject({ ok: true })
  })
})
