import { randomInt } from 'node:crypto'
import { SECOND } from '@hongyan/contract/durations'
import type { AccountId, TopUpId } from '@hongyan/contract/ids'
import { cashback as limits } from '@hongyan/contract/limits/finance'
import { type Micros, micros, parseMicros, ZERO } from '@hongyan/contract/money'
import { Currency, Partition } from '@hongyan/contract/vocabulary/account'
import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { txOf } from '../../db/tx.ts'
import type { Clock } from '../../kit/clock.ts'
import { uuidv7 } from '../../kit/ids.ts'
import type { Logger } from '../../kit/logger.ts'
import type { Loop } from '../../jobs/loop.ts'
import { ledger } from '../../ledger/ledger.ts'
import { type OrderRow, updateOrder } from '../orders/store.ts'

/** A payment, and the end of the campaign. */
export interface Rewardable {
  readonly partition: Partition
  readonly currency: Currency
  readonly channel: TopUpChannel
  readonly amount: Micros
  readonly at: Date
  readonly until: Date
}

export interface DrawnCashback {
  /** Whole cents. */
  readonly amount: Micros
  readonly dueAt: Date
}

const CENT = 10_000n
const ROUND_EVERY = SECOND
const AT_ONCE = 100

const microsOf = (decimal: string): Micros => parseMicros(decimal) ?? ZERO
const centsOf = (decimal: string): number => Number(microsOf(decimal) / CENT)

/**
 * Draws the cashback of a payment, evenly between the ends of its tier, both included; null where there is none
 * (specification section 2; ruling 5: Alipay, mainland accounts in CNY, while the campaign runs). It is due a while after
 * the payment, because the top-up page expects the balance to rise by exactly what was paid (semantics D5).
 */
export function drawCashback(
  { partition, currency, channel, amount, at, until }: Rewardable,
  draw: Draw = between,
): DrawnCashback | null {
  if (channel !== 'alipay' || partition !== Partition.Cn || currency !== Currency.Cny || at >= until) return null
  const tier = limits.tiers.findLast(({ from }) => amount >= microsOf(from))
  if (tier === undefined) return null
  const cents = draw(centsOf(tier.min), centsOf(tier.max))
  const after = draw(limits.postedAfter.min, limits.postedAfter.max)
  return { amount: micros(BigInt(cents) * CENT), dueAt: new Date(at.getTime() + after) }
}

/** Draws a whole number, both ends included. */
export type Draw = (least: number, most: number) => number

const between: Draw = (least, most) => randomInt(least, most + 1)

export interface CashbackDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  readonly log: Logger
}

/** Posts cashback that is due, of one account or of all. Several processes post it once. */
export async function postDueCashback({ db, clock, log }: CashbackDeps, only?: AccountId): Promise<void> {
  const due = db
    .selectFrom('top_up')
    .select(['account_id', 'id'])
    .where('cashback_due_at', '<=', clock.now())
    .where('cashback_entry', 'is', null)
    .orderBy('cashback_due_at')
    .limit(AT_ONCE)
  const orders = await (only === undefined ? due : due.where('account_id', '=', only)).execute()
  for (const { account_id: account, id } of orders)
    await postCashback(db, account, id, clock.now()).catch((error: unknown) =>
      log.warn({ err: error, topUp: id }, 'cashback was not posted and will be tried again'),
    )
}

/** Does nothing where another process has posted it. */
async function postCashback(db: Kysely<Schema>, account: AccountId, id: TopUpId, at: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await ledger.lock(txOf(tx), [account])
    const order = await tx
      .selectFrom('top_up')
      .select(['cashback_micros', 'entry'])
      .where('account_id', '=', account)
      .where('id', '=', id)
      .where('cashback_entry', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (order) await postCashbackNow(tx, { ...order, account_id: account, id }, at)
  })
}

/** Posts the drawn cashback of an order. The caller has locked the account's balance and the order. */
export async function postCashbackNow(
  tx: Transaction<Schema>,
  order: Pick<OrderRow, 'account_id' | 'id' | 'cashback_micros' | 'entry'>,
  at: Date,
): Promise<void> {
  const { account_id: account, cashback_micros: amount, entry: charge } = order
  if (amount === null || charge === null) return
  const entry = { id: uuidv7(at), account, amount, count: 1, charge }
  await ledger.cashback(txOf(tx), [entry], at)
  await updateOrder(tx, order, { cashback_entry: entry.id })
}

export const cashbackLoop = (deps: CashbackDeps): Loop => ({
  name: 'cashback',
  every: ROUND_EVERY,
  isDue: 'exists (select from top_up where cashback_due_at <= $1 and cashback_entry is null)',
  run: () => postDueCashback(deps),
})
