import type { AccountId } from '@hongyan/contract/ids'
import { micros, parseMicros, ZERO } from '@hongyan/contract/money'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKysely } from '../src/db/connect.ts'
import type { Schema } from '../src/db/schema.ts'
import { alone, statement } from '../src/db/tx.ts'
import { postDueCashback } from '../src/payments/settlement/cashback.ts'
import type { OrderRow } from '../src/payments/orders/store.ts'
import { settableClock } from '../src/kit/clock.ts'
import { newLogger } from '../src/kit/logger.ts'
import { ledger } from '../src/ledger/ledger.ts'
import { verifyLedger, wholeDetail } from '../src/ledger/verify.ts'
import type { PaymentUpdate } from '../src/providers/payments/provider.ts'
import { admit, booksOf, emptyBook, newBook, settle, type TestBook } from './book.ts'
import { type OrderEvents, newOrderEvents, paidUpdate } from './order-events.ts'
import { type Kill, type KillableProcess, newKillableProcess } from './killable-process.ts'
import { patient } from './patience.ts'

const RUNS = process.env['SCALE'] === 'full' ? 10_000 : 250
/** The number of processes that move money at the same time. */
const PROCESSES = 3
const LATEST_CASHBACK = 110_000

const log = newLogger('silent')
const clock = settableClock(new Date())
let book: TestBook
let processes: readonly Process[]

/** A process that is killed now and then, with its dependencies. */
interface Process extends KillableProcess {
  readonly orders: OrderEvents
  readonly postCashback: () => Promise<void>
}

function newProcess(url: string): Process {
  const killable = newKillableProcess(url)
  const db = openKysely<Schema>(killable.pool)
  return { ...killable, orders: newOrderEvents({ db, clock }), postCashback: () => postDueCashback({ db, clock, log }) }
}

beforeAll(async () => {
  book = await newBook([0n, 0n])
  await book.pool.query(`update account set partition = 'cn', currency = 'CNY' where id = $1`, [book.accounts[1]])
  processes = Array.from({ length: PROCESSES }, () => newProcess(book.url))
})
afterAll(async () => {
  await Promise.all(processes.map(({ pool }) => pool.end()))
  await book.close()
})

interface OrderScenario {
  readonly nr: number
  readonly amount: string
  /** The disputed amount, in percent of the order's amount. */
  readonly claimed: number
  readonly ending: 'dispute_won' | 'dispute_lost'
  readonly events: readonly { readonly name: OrderEventName; readonly at: number; readonly death: Kill | null }[]
}

const eventNames = [
  'paid',
  'again',
  'second',
  'tooLittle',
  'tooMuch',
  'otherCurrency',
  'closed',
  'pending',
  'opened',
  'openedAgain',
  'ended',
  'endedAgain',
] as const
type OrderEventName = (typeof eventNames)[number]

/**
 * The update of each named event. A name is also the event's id, so an event that occurs twice has an effect once.
 * `again` is a second event with the content of `paid`.
 */
const updateOf: Readonly<Record<OrderEventName, (order: OrderRow, scenario: OrderScenario) => PaymentUpdate>> = {
  paid: (order) => paidUpdate(order),
  again: (order) => paidUpdate(order),
  second: (order) => ({ ...paidUpdate(order), paymentId: 'another payment' }),
  tooLittle: (order) => ({ ...paidUpdate(order), amount: micros(order.amount_micros - 10_000n) }),
  tooMuch: (order) => ({ ...paidUpdate(order), amount: micros(order.amount_micros + 10_000n) }),
  otherCurrency: (order) => ({ ...paidUpdate(order), currency: 'EUR' }),
  closed: () => ({ kind: 'closed' }),
  pending: () => ({ kind: 'pending' }),
  opened: (order, scenario) => disputeUpdate('dispute_opened', order, scenario),
  openedAgain: (order, scenario) => disputeUpdate('dispute_opened', order, scenario),
  ended: (order, scenario) => disputeUpdate(scenario.ending, order, scenario),
  endedAgain: (order, scenario) => disputeUpdate(scenario.ending, order, scenario),
}

const paying: ReadonlySet<OrderEventName> = new Set(['paid', 'again', 'second'])
const opening: ReadonlySet<OrderEventName> = new Set(['opened', 'openedAgain'])
const ending: ReadonlySet<OrderEventName> = new Set(['ended', 'endedAgain'])

const disputeUpdate = (
  kind: OrderScenario['ending'] | 'dispute_opened',
  order: OrderRow,
  { claimed }: OrderScenario,
) => ({
  kind,
  disputeId: `dispute of ${order.id}`,
  amount: micros((order.amount_micros * BigInt(claimed)) / 100n),
  currency: order.currency,
})

