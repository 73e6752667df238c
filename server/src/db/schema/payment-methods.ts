import type { AccountId, PaymentMethodId } from '@hongyan/contract/ids'
import type { PaymentMethodStatus, TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { Generated } from 'kysely'

interface PaymentCustomerTable {
  account_id: AccountId
  channel: TopUpChannel
  test: boolean
  remote_id: string
  created_at: Date
}

export interface PaymentMethodTable {
  account_id: AccountId
  id: PaymentMethodId
  channel: TopUpChannel
  test: boolean
  customer: string
  remote_id: string
  last4: string
  exp_month: number
  exp_year: number
  brand: string
  fingerprint: Buffer | null
  status: PaymentMethodStatus
  setup_id: string | null
  /** When the provider was polled last about a pending card. */
  polled_at: Date | null
  is_default: Generated<boolean>
  created_at: Date
  removed_at: Date | null
  /** The last reminder of the card's expiry, in days before it. */
  expiry_told: 30 | 7 | 0 | null
  consent_at: Date | null
  consent_address: string | null
  consent_text: string | null
}

export interface CardToForgetTable {
  account_id: AccountId
  channel: TopUpChannel
  test: boolean
  remote_id: string
  /** When the deletion at the provider is tried next. */
  due_at: Date
}

export interface PaymentMethodsTables {
  payment_customer: PaymentCustomerTable
  payment_method: PaymentMethodTable
  card_to_forget: CardToForgetTable
}
