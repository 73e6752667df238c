import { micros } from '@hongyan/contract/money'
import { InvoiceStatus } from '@hongyan/contract/vocabulary/payment'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cycleOf, type Debtor, newDebtor, text } from '../../../../test/debtor.ts'
import { type Death, type Mortal, newMortal } from '../../../../test/mortal.ts'
import { newWorld, type World } from '../../../../test/world.ts'
import { invoiceCycle } from '../../../compose/payments.ts'
import { openKysely } from '../../../db/connect.ts'
import type { Schema } from '../../../db/schema.ts'
import { alone } from '../../../db/tx.ts'
import { verifyLedger, wholeDetail } from '../../../ledger/verify.ts'
import { adjustInvoice } from './adjustments.ts'
import { closeAccount } from './close.ts'
import type { CycleDeps } from './cycle-deps.ts'
import { issueInvoice } from './issue.ts'
import { settleInvoicePayment } from './payments.ts'
import { isPayable } from './states.ts'
import { outstandingOf, readLines, readPayments } from './store.ts'
import { voidInvoice } from './void.ts'

const RUNS = process.env['SCALE'] === 'full' ? 1_000 : 20
/** So many processes move the money of one account at the same time. */
const PROCESSES = 4
const DAY = 24 * 3_600_000
const START = Date.UTC(2026, 9, 1, 0, 10)
/** Days on which something happens: months end between some of them, and drafts are issued late. */
const DAYS = [0, 14, 31, 32, 61, 62, 92]

/** One that dies now and then, and how it looks after invoices. */
interface Process extends Mortal {
  readonly cycle: CycleDeps
}

let world: World
let processes: readonly Process[]
beforeAll(async () => {
  world = await newWorld()
  processes = Array.from({ length: PROCESSES }, () => {
    const mortal = newMortal(world.databaseUrl)
    const { pool } = mortal
    return { ...mortal, cycle: invoiceCycle({ db: openKysely<Schema>(pool), pool, clock: world.clock }) }
  })
})
afterAll(async () => {
  await Promise.all(processes.map(({ pool }) => pool.end()))
  await world.close()
})

const amount = fc.bigInt({ min: 1n, max: 300n })
const death: fc.Arbitrary<Death | null> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.record({ after: fc.integer({ min: 1, max: 16 }), inFlight: fc.boolean() }) },
)
const stepOf = (...kinds: readonly Kind[]) => fc.record({ kind: fc.constantFrom(...kinds), amount, death })
const step = stepOf('use', 'use', 'use', 'credit', 'gift', 'bank', 'balance', 'void', 'more', 'less')
type Kind = 'use' | 'credit' | 'gift' | 'bank' | 'more' | 'less' | Mortally
/** What moves money within the account alone, so that nobody has to know whether it came to its end. */
type Mortally = 'close' | 'issue' | 'void' | 'balance'
interface Step {
  readonly kind: Kind
  readonly amount: bigint
  readonly death: Death | null
}
/** Several look after the month while everything else goes on. */
const rounds = fc.tuple(stepOf('close'), stepOf('close'), stepOf('issue'), stepOf('issue'))
const days = fc
  .tuple(...DAYS.map(() => fc.tuple(fc.array(step, { minLength: 1, maxLength: 5 }), rounds).map((all) => all.flat())))
  .chain((all) => fc.tuple(...all.map((steps) => fc.shuffledSubarray(steps, { minLength: steps.length }))))

/** What an account has by plain addition, whatever of it is drawn or billed: none of its own moves changes that. */
interface Plain {
  sum: bigint
  readonly adjusted: Map<string, bigint>
}