const death: fc.Arbitrary<Kill | null> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.record({ after: fc.integer({ min: 1, max: 10 }), inFlight: fc.boolean() }) },
)
const when = { at: fc.nat(999), death }
/** Makes disputes of paid orders, and their ends, as likely as the rest. */
const disputed = ['paid', ...opening, ...ending] as const
const eventsFrom = (choice: readonly OrderEventName[], maxLength: number): fc.Arbitrary<OrderScenario['events']> =>
  fc.array(fc.record({ name: fc.constantFrom(...choice), ...when }), { maxLength })
const orderScenario: fc.Arbitrary<OrderScenario> = fc.record({
  nr: fc.nat(1),
  amount: fc.constantFrom('500', '1000', '5000', '20000'),
  claimed: fc.integer({ min: 1, max: 130 }),
  ending: fc.constantFrom('dispute_won' as const, 'dispute_lost' as const),
  events: fc.tuple(eventsFrom(eventNames, 2), eventsFrom(disputed, 4)).map((all) => all.flat()),
})

const price = fc.bigInt(0n, 900_000_000n)
const move = fc.oneof(
  fc.record({
    kind: fc.constant('send'),
    nr: fc.nat(1),
    prices: fc.array(price, { minLength: 1, maxLength: 3 }),
    ...when,
  }),
  fc.record({ kind: fc.constantFrom('post', 'void'), most: fc.integer({ min: 1, max: 4 }), ...when }),
  fc.record({ kind: fc.constant('cashback'), ...when }),
)
type Move = typeof move extends fc.Arbitrary<infer M> ? M : never

const run = fc.record({
  orders: fc.array(orderScenario, { minLength: 1, maxLength: 2 }),
  moves: fc.array(move, { minLength: 1, maxLength: 3 }),
})

interface Step {
  readonly at: number
  readonly death: Kill | null
  readonly carryOut: (process: Process) => Promise<void>
  /** True when the caller retries after an unknown result. */
  readonly again: boolean
}

const accountOf = (nr: number): AccountId => {
  const account = book.accounts[nr]
  if (account === undefined) throw new Error('the book has two accounts')
  return account
}

/** A caller without an idempotency key cannot know whether its send succeeded, so it does not retry. */
function stepOf(one: Move): Step {
  const { at, death: dies } = one
  const step = (carryOut: (process: Process) => Promise<unknown>, again = true): Step => ({
    at,
    death: dies,
    again,
    carryOut: async (process) => void (await carryOut(process)),
  })
  if ('prices' in one)
    return step(({ pool }) => admit(pool, [{ account: accountOf(one.nr), prices: one.prices }]), false)
  if ('most' in one) return step(({ pool }) => settle(pool, one.kind === 'post' ? 'post' : 'void', one.most))
  return step(({ postCashback }) => {
    clock.advance(LATEST_CASHBACK / 2)
    return postCashback()
  })
}

interface TestedOrder {
  readonly order: OrderRow
  readonly scenario: OrderScenario
}

const hasEvent = ({ events }: OrderScenario, which: ReadonlySet<OrderEventName>): boolean =>
  events.some(({ name }) => which.has(name))

/** The events of an order, without disputes of an unpaid one. */
const eventsOf = (of: OrderScenario) =>
  hasEvent(of, paying) ? of.events : of.events.filter(({ name }) => !opening.has(name) && !ending.has(name))

const eventSteps = ({ order, scenario: of }: TestedOrder): Step[] =>
  eventsOf(of).map(({ name, at, death: dies }) => ({
    at,
    death: dies,
    again: true,
    carryOut: async ({ orders }) => void (await orders.settle(order, updateOf[name](order, of), name)),
  }))

const tooEarly = (error: unknown): boolean => error instanceof Error && error.message.includes('before it is paid')

/**
 * Every process takes the next step. An event whose process was killed is delivered again, at once or later. Returns
 * the number of kills.
 */
async function runSteps(steps: readonly Step[]): Promise<number> {
  let deaths = 0
  const waiting = steps.toSorted((one, other) => one.at - other.at)
  const work = async (process: Process): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const { carryOut, again } = step
      try {
        if (await process.linger(() => carryOut(process), step.death)) continue
        deaths += 1
        if (again) await process.linger(() => carryOut(process), null)
      } catch (error) {
        if (!tooEarly(error)) throw error
        waiting.push({ ...step, death: null })
      }
    }
  }
  const ends = await Promise.allSettled(processes.map(work))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return deaths
}

