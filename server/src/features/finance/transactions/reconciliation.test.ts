import { HOUR } from '@hongyan/contract/durations'
import { transactions, type Transaction } from '@hongyan/contract/endpoints/finance/transactions'
import { TransactionId } from '@hongyan/contract/ids'
import { micros, decimalOf, parseMicros } from '@hongyan/contract/money'
import { TradeDirection } from '@hongyan/contract/vocabulary/payment'
import fc from 'fast-check'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Billing, booksOf } from '../../../../test/book.ts'
import { type Accepted, type Moves, movesOf, type Text } from '../../../../test/moves.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { alone } from '../../../db/tx.ts'
import { patient } from '../../../../test/patience.ts'

const RUNS = process.env['SCALE'] === 'full' ? 400 : 40
const zones = { UTC: 0, 'Asia/Shanghai': 8 * HOUR } as const
type Zone = keyof typeof zones

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

/** The movements of an account's funds, recorded by the test itself. */
interface Movement {
  readonly at: number
  readonly net: bigint
  readonly use?: readonly Text[]
}

type Step =
  | { readonly kind: 'credit' | 'gift'; readonly amount: bigint }
  | { readonly kind: 'cashback' | 'dispute'; readonly share: number }
  | { readonly kind: 'send'; readonly texts: readonly Text[]; readonly after: number; readonly how: 'post' | 'void' }
  | { readonly kind: 'billing'; readonly how: Billing }
  | { readonly kind: 'look' }

const amount = fc.bigInt({ min: 1n, max: 5_000_000_000n })
const text: fc.Arbitrary<Text> = fc.record({
  country: fc.constantFrom('US', 'CN', 'FR'),
  scene: fc.constantFrom(1, 2, 3),
  parts: fc.integer({ min: 1, max: 10 }),
  unit: fc.bigInt({ min: 0n, max: 99_999n }),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('credit' as const, 'gift' as const), amount }),
  fc.record({
    kind: fc.constantFrom('cashback' as const, 'dispute' as const),
    share: fc.integer({ min: 1, max: 100 }),
  }),
  fc.record({
    kind: fc.constant('send' as const),
    texts: fc.array(text, { minLength: 1, maxLength: 5 }),
    after: fc.integer({ min: 0, max: 40 * HOUR }),
    how: fc.constantFrom('post' as const, 'post' as const, 'void' as const),
  }),
  fc.record({
    kind: fc.constant('billing' as const),
    how: fc.constantFrom<Billing>('bill', 'unbill', 'payInvoice'),
  }),
  fc.record({ kind: fc.constant('look' as const) }),
)

/** Times from September to November 2026, often the first or last millisecond of a day or month in some time zone. */
const START = Date.UTC(2026, 8, 1)
const END = Date.UTC(2026, 11, 1)
const moment = fc.oneof(
  fc.integer({ min: START, max: END - 1 }),
  fc
    .tuple(fc.integer({ min: 0, max: 90 }), fc.constantFrom(0, 16), fc.constantFrom(-1, 0, 1))
    .map(([day, hour, off]) => START + day * 24 * HOUR + hour * HOUR + off),
)
const scenario = fc.record({
  zone: fc.constantFrom<Zone>('UTC', 'Asia/Shanghai'),
  steps: fc.array(fc.tuple(moment, step), { minLength: 1, maxLength: 25 }),
})