function takenBy(owner: Debtor, plain: Plain) {
  const newest = async () => (await owner.invoices()).at(-1)
  const mortally = async (cycle: CycleDeps, kind: Mortally, wanted: bigint): Promise<unknown> => {
    if (kind === 'close') return closeAccount(cycle, owner.id)
    const invoice = await newest()
    if (invoice === undefined) return undefined
    if (kind === 'issue') return issueInvoice(cycle, invoice)
    if (kind === 'void') return voidInvoice(cycle, invoice)
    const payment = { account: owner.id, invoice: invoice.id, amount: micros(wanted), channel: 'balance' as const }
    return cycle.db.transaction().execute((tx) => settleInvoicePayment(tx, { ...payment, at: cycle.clock.now() }))
  }
  return async ({ live, cycle }: Process, { kind, amount: wanted, death: dies }: Step): Promise<void> => {
    const at = world.clock.now()
    if (kind === 'use') {
      await owner.use([text(wanted)], at)
      plain.sum -= wanted
    } else if (kind === 'credit' || kind === 'gift') {
      await owner.moves[kind](wanted, at)
      plain.sum += wanted
    } else if (kind === 'bank') {
      const invoice = await newest()
      if (invoice === undefined) return
      await owner.pay(wanted, at, { invoice: invoice.id })
      plain.sum += wanted
    } else if (kind === 'more' || kind === 'less') {
      const invoice = await newest()
      const change = micros(kind === 'more' ? wanted : -wanted)
      if (invoice !== undefined && (await adjustInvoice(cycleOf(world), invoice, { amount: change, text: kind })))
        plain.adjusted.set(invoice.id, (plain.adjusted.get(invoice.id) ?? 0n) + change)
    } else await live(async () => void (await mortally(cycle, kind, wanted)), dies)
  }
}

/** What is billed is what invoices wait for, to the micro, and each is what its lines and its payments say. */
async function prove(owner: Debtor, plain: Plain): Promise<void> {
  // Whoever died may leave a statement that is still carried out; it holds the account until then.
  await world.pool.query('select from balance where account_id = $1 for update', [owner.id])
  const invoices = await owner.invoices()
  for (const invoice of invoices) {
    const sum = (rows: readonly { readonly amount_micros: bigint }[]) =>
      rows.reduce((all, { amount_micros: one }) => all + one, 0n)
    const { total_micros: total, paid_micros: paid } = invoice
    expect({
      lines: sum(await readLines(world.db, invoice)),
      payments: sum(await readPayments(world.db, invoice)),
    }).toEqual({ lines: total, payments: paid })
  }
  const open = invoices.filter(isPayable).reduce((all, invoice) => all + outstandingOf(invoice), 0n)
  const draft = invoices.find(({ status }) => status === InvoiceStatus.Draft)?.id
  const booked = [...plain.adjusted].reduce((all, [id, one]) => all + (id === draft ? 0n : one), 0n)
  const { funds, credit, billed } = await owner.books()
  expect({ billed: -billed, sum: funds + credit + billed }).toEqual({ billed: open, sum: plain.sum - booked })
  expect(funds === 0n || credit === 0n).toBe(true)
}

test(
  'whatever several do to an account’s invoices at once, and whoever dies, not a micro is lost or billed twice, and no number is left out',
  async () => {
    await fc.assert(
      fc.asyncProperty(days, async (story) => {
        const owner = await newDebtor(world)
        const plain: Plain = { sum: 0n, adjusted: new Map() }
        const take = takenBy(owner, plain)
        for (const [nr, steps] of story.entries()) {
          world.clock.set(new Date(START + (DAYS[nr] ?? 0) * DAY))
          const waiting = [...steps]
          const work = async (process: Process): Promise<void> => {
            for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await take(process, next)
          }
          await Promise.all(processes.map(work))
          await prove(owner, plain)
        }
      }),
      { numRuns: RUNS },
    )
    const { rows } = await world.pool.query<{ nr: number }>(
      `select right(number, 6)::integer as nr from invoice where number is not null order by nr`,
    )
    expect(rows.map(({ nr }) => nr)).toEqual(rows.map((_, at) => at + 1))
    const proofs = await verifyLedger(alone(world.pool), wholeDetail(world.clock.now()), new AbortController().signal)
    expect(proofs).toMatchObject({ ok: true, findings: [] })
  },
  RUNS * 3_000,
)
