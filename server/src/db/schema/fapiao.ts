import type { AccountId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { FapiaoKind } from '@hongyan/contract/vocabulary/payment'

export interface FapiaoTable {
  account_id: AccountId
  /** The id of the charge or invoice. */
  subject_id: string
  subject: 'charge' | 'invoice'
  kind: FapiaoKind
  title: string
  tax_no: string
  bank: string | null
  bank_account: string | null
  email: string
  requested_at: Date
  /** The number of the issued tax invoice; null for a request. */
  number: string | null
  /** The amount that it was issued for. */
  issued_micros: Micros | null
  issued_at: Date | null
}

export interface FapiaoTables {
  fapiao: FapiaoTable
}