/** Runs the steps in the order of their times, with the outcomes of messages. */
async function runSteps(owner: SignedIn, steps: readonly (readonly [number, Step])[]): Promise<readonly Movement[]> {
  const moves = movesOf(world.pool, owner.id)
  const movements: Movement[] = []
  const charges: { readonly id: string; readonly amount: bigint }[] = []
  const due = steps.map(([at, { ...what }]): Due => ({ at, run: () => take(what, at) }))

  const take = async (what: Step, at: number): Promise<void> => {
    world.clock.set(new Date(at))
    if (what.kind === 'look') return void (await owner.call(transactions.summary))
    if (what.kind === 'send') return send(moves, what, at)
    if (what.kind === 'billing') {
      const most = await billable(owner, what.how)
      if (most === 0n) return
      await moves[what.how](most, new Date(at))
      movements.push({ at, net: what.how === 'bill' ? most : -most })
      return
    }
    if ('amount' in what) {
      const id = await moves[what.kind](what.amount, new Date(at))
      if (what.kind === 'credit') charges.push({ id, amount: what.amount })
      movements.push({ at, net: what.amount })
      return
    }
    const charge = what.kind === 'dispute' ? charges.pop() : charges.at(-1)
    const part = charge === undefined ? 0n : (charge.amount * BigInt(what.share)) / 100n
    if (charge === undefined || part === 0n) return
    await moves[what.kind](part, new Date(at), charge.id)
    movements.push({ at, net: what.kind === 'dispute' ? -part : part })
  }
  const send = async ({ accept, settle }: Moves, what: Step & { readonly kind: 'send' }, at: number): Promise<void> => {
    const accepted = await accept(what.texts, new Date(at))
    const later = at + what.after
    if (later < END) due.push({ at: later, run: () => settled(settle, accepted, what, later) })
  }
  const settled = async (
    settle: Moves['settle'],
    accepted: Accepted,
    { how, texts }: Step & { readonly kind: 'send' },
    at: number,
  ): Promise<void> => {
    world.clock.set(new Date(at))
    await settle(accepted, how, new Date(at))
    if (how === 'post') movements.push({ at, net: -accepted.amount, use: texts })
  }

  while (due.length > 0) {
    due.sort((a, b) => a.at - b.at)
    await due.shift()?.run()
  }
  return movements
}

/**
 * The most that a billing step can move: all drawn credit, all billed credit, or as much of that as there are funds.
 */
async function billable({ id }: SignedIn, how: Billing): Promise<bigint> {
  const { paid, gift, cashback, credit, billed } = await booksOf(alone(world.pool), id)
  const funds = paid + gift + cashback
  if (how === 'bill') return -credit
  return how === 'unbill' || -billed < funds ? -billed : funds
}

interface Due {
  readonly at: number
  readonly run: () => Promise<void>
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, one) => total + one, 0n)
const wire = (total: bigint): string => decimalOf(micros(total))
const exact = (decimal: string): bigint => parseMicros(decimal) ?? 0n
const netOf = ({ direction, amount: shown }: Transaction): bigint =>
  direction === TradeDirection.In ? exact(shown) : -exact(shown)

/** The expected sums of a range of days. */
function expected(movements: readonly Movement[], zone: Zone, from: string, to: string) {
  const begin = Date.parse(`${from}T00:00:00Z`) - zones[zone]
  const end = Date.parse(`${to}T00:00:00Z`) - zones[zone] + 24 * HOUR
  const during = movements.filter(({ at }) => at >= begin && at < end)
  return {
    opening: wire(sum(movements.filter(({ at }) => at < begin).map(({ net }) => net))),
    in: wire(sum(during.map(({ net }) => (net > 0n ? net : 0n)))),
    out: wire(sum(during.map(({ net }) => (net < 0n ? -net : 0n)))),
    closing: wire(sum(movements.filter(({ at }) => at < end).map(({ net }) => net))),
  }
}

const months = ['2026-08', '2026-09', '2026-10', '2026-11'] as const
const lastDay = (month: string): string =>
  new Date(Date.UTC(2026, Number(month.slice(5)), 0)).toISOString().slice(0, 10)

