import type { AccountId, TopUpId } from '@hongyan/contract/ids'
import { parseMicros, ZERO } from '@hongyan/contract/money'
import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { Kysely } from 'kysely'
import type { Schema } from '../src/db/schema.ts'
import { purposesOf } from '../src/compose/payments.ts'
import type { PaymentDeps } from '../src/payments/deps.ts'
import { type SettlementResult, settleUpdate } from '../src/payments/settlement/settle.ts'
import type { OrderRow } from '../src/payments/orders/store.ts'
import type { Clock } from '../src/kit/clock.ts'
import { uuidv7 } from '../src/kit/ids.ts'
import { newLogger } from '../src/kit/logger.ts'
import type { PaymentUpdate } from '../src/providers/payments/provider.ts'

const HOUR = 3_600_000

/** Orders, and what is said of them, without any channel that says it. */
export interface Cashier {
  readonly order: (account: AccountId, channel: TopUpChannel, amount: string) => Promise<OrderRow>
  /** What a channel says of an order, carried out. Every word is a new one, unless `id` says which one it repeats. */
  readonly tell: (order: OrderRow, update: PaymentUpdate, id?: string) => Promise<SettlementResult>
  /** An order that its channel says is paid. */
  readonly paid: (account: AccountId, channel: TopUpChannel, amount: string) => Promise<OrderRow>
}

export interface CashierParts {
  readonly db: Kysely<Schema>
  readonly clock: Clock
}

export function newCashier({ db, clock }: CashierParts): Cashier {
  const deps: PaymentDeps = {
    db,
    clock,
    log: newLogger('silent'),
    channels: new Map(),
    cards: { us: null, cn: null },
    purposes: purposesOf({ cashbackUntil: new Date('2099-01-01T00:00:00Z') }),
  }
  const cashier: Cashier = {
    order: (account, channel, amount) =>
      db
        .insertInto('top_up')
        .values({
          account_id: account,
          id: uuidv7(clock.now()) as TopUpId, // made to be one
          channel,
          currency: channel === 'stripe' ? 'USD' : 'CNY',
          amount_micros: parseMicros(amount) ?? ZERO,
          test: true,
          created_at: clock.now(),
          expires_at: new Date(clock.now().getTime() + HOUR),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    tell: (order, update, id = uuidv7(clock.now())) => settleUpdate(deps, order, { id, update }),
    async paid(account, channel, amount) {
      const order = await cashier.order(account, channel, amount)
      await cashier.tell(order, paidUpdate(order))
      return db.selectFrom('top_up').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow()
    },
  }
  return cashier
}

/** Paid as it was asked for. */
export const paidUpdate = ({ id, amount_micros: amount, currency }: OrderRow) =>
  ({ kind: 'paid', amount, currency, paymentId: `payment of ${id}` }) as const
