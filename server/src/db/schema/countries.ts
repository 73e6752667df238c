import type { AccountId } from '@hongyan/contract/ids'

export interface SendingCountryTable {
  account_id: AccountId
  /** ISO 3166 alpha-2. */
  country: string
  enabled_at: Date
}

export interface CountriesTables {
  sending_country: SendingCountryTable
}
