import { HOUR } from '@hongyan/contract/durations'
import type { AccountId, TopUpId } from '@hongyan/contract/ids'
import { parseMicros, ZERO } from '@hongyan/contract/money'
import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { Kysely } from 'kysely'
import type { Schema } from '../src/db/schema.ts'
import { accountEffects, purposesOf } from '../src/compose/payments.ts'
import type { PaymentDeps } from '../src/payments/deps.ts'
import { type SettlementResult, settleUpdate } from '../src/payments/settlement/settle.ts'
import type { OrderRow } from '../src/payments/orders/store.ts'
import type { Clock } from '../src/kit/clock.ts'
import { uuidv7 } from '../src/kit/ids.ts'
import { newLogger } from '../src/kit/logger.ts'
import type { PaymentUpdate } from '../src/providers/payments/provider.ts'

/** Creates orders and applies channel events to them, without a channel. */
export interface OrderEvents {
  readonly order: (account: AccountId, channel: TopUpChannel, amount: string) => Promise<OrderRow>
  /** Applies an event. Each call is a new event, unless `id` repeats an earlier one. */
  readonly settle: (order: OrderRow, update: PaymentUpdate, id?: string) => Promise<SettlementResult>
  /** Creates an order and pays it. */
  readonly paid: (account: AccountId, channel: TopUpChannel, amount: string) => Promise<OrderRow>
}

export interface OrderEventsParts {
  readonly db: Kysely<Schema>
  readonly clock: Clock
}

export function newOrderEvents({ db, clock }: OrderEventsParts): OrderEvents {
  const deps: PaymentDeps = {
    db,
    clock,
    log: newLogger('silent'),
    channels: new Map(),
    cards: { us: null, cn: null },
    accounts: accountEffects,
    purposes: purposesOf({ cashbackUntil: new Date('2099-01-01T00:00:00Z') }),
  }
  const orders: OrderEvents = {
    order: (account, channel, amount) =>
      db
        .insertInto('top_up')
        .values({
          account_id: account,
          id: uuidv7(clock.now()) as TopUpId, // a new UUIDv7
          channel,
          currency: channel === 'stripe' ? 'USD' : 'CNY',
          amount_micros: parseMicros(amount) ?? ZERO,
          test: true,
          created_at: clock.now(),
          expires_at: new Date(clock.now().getTime() + HOUR),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    settle: (order, update, id = uuidv7(clock.now())) => settleUpdate(deps, order, { id, update }),
    async paid(account, channel, amount) {
      const order = await orders.order(account, channel, amount)
      await orders.settle(order, paidUpdate(order))
      return db.selectFrom('top_up').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow()
    },
  }
  return orders
}

/** The update that pays an order exactly. */
export const paidUpdate = ({ id, amount_micros: amount, currency }: OrderRow) =>
  ({ kind: 'paid', amount, currency, paymentId: `payment of ${id}` }) as const
