import type { Transaction } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Purpose } from '../db/schema/payments.ts'
import type { ChargeFailure } from './charges/failure.ts'
import type { ChargeOutcome, ChargeRow } from './charges/store.ts'
import type { OrderRow } from './orders/store.ts'
import type { RefundRow } from './refunds/store.ts'
import type { DrawnCashback } from './settlement/cashback.ts'

export interface Payment {
  readonly at: Date
  /**
   * The outcome that the order's card charge had before the payment; null while in flight, and for an order without
   * one.
   */
  readonly endedAs: ChargeOutcome | null
}

export interface BookedPayment {
  /** The ledger's entry of the money. */
  readonly entry: string
  /** Cashback to post when it is due. */
  readonly cashback?: DrawnCashback | null
}

/**
 * The effects of a payment that depend on its purpose. Each runs once, in the transaction that settles the order, with
 * the account's balance and the order locked.
 */
export interface PurposeEffects {
  /** Books the money of an order and notifies the owner. */
  readonly paid: (tx: Transaction<Schema>, order: OrderRow, payment: Payment) => Promise<BookedPayment>
  /** Follows up a card charge that failed. */
  readonly failed: (tx: Transaction<Schema>, charge: ChargeRow, failure: ChargeFailure, at: Date) => Promise<void>
  /** Follows up a refund that is done or has failed. */
  readonly refunded: (tx: Transaction<Schema>, order: OrderRow, refund: RefundRow, at: Date) => Promise<void>
}

export type Purposes = Readonly<Record<Purpose, PurposeEffects>>
