import { DAY, HOUR, MINUTE } from '@hongyan/contract/durations'
import { micros } from '@hongyan/contract/money'
import { InvoiceStatus } from '@hongyan/contract/vocabulary/payment'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CreditAccount, invoiceRound, newCreditAccount } from '../../../../test/credit-account.ts'
import type { Text } from '../../../../test/moves.ts'
import { newWorld, type World } from '../../../../test/world.ts'
import { alone } from '../../../db/tx.ts'
import { verifyLedger, wholeDetail } from '../../../ledger/verify.ts'
import { outstandingOf, readLines } from './store.ts'
import { patient } from '../../../../test/patience.ts'

const RUNS = process.env['SCALE'] === 'full' ? 200 : 10
const zones = { UTC: 0, 'Asia/Shanghai': 8 * HOUR } as const
const START = Date.UTC(2026, 8, 28)
const END = Date.UTC(2026, 11, 3)

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

type Step =
  | { readonly kind: 'credit' | 'gift' | 'pay'; readonly amount: bigint }
  | { readonly kind: 'dispute' }
  | { readonly kind: 'use'; readonly texts: readonly Text[] }

const amount = fc.bigInt({ min: 1n, max: 900n })
const use = fc.record({
  kind: fc.constant('use' as const),
  texts: fc.array(
    fc.record({
      country: fc.constantFrom('US', 'FR'),
      scene: fc.constantFrom<Text['scene']>(1, 2),
      parts: fc.integer({ min: 1, max: 3 }),
      unit: fc.bigInt({ min: 0n, max: 300n }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
})
const money = (kind: 'credit' | 'gift' | 'pay') => fc.record({ kind: fc.constant(kind), amount })
/**
 * A story has gifts or disputes, not both: gifts survive a dispute, so the account would have funds and drawn credit at
 * once.
 */
const steps = fc.oneof(
  fc.array(fc.oneof(use, use, money('credit'), money('gift'), money('pay')), { minLength: 6, maxLength: 20 }),
  fc.array(fc.oneof(use, use, money('credit'), fc.record({ kind: fc.constant('dispute' as const) }), money('pay')), {
    minLength: 6,
    maxLength: 20,
  }),
)
/** Often at the end of a month or just after it. */
const moment = fc.oneof(
  fc.integer({ min: START, max: END - 1 }),
  fc
    .tuple(fc.constantFrom(9, 10, 11), fc.constantFrom(0, -8 * HOUR), fc.constantFrom(-1, 0, 1, 5 * MINUTE, 12 * HOUR))
    .map(([month, zone, off]) => Date.UTC(2026, month, 1) + zone + off),
)
const scenario = steps.chain((all) =>
  fc.record({
    zone: fc.constantFrom<keyof typeof zones>('UTC', 'Asia/Shanghai'),
    happens: fc.tuple(...all.map((step) => fc.tuple(moment, fc.constant<Step>(step)))),
  }),
)

/** The account's debt as a plain sum: negative funds are drawn credit, and billed credit is separate. */
interface Plain {
  funds: bigint
  billed: bigint
  /** The rest of the credit drawn in the month that ended last. */
  left: bigint
  readonly totals: bigint[]
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const most = (one: bigint, other: bigint): bigint => (one > other ? one : other)

function comeIn(plain: Plain, came: bigint): void {
  const repaid = least(came, most(-plain.funds, 0n))
  plain.left = most(plain.left - repaid, 0n)
  plain.funds += came
}

interface Event {
  readonly at: number
  /** The order of events at the same time: a month's end first, rounds last. */
  readonly rank: number
  readonly run: () => Promise<void>
}

function takenBy(owner: CreditAccount, plain: Plain) {
  const charges: { readonly id: string; readonly amount: bigint }[] = []
  return async (step: Step, at: Date): Promise<void> => {
    if (step.kind === 'use') {
      await owner.use(step.texts, at)
      plain.funds -= step.texts.reduce((sum, { parts, unit }) => sum + BigInt(parts) * unit, 0n)
    } else if (step.kind === 'dispute') {
      const charge = charges.pop()
      if (charge === undefined) return
      await owner.moves.dispute(charge.amount, at, charge.id)
      plain.funds -= charge.amount
    } else if (step.kind === 'pay') {
      if ((await owner.invoices()).length === 0) return
      const { applied } = await owner.pay(step.amount, at)
      const newest = await owner.invoice()
      expect(applied).toBeLessThanOrEqual(step.amount)
      expect(newest.paid_micros).toBeLessThanOrEqual(most(newest.total_micros, 0n))
      plain.billed -= applied
      comeIn(plain, step.amount - applied)
    } else {
      const id = await owner.moves[step.kind](step.amount, at)
      if (step.kind === 'credit') charges.push({ id, amount: step.amount })
      comeIn(plain, step.amount)
    }
  }
}

/** The ends of September to November, each with its close and its issue. */
const months = (plain: Plain, zone: keyof typeof zones): readonly Event[] =>
  [9, 10, 11].flatMap((month) => {
    const end = Date.UTC(2026, month, 1) - zones[zone]
    const round = async (at: number): Promise<void> => invoiceRound(world, new Date(at))
    const [closes, issues] = [end + 10 * MINUTE, end + 10 * MINUTE + DAY]
    let isDraft = false
    return [
      {
        at: end,
        rank: 0,
        run: async () => {
          plain.left = most(-plain.funds, 0n)
        },
      },
      {
        at: closes,
        rank: 2,
        run: async () => {
          isDraft = plain.left > 0n
          await round(closes)
        },
      },
      {
        at: issues,
        rank: 2,
        run: async () => {
          await round(issues)
          if (!isDraft || plain.left === 0n) return
          plain.totals.push(plain.left)
          plain.funds += plain.left
          plain.billed += plain.left
        },
      },
    ]
  })

async function check(owner: CreditAccount, plain: Plain): Promise<void> {
  const invoices = await owner.invoices()
  expect(invoices.map(({ total_micros: total }) => total)).toEqual(plain.totals)
  for (const invoice of invoices) {
    const lines = await readLines(world.db, invoice)
    expect(lines.reduce((sum, line) => sum + line.amount_micros, 0n)).toBe(invoice.total_micros)
    expect(lines.map(({ kind }) => kind)).not.toContain('carried')
    expect(invoice.status).not.toBe(InvoiceStatus.Draft)
  }
  const open = invoices.reduce((sum, invoice) => sum + outstandingOf(invoice), 0n)
  const { funds, credit, billed } = await owner.books()
  expect({ funds: funds + credit, billed, open }).toEqual({
    funds: plain.funds,
    billed: -plain.billed,
    open: micros(plain.billed),
  })
}

test(
  'after any story an invoice equals its month’s drawn credit and the sum of its lines, to the micro',
  async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ zone, happens }) => {
        world.clock.set(new Date(START))
        const owner = await newCreditAccount(world, zone)
        const plain: Plain = { funds: 0n, billed: 0n, left: 0n, totals: [] }
        const take = takenBy(owner, plain)
        const events: Event[] = [
          ...months(plain, zone),
          ...happens.map(([at, step]) => ({ at, rank: 1, run: () => take(step, new Date(at)) })),
        ]
        for (const { run } of events.toSorted((one, other) => one.at - other.at || one.rank - other.rank)) await run()
        await check(owner, plain)
        await world.pool.query('update account set credit_enabled = false where id = $1', [owner.id])
      }),
      { numRuns: RUNS },
    )
    const proofs = await verifyLedger(alone(world.pool), wholeDetail(new Date(END)), new AbortController().signal)
    expect(proofs).toMatchObject({ ok: true, findings: [] })
  },
  patient(RUNS * 6_000),
)
