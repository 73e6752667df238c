import { micros } from '@hongyan/contract/money'
import { InvoiceStatus } from '@hongyan/contract/vocabulary/payment'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cycleOf, type Debtor, newDebtor, text } from '../../../test/debtor.ts'
import { newWorld, type World } from '../../../test/world.ts'
import { alone } from '../../db/tx.ts'
import { verifyLedger, wholeDetail } from '../../ledger/verify.ts'
import { adjustInvoice } from './adjustments.ts'
import { closeAccount } from './close.ts'
import { issueInvoice } from './issue.ts'
import { isPayable } from './states.ts'
import { outstandingOf, readLines, readPayments } from './store.ts'

const RUNS = process.env['SCALE'] === 'full' ? 1_000 : 20
/** So many callers move the money of one account at the same time. */
const CALLERS = 4
const DAY = 24 * 3_600_000
const START = Date.UTC(2026, 9, 1, 0, 10)
/** Days on which something happens: months end between some of them, and drafts are issued late. */
const DAYS = [0, 14, 31, 32, 61, 62, 92]

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const amount = fc.bigInt({ min: 1n, max: 300n })
const step = fc.record({
  kind: fc.constantFrom(
    'use',
    'use',
    'use',
    'credit',
    'gift',
    'bank',
    'balance',
    'issue',
    'void',
    'more',
    'less',
    'close',
  ),
  amount,
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
/** Two look after the month while everything else goes on. */
const rounds: readonly Step[] = [
  { kind: 'close', amount: 1n },
  { kind: 'close', amount: 1n },
  { kind: 'issue', amount: 1n },
  { kind: 'issue', amount: 1n },
]
const days = fc
  .tuple(...DAYS.map(() => fc.array(step, { minLength: 1, maxLength: 5 }).map((steps) => [...steps, ...rounds])))
  .chain((all) => fc.tuple(...all.map((steps) => fc.shuffledSubarray(steps, { minLength: steps.length }))))

/** What an account has by plain addition, whatever of it is drawn or billed: none of its own moves changes that. */
interface Plain {
  sum: bigint
  readonly adjusted: Map<string, bigint>
}

function takenBy(owner: Debtor, plain: Plain) {
  const cycle = cycleOf(world)
  const newest = async () => (await owner.invoices()).at(-1)
  return async ({ kind, amount: wanted }: Step): Promise<void> => {
    const at = world.clock.now()
    if (kind === 'close') return void (await closeAccount(cycle, owner.id))
    if (kind === 'use') {
      await owner.use([text(wanted)], at)
      plain.sum -= wanted
    } else if (kind === 'credit' || kind === 'gift') {
      await owner.moves[kind](wanted, at)
      plain.sum += wanted
    } else {
      const invoice = await newest()
      if (invoice === undefined) return
      if (kind === 'issue') await issueInvoice(cycle, invoice)
      else if (kind === 'void') await owner.takeBack()
      else if (kind === 'balance') await owner.pay(wanted, at, { invoice: invoice.id, channel: 'balance' })
      else if (kind === 'bank') {
        await owner.pay(wanted, at, { invoice: invoice.id })
        plain.sum += wanted
      } else {
        const change = micros(kind === 'more' ? wanted : -wanted)
        if ((await adjustInvoice(cycle, invoice, { amount: change, text: kind })) !== null)
          plain.adjusted.set(invoice.id, (plain.adjusted.get(invoice.id) ?? 0n) + change)
      }
    }
  }
}

/** What is billed is what invoices wait for, to the micro, and each is what its lines and its payments say. */
async function prove(owner: Debtor, plain: Plain): Promise<void> {
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
  'whatever several do to an account’s invoices at once, not a micro is lost or billed twice, and no number is left out',
  async () => {
    await fc.assert(
      fc.asyncProperty(days, async (story) => {
        const owner = await newDebtor(world)
        const plain: Plain = { sum: 0n, adjusted: new Map() }
        const take = takenBy(owner, plain)
        for (const [nr, steps] of story.entries()) {
          world.clock.set(new Date(START + (DAYS[nr] ?? 0) * DAY))
          const waiting = [...steps]
          const caller = async (): Promise<void> => {
            for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await take(next)
          }
          await Promise.all(Array.from({ length: CALLERS }, caller))
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
