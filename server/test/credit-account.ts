import type { AccountId } from '@hongyan/contract/ids'
import { micros } from '@hongyan/contract/money'
import { invoiceCycle } from '../src/compose/payments.ts'
import { inTransaction } from '../src/db/tx.ts'
import { type InvoicePayment, settleInvoicePayment } from '../src/features/finance/invoices/payments.ts'
import { keepInvoicesUp } from '../src/features/finance/invoices/rounds.ts'
import { type InvoiceRow, readLines } from '../src/features/finance/invoices/store.ts'
import { voidInvoice } from '../src/features/finance/invoices/void.ts'
import { newLogger } from '../src/kit/logger.ts'
import { ledger } from '../src/ledger/ledger.ts'
import { type Moves, movesOf, type Text } from './moves.ts'
import type { World } from './world.ts'

export const UNIT = 1_000_000n

/** An account with credit, and its invoices. */
export interface CreditAccount {
  readonly id: AccountId
  readonly moves: Moves
  /** Accepts and posts messages at one time. */
  readonly use: (texts: readonly Text[], at: Date) => Promise<void>
  readonly invoices: () => Promise<readonly InvoiceRow[]>
  /** The newest invoice. Throws when there is none. */
  readonly invoice: () => Promise<InvoiceRow>
  /** The newest invoice's lines. */
  readonly lines: () => Promise<readonly (readonly [string, bigint])[]>
  readonly books: () => Promise<Readonly<Record<'funds' | 'credit' | 'billed', bigint>>>
  readonly spendable: () => Promise<unknown>
  /** Pays the newest invoice, by bank transfer unless `how` has another channel. */
  readonly pay: (amount: bigint, at: Date, how?: Partial<InvoicePayment>) => ReturnType<typeof settleInvoicePayment>
  /** Voids the newest invoice. */
  readonly takeBack: () => ReturnType<typeof voidInvoice>
  /** The details of the owner's notices of that kind. */
  readonly noticesOf: (kind: string) => Promise<readonly Record<string, string>[]>
}

export const cycleOf = (world: World) => invoiceCycle(world)

/** Sets the clock and runs the invoice loop once. */
export async function invoiceRound(world: World, moment: Date): Promise<void> {
  world.clock.set(moment)
  await keepInvoicesUp({ ...cycleOf(world), log: newLogger('silent') })
}

export const text = (amount: bigint, more: Partial<Text> = {}): Text => ({
  country: 'US',
  scene: 2,
  parts: 1,
  unit: amount,
  ...more,
})

export async function newCreditAccount(world: World, zone = 'UTC', limit = 1_000n * UNIT): Promise<CreditAccount> {
  const partition = zone === 'UTC' ? 'us' : 'cn'
  const { id } = await world.account({
    balance: '0',
    partition,
    time_zone: zone,
    credit_enabled: true,
    credit_micros: micros(limit),
  })
  const moves = movesOf(world.pool, id)
  const invoices = () =>
    world.db.selectFrom('invoice').selectAll().where('account_id', '=', id).orderBy('from_day').execute()
  const invoice = async (): Promise<InvoiceRow> => {
    const newest = (await invoices()).at(-1)
    if (newest === undefined) throw new Error('there is no invoice')
    return newest
  }
  return {
    id,
    moves,
    invoices,
    invoice,
    async use(texts, at) {
      await moves.settle(await moves.accept(texts, at), 'post', at)
    },
    async lines() {
      const lines = await readLines(world.db, await invoice())
      return lines.map(({ kind, amount_micros: amount }) => [kind, amount] as const)
    },
    async books() {
      const { rows } = await world.pool.query<Record<'funds' | 'credit' | 'billed', bigint>>(
        `select paid_micros + gift_micros + cashback_micros as funds, credit_micros as credit, billed_micros as billed
           from balance where account_id = $1`,
        [id],
      )
      return rows[0] ?? { funds: 0n, credit: 0n, billed: 0n }
    },
    spendable: () => inTransaction(world.pool, async (tx) => (await ledger.lock(tx, [id])).get(id)),
    async pay(amount, at, how = {}) {
      const { id: newest } = await invoice()
      const payment = { account: id, invoice: newest, amount: micros(amount), channel: 'cash' as const, at, ...how }
      return world.db.transaction().execute((tx) => settleInvoicePayment(tx, payment))
    },
    takeBack: async () => voidInvoice(cycleOf(world), await invoice()),
    async noticesOf(kind) {
      const { rows } = await world.pool.query<{ details: Record<string, string> }>(
        'select details from notice where account_id = $1 and kind = $2 order by at, id',
        [id, kind],
      )
      return rows.map(({ details }) => details)
    },
  }
}
