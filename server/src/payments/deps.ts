import type { Partition } from '@hongyan/contract/vocabulary/account'
import type { AccountId, InvoiceId, TopUpId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import type { PriceBook } from '../pipeline/price-book.ts'
import type { OfferedChannels } from './channels.ts'

/** Money that came for an invoice. */
export interface InvoiceMoney {
  readonly account: AccountId
  readonly invoice: InvoiceId
  readonly topUp: TopUpId
  readonly amount: Micros
  readonly channel: TopUpChannel
  readonly at: Date
}

export interface TopUpDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  readonly log: Logger
  readonly channels: OfferedChannels
  /** When the cashback campaign ends. */
  readonly cashbackUntil: Date
  /**
   * Books money that came for an invoice and pays the invoice with it, in the transaction of the credit and under its
   * locks; answers the ledger's entry that brought it in, and what the invoice took of it.
   */
  readonly forInvoice: (
    tx: Transaction<Schema>,
    money: InvoiceMoney,
  ) => Promise<{ readonly entry: string; readonly applied: Micros }>
}

/** What the provider's own fields for a new card are mounted with. */
export interface CardFields {
  readonly publishable_key: string
}

export interface ChoiceDeps extends TopUpDeps {
  /** The prices that hold now. */
  readonly prices: () => PriceBook
  /** Of each partition whose cards are typed into the provider's fields. */
  readonly cardFields: Readonly<Record<Partition, CardFields | null>>
}
