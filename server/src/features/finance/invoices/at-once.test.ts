import { DAY } from '@hongyan/contract/durations'
import { micros } from '@hongyan/contract/money'
import { InvoiceStatus } from '@hongyan/contract/vocabulary/payment'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cycleOf, type CreditAccount, newCreditAccount, text } from '../../../../test/credit-account.ts'
import { type Kill, type KillableProcess, newKillableProcess } from '../../../../test/killable-process.ts'
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
import { patient } from '../../../../test/patience.ts'

const RUNS = process.env['SCALE'] === 'full' ? 1_000 : 20
/** Processes that move one account's money at the same time. */
const PROCESSES = 4
const START = Date.UTC(2026, 9, 1, 0, 10)
/** The days of the steps: some are around the ends of months, and drafts are issued late. */
const DAYS = [0, 14, 31, 32, 61, 62, 92]

/** A process that is killed now and then, with its invoice cycle. */
interface Process extends KillableProcess {
  readonly cycle: CycleDeps
}

let world: World
let processes: readonly Process[]
beforeAll(async () => {
  world = await newWorld()
  processes = Array.from({ length: PROCESSES }, () => {
    const mortal = newKillableProcess(world.databaseUrl)
    const { pool } = mortal
    return {
      ...mortal,
      cycle: invoiceCycle({ db: openKysely<Schema>(pool), pool, clock: world.clock, config: world.config }),
    }
  })
})
afterAll(async () => {
  await Promise.all(processes.map(({ pool }) => pool.end()))
  await world.close()
})

const amount = fc.bigInt({ min: 1n, max: 300n })
const death: fc.Arbitrary<Kill | null> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.record({ after: fc.integer({ min: 1, max: 16 }), inFlight: fc.boolean() }) },
)
const stepOf = (...kinds: readonly Kind[]) => fc.record({ kind: fc.constantFrom(...kinds), amount, death })
const step = stepOf('use', 'use', 'use', 'credit', 'gift', 'bank', 'balance', 'void', 'more', 'less')
type Kind = 'use' | 'credit' | 'gift' | 'bank' | 'more' | 'less' | KillableStep
/** The steps that only move money within the account, so that their result need not be known after a kill. */
type KillableStep = 'close' | 'issue' | 'void' | 'balance'
interface Step {
  readonly kind: Kind
  readonly amount: bigint
  readonly death: Kill | null
}
/** Concurrent rounds of the invoice loop among the other steps. */
const rounds = fc.tuple(stepOf('close'), stepOf('close'), stepOf('issue'), stepOf('issue'))
const days = fc
  .tuple(...DAYS.map(() => fc.tuple(fc.array(step, { minLength: 1, maxLength: 5 }), rounds).map((all) => all.flat())))
  .chain((all) => fc.tuple(...all.map((steps) => fc.shuffledSubarray(steps, { minLength: steps.length }))))

/** The account's money as a plain sum, drawn and billed credit included: moves within the account do not change it. */
interface Plain {
  sum: bigint
  readonly adjusted: Map<string, bigint>
}

function takenBy(owner: CreditAccount, plain: Plain) {
  const newest = async () => (await owner.invoices()).at(-1)
  const mortally = async (cycle: CycleDeps, kind: KillableStep, wanted: bigint): Promise<unknown> => {
    if (kind === 'close') return closeAccount(cycle, owner.id)
    const invoice = await newest()
    if (invoice === undefined) return undefined
    if (kind === 'issue') return issueInvoice(cycle, invoice)
    if (kind === 'void') return voidInvoice(cycle, invoice)
    const payment = { account: owner.id, invoice: invoice.id, amount: micros(wanted), channel: 'balance' as const }
    return cycle.db.transaction().execute((tx) => settleInvoicePayment(tx, { ...payment, at: cycle.clock.now() }))
  }
  return async ({ linger, cycle }: Process, { kind, amount: wanted, death: dies }: Step): Promise<void> => {
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
    } else await linger(async () => void (await mortally(cycle, kind, wanted)), dies)
  }
}

/**
 * Proves that billed credit equals the outstanding invoices to the micro, and that each invoice equals its lines and
 * payments.
 */
async function prove(owner: CreditAccount, plain: Plain): Promise<void> {
  // Killed processes leave statements that run beside the others' steps.
  await Promise.all(processes.map(({ gone }) => gone()))
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
  'concurrent processes with kills lose no micro of an account’s invoices, bill none twice and skip no number',
  async () => {
    await fc.assert(
      fc.asyncProperty(days, async (scenario) => {
        const owner = await newCreditAccount(world)
        const plain: Plain = { sum: 0n, adjusted: new Map() }
        const take = takenBy(owner, plain)
        for (const [nr, steps] of scenario.entries()) {
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
  patient(RUNS * 3_000),
)
