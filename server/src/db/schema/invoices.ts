import type { AccountId, InvoiceId, TopUpId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { Currency, Partition } from '@hongyan/contract/vocabulary/account'
import type { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { InvoiceChannel, InvoiceLineKind, InvoiceStatus, Product } from '@hongyan/contract/vocabulary/payment'
import type { Generated } from 'kysely'
import type { BillingProfileTable } from './billing.ts'
import type { Json } from './json.ts'

/** The billing profile as it was when the invoice was issued. */
export type BilledTo = Pick<BillingProfileTable, 'legal_name' | 'address' | 'country' | 'tax_id' | 'language'>

export interface InvoiceTable {
  billed_to: Json<BilledTo>
  account_id: AccountId
  id: InvoiceId
  partition: Partition
  currency: Currency
  number: string | null
  status: Generated<InvoiceStatus>
  from_day: string
  to_day: string
  begins_at: Date
  ends_at: Date
  closed_at: Date
  issue_at: Date
  issued_at: Date | null
  due_on: string | null
  ended_at: Date | null
  total_micros: Micros
  paid_micros: Generated<Micros>
  po: string | null
  entry: string | null
  void_entry: string | null
  reminded: number | null
}

export interface InvoiceLineTable {
  account_id: AccountId
  id: string
  invoice_id: InvoiceId
  kind: InvoiceLineKind
  amount_micros: Micros
  product: Product | null
  scene: MessageScene | null
  country: string | null
  unit_price_micros: Micros | null
  messages: bigint | null
  parts: bigint | null
  text: string | null
  entry: string | null
  disputed_at: Date | null
  dispute_reason: string | null
}

export interface InvoicePaymentTable {
  account_id: AccountId
  id: string
  invoice_id: InvoiceId
  channel: InvoiceChannel
  amount_micros: Micros
  top_up_id: TopUpId | null
  at: Date
}

interface InvoiceCounterTable {
  partition: Partition
  last: bigint
}

interface InvoiceClosingTable {
  account_id: AccountId
  through: string
  ended_at: Date
  repaid_micros: Micros
}

interface InvoicePayKeyTable {
  account_id: AccountId
  invoice_id: InvoiceId
  key: string
  top_up_id: TopUpId | null
}

export interface InvoicesTables {
  invoice: InvoiceTable
  invoice_line: InvoiceLineTable
  invoice_payment: InvoicePaymentTable
  invoice_counter: InvoiceCounterTable
  invoice_closing: InvoiceClosingTable
  invoice_pay_key: InvoicePayKeyTable
}
