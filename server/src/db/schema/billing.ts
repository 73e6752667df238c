import type { AccountId } from '@hongyan/contract/ids'
import type { Locale } from '@hongyan/contract/vocabulary/account'

export interface BillingProfileTable {
  account_id: AccountId
  legal_name: string
  address: string
  /** ISO 3166 alpha-2; empty until it is set. */
  country: string
  tax_id: string
  emails: string[]
  /** The purchase order number of new invoices. */
  po: string
  language: Locale
  saved_at: Date
}

export interface BillingTables {
  billing_profile: BillingProfileTable
}
