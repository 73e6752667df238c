import type { AccountId } from '@hongyan/contract/ids'
import type { Locale } from '@hongyan/contract/vocabulary/account'

export interface BillingProfileTable {
  account_id: AccountId
  legal_name: string
  address: string
  country: string
  tax_id: string
  emails: string[]
  po: string
  language: Locale
  saved_at: Date
}

export interface BillingTables {
  billing_profile: BillingProfileTable
}
