import type { AccountId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { FapiaoKind } from '@hongyan/contract/vocabulary/payment'

export interface FapiaoTable {
  account_id: AccountId
  subject_id: string
  subject: 'charge' | 'invoice'
  kind: FapiaoKind
  title: string
  tax_no: string
  bank: string | null
  bank_account: string | null
  email: string
  requested_at: Date
  number: string | null
  issued_micros: Micros | null
  issued_at: Date | null
}

export interface FapiaoTables {
  fapiao: FapiaoTable
}
