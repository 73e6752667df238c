import type { AccountId, InvoiceId, PaymentMethodId, RefundId, TopUpId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import type { TopUpAction, TopUpChannel, TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import type { Generated, GeneratedAlways } from 'kysely'

export interface TopUpTable {
  account_id: AccountId
  id: TopUpId
  channel: TopUpChannel
  currency: Currency
  amount_micros: Micros
  status: Generated<TopUpStatus>
  action: TopUpAction | null
  payload: string | null
  remote_id: string | null
  payment_id: string | null
  test: boolean
  created_at: Date
  expires_at: Date
  ask_at: Date | null
  asked_at: Date | null
  asked_times: Generated<number>
  paid_at: Date | null
  entry: string | null
  cashback_micros: Micros | null
  cashback_due_at: Date | null
  cashback_entry: string | null
  auto: Generated<boolean>
  by_card: Generated<boolean>
  /** The invoice that the money is for; null: for the funds. */
  invoice_id: InvoiceId | null
  /** Follows from `auto` and `invoice_id`. */
  purpose: GeneratedAlways<Purpose>
}

export interface PaymentEventTable {
  account_id: AccountId
  top_up_id: TopUpId
  event_id: string
  kind: string
  amount_micros: Micros | null
  currency: string | null
  outcome: string
  at: Date
}

export interface DisputeTable {
  account_id: AccountId
  channel: TopUpChannel
  remote_id: string
  top_up_id: TopUpId
  amount_micros: Micros
  status: 'open' | 'won' | 'lost'
  opened_at: Date
  closed_at: Date | null
  entry: string | null
  won_entry: string | null
}

export interface RefundTable {
  account_id: AccountId
  id: RefundId
  top_up_id: TopUpId
  amount_micros: Micros
  fee_micros: Micros
  withheld_micros: Micros
  paid_out_micros: Micros
  clawback_micros: Micros
  reason: string
  status: 'pending' | 'done' | 'failed'
  begun_at: Date
  ended_at: Date | null
  remote_id: string | null
  code: string | null
  ask_at: Date | null
  entry: string
  clawback_entry: string | null
  failed_entry: string | null
  clawback_failed_entry: string | null
}

/** What the money of an order is for. */
export type Purpose = 'top_up' | 'auto_recharge' | 'invoice'

/** A charge of a kept card. Its id is its order's, and the key by which the provider recognises it. */
export interface CardChargeTable {
  account_id: AccountId
  id: TopUpId
  /** Null: a recharge. */
  invoice_id: InvoiceId | null
  pm_id: PaymentMethodId
  customer: string
  card: string
  begun_at: Date
  payment_id: string | null
  ask_at: Date
  asked_times: Generated<number>
  ended_at: Date | null
  outcome: 'succeeded' | 'declined' | 'authentication_required' | 'refused' | 'unknown' | null
  code: string | null
  advice: string | null
}

export interface PaymentsTables {
  top_up: TopUpTable
  payment_event: PaymentEventTable
  dispute: DisputeTable
  refund: RefundTable
  card_charge: CardChargeTable
}