async function expectMonth(owner: SignedIn, zone: Zone, movements: readonly Movement[], name: string): Promise<void> {
  const should = expected(movements, zone, `${name}-01`, lastDay(name))
  const { opening, closing, lines, ...totals } = await owner.call(transactions.statement, {
    query: { month: name, limit: 100 },
  })
  expect({ opening, in: totals.in, out: totals.out, closing }).toEqual(should)
  expect(exact(opening) + exact(totals.in) - exact(totals.out)).toBe(exact(closing))
  let balance = exact(opening)
  for (const line of lines) {
    balance += netOf(line)
    expect(line.balance_after).toBe(wire(balance))
  }
  expect(wire(balance)).toBe(closing)
  await expectUsage(owner, zone, movements, lines)
  await expectTable(owner, name, should)
}

/** Proves that each usage line is the price of its messages and lists them. */
async function expectUsage(owner: SignedIn, zone: Zone, movements: readonly Movement[], lines: readonly Transaction[]) {
  for (const { id, day } of lines.filter(({ description }) => description.kind === 'usage')) {
    const dayOf = (at: number): string => new Date(at + zones[zone]).toISOString().slice(0, 10)
    const texts = movements.flatMap(({ at, use = [] }) => (dayOf(at) === day ? use : []))
    const {
      usage,
      rest,
      amount: whole,
    } = await owner.call(transactions.get, { params: { id: TransactionId.parse(id) } })
    expect(rest).toBeNull()
    expect(wire(sum(usage.map((part) => exact(part.amount))))).toBe(whole)
    const listed = usage.flatMap(({ scene, iso2, messages, parts, unit_price }) => [
      [scene, iso2, unit_price, messages, parts],
    ])
    const grouped = new Map<string, [number, number]>()
    for (const { scene, country, unit, parts } of texts) {
      const key = `${scene} ${country} ${wire(unit)}`
      const [messages, all] = grouped.get(key) ?? [0, 0]
      grouped.set(key, [messages + 1, all + parts])
    }
    expect(new Map(listed.map(([scene, iso2, unit, ...counts]) => [`${scene} ${iso2} ${unit}`, counts]))).toEqual(
      grouped,
    )
  }
}

async function expectTable(owner: SignedIn, name: string, should: ReturnType<typeof expected>): Promise<void> {
  const { body } = await owner.ask(transactions.statementCsv, { query: { month: name } })
  const rows: Record<string, string>[] = parse(String(body), { bom: true, columns: true })
  const column = (title: string): string =>
    wire(sum(rows.slice(0, -1).map((row) => exact(row[title] === '' ? '0' : (row[title] ?? '0')))))
  expect([column('In'), column('Out'), rows.at(-1)?.['Balance after']]).toEqual([should.in, should.out, should.closing])
}

test(
  'after any story, every month and every range of days reconciles to the last decimal',
  async () => {
    await fc.assert(
      fc.asyncProperty(scenario, fc.tuple(moment, moment), async ({ zone, steps }, ends) => {
        world.clock.set(new Date(START - HOUR))
        const owner = await world.account({ balance: '0', time_zone: zone, credit_enabled: true })
        // A session expires before the story ends.
        await world.pool.query(
          `update session set seen_at = $2, expires_at = $2::timestamptz + interval '1 month' where account_id = $1`,
          [owner.id, new Date(END)],
        )
        const movements = await runSteps(owner, steps)
        world.clock.set(new Date(END + 24 * HOUR))
        for (const name of months) await expectMonth(owner, zone, movements, name)
        const [from = '', to = ''] = ends.map((end) => new Date(end).toISOString().slice(0, 10)).toSorted()
        expect(await owner.call(transactions.summary, { query: { from, to } })).toMatchObject(
          expected(movements, zone, from, to),
        )
        const { rows } = await world.pool.query<{ funds: bigint }>(
          `select paid_micros + gift_micros + cashback_micros + credit_micros as funds from balance where account_id = $1`,
          [owner.id],
        )
        expect((await owner.call(transactions.summary)).closing).toBe(wire(rows[0]?.funds ?? 0n))
      }),
      { numRuns: RUNS },
    )
  },
  patient(RUNS * 2_000),
)
