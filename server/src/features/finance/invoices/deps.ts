import type { Fapiao, FapiaoRequest } from '@hongyan/contract/endpoints/finance/invoices'
import type { tickets } from '@hongyan/contract/endpoints/support/tickets'
import type { AccountId, InvoiceId, TicketId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { Schema } from '../../../db/schema.ts'
import type { DrawInTurn } from '../../../kit/pdf/draw-in-worker.ts'
import type { Sellers } from '../../../config/sellers.ts'
import type { PaymentDeps } from '../../../payments/deps.ts'
import type { CallKey } from '../../../limits/answers.ts'
import type { Customer } from './customer.ts'

export type NewFapiao = z.output<typeof FapiaoRequest>

/** A ticket that the owner opens by another call than that of tickets. */
export type NewTicket = Pick<z.input<typeof tickets.create.body>, 'category' | 'subject' | 'body' | 'about'>

/** A call to pay an invoice. */
export interface PaymentRequest {
  readonly customer: Customer
  readonly invoice: InvoiceId
  readonly amount: Micros
  readonly locale: Locale
  readonly key: CallKey
}

export interface InvoicesDeps extends PaymentDeps {
  /** The name of a country in a language. */
  readonly countryName: (iso2: string, locale: Locale) => string
  /** Opens a ticket in the transaction of the event that it is about. Throws `too_many_tickets`. */
  readonly openTicket: (tx: Transaction<Schema>, account: AccountId, ticket: NewTicket) => Promise<TicketId>
  readonly renderPdf: DrawInTurn
  readonly sellers: Sellers
  /** True in sandbox mode, which PDFs state. */
  readonly sandbox: boolean
  readonly fapiao: {
    /** Reads the tax invoice of an invoice, or the request for one; null without either. */
    readonly read: (account: AccountId, invoice: InvoiceId) => Promise<Fapiao | null>
    readonly request: (account: AccountId, invoice: InvoiceId, fapiao: NewFapiao) => Promise<Fapiao>
  }
}
