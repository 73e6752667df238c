import type { Fapiao, FapiaoRequest } from '@hongyan/contract/endpoints/finance/invoices'
import type { AccountId, InvoiceId, TopUpId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { Currency, Locale, Partition } from '@hongyan/contract/vocabulary/account'
import type { TopUpAction, TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { Schema } from '../../../db/schema.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Logger } from '../../../kit/logger.ts'
import type { DrawInTurn } from '../../../kit/pdf/draw-in-worker.ts'
import type { OfferedCards } from '../../../providers/payments/cards.ts'
import type { Customer } from './customer.ts'

export type AskedFapiao = z.output<typeof FapiaoRequest>

/** What names an order of money, and where it has one the charge of a card behind it. */
export interface ChargeKey {
  readonly account_id: AccountId
  readonly id: TopUpId
}

/** An order that brings money for an invoice. */
export interface NewOrder {
  readonly channel: TopUpChannel
  readonly amount: Micros
  readonly currency: Currency
  readonly invoice: InvoiceId
}

/** A call to pay, as it came in. */
export interface AskedPayment {
  readonly customer: Customer
  readonly invoice: InvoiceId
  readonly amount: Micros
  readonly locale: Locale
  /** Its Idempotency-Key, where it has one. */
  readonly key: string | null
}

/** Money that came, as it was told. */
export interface PaidFact {
  /** The same word told twice has the same one. */
  readonly id: string
  readonly amount: Micros
  readonly currency: string
  readonly paymentId: string
}

/** How money comes in: by the way of all top-ups. */
export interface Paying {
  /** Whether the account's status lets it pay at all. */
  readonly isOpen: (customer: Customer) => boolean
  /** The channels that it could be asked to pay by now. */
  readonly channels: (customer: Customer) => readonly TopUpChannel[]
  /** Throws where the account may not pay by the channel, in the words of a top-up. */
  readonly admit: (customer: Customer, channel: TopUpChannel) => void
  /** Opens an order at its channel; the payer follows it. */
  readonly open: (
    account: AccountId,
    order: NewOrder & { readonly locale: Locale },
  ) => Promise<{ readonly id: TopUpId; readonly action: TopUpAction; readonly payload: string }>
  /** Counts an order that is to be reserved, before anything else is locked; throws where they are too many. */
  readonly count: (tx: Transaction<Schema>, account: AccountId) => Promise<void>
  /** Writes an order down that nobody is given a way to pay: a kept card will be charged for it. */
  readonly reserve: (
    tx: Transaction<Schema>,
    account: AccountId,
    order: NewOrder & { readonly test: boolean },
  ) => Promise<TopUpId>
  /** Brings the money of an order in, once however often it is told. */
  readonly credit: (order: ChargeKey, paid: PaidFact) => Promise<string>
}

/** What charges of kept cards need. */
export interface ChargeDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  readonly log: Logger
  readonly pay: Paying
  /** Who keeps the cards of each partition's accounts; null where nobody does (ruling 7). */
  readonly cards: Readonly<Record<Partition, OfferedCards | null>>
}

/** What the console's calls about invoices need. */
export interface InvoicesDeps extends ChargeDeps {
  /** A country as people call it in a language. */
  readonly countryName: (iso2: string, locale: Locale) => string
  readonly papers: DrawInTurn
  /** Whether nobody's money moves here: papers say so. */
  readonly sandbox: boolean
  readonly fapiao: {
    /** What was asked for or issued on the invoice; null where nothing was. */
    readonly read: (account: AccountId, invoice: InvoiceId) => Promise<Fapiao | null>
    readonly request: (account: AccountId, invoice: InvoiceId, asked: AskedFapiao) => Promise<Fapiao>
  }
}
