import type { AccountId, InvoiceId, TicketId, TopUpId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { Currency, Partition } from '@hongyan/contract/vocabulary/account'
import type { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { InvoiceChannel, InvoiceLineKind, InvoiceStatus, Product } from '@hongyan/contract/vocabulary/payment'
import type { Generated } from 'kysely'
import type { BillingProfileTable } from './billing.ts'
import type { Json } from './json.ts'

/** The billing profile as it was when the invoice was issued. */
export type BilledTo = Pick<BillingProfileTable, 'legal_name' | 'address' | 'country' | 'tax_id' | 'language'>

/** The seller as it was when the invoice was issued. */
export interface IssuedBy {
  readonly name: string
  readonly address: readonly string[]
  readonly tax_id?: string | undefined
}

export interface InvoiceTable {
  /** The seller at the time of issue; null for a draft, and without a seller's settings. */
  issued_by: Json<IssuedBy>
  /** The billing profile at the time of issue; null for a draft. */
  billed_to: Json<BilledTo>
  account_id: AccountId
  id: InvoiceId
  partition: Partition
  currency: Currency
  /** Null for a draft. */
  number: string | null
  status: Generated<InvoiceStatus>
  /** The first and the last day of the period, in the account's time zone. */
  from_day: string
  to_day: string
  /** The same period as moments; the end is exclusive. */
  begins_at: Date
  ends_at: Date
  /** When the period was closed, which made the draft. */
  closed_at: Date
  /** When the draft is due to be issued. */
  issue_at: Date
  issued_at: Date | null
  due_on: string | null
  /** When the invoice was paid or voided. */
  ended_at: Date | null
  total_micros: Micros
  paid_micros: Generated<Micros>
  /** The tax that the total contains, at the time of issue; null for a draft, and without a rate. */
  tax_name: string | null
  /** Its rate, in millionths of the net amount. */
  tax_ppm: number | null
  tax_micros: Micros | null
  /** The customer's purchase order number. */
  po: string | null
  /** The ledger entry that billed the invoice. */
  entry: string | null
  /** The ledger entry that unbilled it when it was voided. */
  void_entry: string | null
  /** The number of the credit note of a void invoice. */
  credit_note: string | null
  /** The last reminder that was sent, in days from the due day. */
  reminded: number | null
}

export interface InvoiceLineTable {
  account_id: AccountId
  id: string
  invoice_id: InvoiceId
  kind: InvoiceLineKind
  amount_micros: Micros
  /** The columns of usage: product, scene, country, price, messages and parts; null for other kinds. */
  product: Product | null
  scene: MessageScene | null
  country: string | null
  unit_price_micros: Micros | null
  messages: bigint | null
  parts: bigint | null
  /** The text that staff entered for an adjustment. */
  text: string | null
  /** The ledger entry that booked an adjustment. */
  entry: string | null
  disputed_at: Date | null
  dispute_reason: string | null
  /** The ticket that the dispute opened, until it is deleted. */
  ticket_id: TicketId | null
}

export interface InvoicePaymentTable {
  account_id: AccountId
  id: string
  invoice_id: InvoiceId
  channel: InvoiceChannel
  amount_micros: Micros
  /** The order that was paid; null for a payment from the balance or by bank transfer. */
  top_up_id: TopUpId | null
  at: Date
}

interface InvoiceCounterTable {
  partition: Partition
  /** The last number that an invoice of the partition got. */
  last: bigint
  /** The last number that a credit note of the partition got. */
  last_credit_note: bigint
}

interface InvoiceClosingTable {
  account_id: AccountId
  /** The last day of the last closed period, and the moment of its end. */
  through: string
  ended_at: Date
  /** Repayments after that end that the period's invoice already deducts. */
  repaid_micros: Micros
}

export interface InvoicesTables {
  invoice: InvoiceTable
  invoice_line: InvoiceLineTable
  invoice_payment: InvoicePaymentTable
  invoice_counter: InvoiceCounterTable
  invoice_closing: InvoiceClosingTable
}