/** The rest of an order's amount after all its events: the amount less what a dispute keeps. */
function leftOf({ order, scenario: of }: TestedOrder): bigint {
  if (!hasEvent(of, paying)) return 0n
  const taken = hasEvent(of, ending) ? of.ending === 'dispute_lost' : hasEvent(of, opening)
  const { amount } = disputeUpdate('dispute_opened', order, of)
  return order.amount_micros - (taken ? least(amount, order.amount_micros) : 0n)
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** Waits for the statements that killed processes left running beside the others. */
const allGone = () => Promise.all(processes.map(({ gone }) => gone()))

async function emptyAll(pool: pg.Pool): Promise<void> {
  await allGone()
  await emptyBook(pool)
  await pool.query(
    `delete from payment_event; delete from dispute; delete from top_up; update account set status = 0, level = 0`,
  )
}

const CREDITS = statement(
  'test.credits',
  `select t.id, t.status, t.cashback_micros as drawn,
    (select count(*) from ledger_entry e where e.account_id = t.account_id and e.id = t.entry and e.kind = 'credit'
      and e.amount_micros = t.amount_micros) as credits,
    (select count(*) from ledger_entry e where e.account_id = t.account_id and e.charge = t.entry and e.kind = 'cashback'
      and e.amount_micros = t.cashback_micros and e.id = t.cashback_entry) as cashbacks,
    (select count(*) from ledger_entry e where e.account_id = t.account_id and e.charge = t.entry and e.kind = 'cashback')
      as "allCashbacks"
  from top_up t where t.id = $1`,
)

interface CreditsRow {
  readonly status: number
  readonly drawn: bigint | null
}

/**
 * Proves that a paid order is credited once and an unpaid one never, and that its cashback, if any, is credited once.
 */
async function proveOrder({ order, scenario: of }: TestedOrder): Promise<bigint> {
  const [found] = await alone(book.pool).run<CreditsRow>(CREDITS, [order.id])
  const paid = hasEvent(of, paying)
  const rewarded = paid && order.channel === 'alipay' && order.amount_micros >= (parseMicros('1000') ?? ZERO)
  expect(found?.status === 1).toBe(paid)
  expect(found?.drawn !== null).toBe(rewarded)
  const once = rewarded ? 1n : 0n
  expect(found).toMatchObject({ credits: paid ? 1n : 0n, cashbacks: once, allCashbacks: once })
  return found?.drawn ?? 0n
}

const MESSAGES = statement(
  'test.messages',
  `select coalesce(sum(m.price_micros) filter (where m.settle_entry is null), 0)::bigint as held,
    coalesce(sum(m.price_micros) filter (where e.kind = 'post'), 0)::bigint as posted
  from message m left join ledger_entry e on e.account_id = m.account_id and e.id = m.settle_entry where m.account_id = $1`,
)

/** Compares the books with a plain sum: payments and gifts less disputes and messages. */
async function proveAccount(account: AccountId, cameIn: bigint): Promise<void> {
  const [sums] = await alone(book.pool).run<{ held: bigint; posted: bigint }>(MESSAGES, [account])
  const { held = 0n, posted = 0n } = sums ?? {}
  const books = await booksOf(alone(book.pool), account)
  expect(books).toMatchObject({ held, balance: cameIn - posted - held })
  const unspent = (await ledger.charges(alone(book.pool), account)).map((charge) => charge.unspent)
  expect(unspent.reduce((total, one) => total + one, 0n)).toBe(books.paid)
}

async function prove(tested: readonly TestedOrder[]): Promise<void> {
  const verified = await verifyLedger(alone(book.pool), wholeDetail(clock.now()), new AbortController().signal)
  expect(verified).toMatchObject({ ok: true, findings: [] })
  const cameIn = new Map<AccountId, bigint>(book.accounts.map((account) => [account, 0n]))
  for (const one of tested) {
    const all = leftOf(one) + (await proveOrder(one))
    cameIn.set(one.order.account_id, (cameIn.get(one.order.account_id) ?? 0n) + all)
  }
  for (const [account, amount] of cameIn) await proveAccount(account, amount)
}

test(
  'sends, top-ups, webhooks, disputes and kills in any order keep both proofs clean and credit every payment once',
  async () => {
    const [first] = processes
    if (first === undefined) throw new Error('there are processes')
    let deaths = 0
    await fc.assert(
      fc.asyncProperty(run, async ({ orders, moves }) => {
        await emptyAll(book.pool)
        clock.set(new Date())
        const tested: TestedOrder[] = []
        for (const one of orders) {
          const channel = one.nr === 1 ? 'alipay' : 'stripe'
          tested.push({ scenario: one, order: await first.orders.order(accountOf(one.nr), channel, one.amount) })
        }
        const steps = [...tested.flatMap(eventSteps), ...moves.map(stepOf)]
        deaths += await runSteps(steps)
        clock.advance(LATEST_CASHBACK)
        await allGone()
        await first.postCashback()
        await prove(tested)
      }),
      { numRuns: RUNS },
    )
    expect(deaths).toBeGreaterThan(RUNS / 5)
  },
  patient(RUNS * 1_000),
)
