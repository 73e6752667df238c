import type { AccountId, ErasureId } from '@hongyan/contract/ids'
import type { Generated } from 'kysely'

export interface ErasureTable {
  account_id: AccountId
  id: ErasureId
  recipient: string
  to_last4: string
  to_hash: Buffer
  requested_at: Date
  erased: Generated<number>
  waiting: number
  next_at: Date
  finished_at: Date | null
  files: number | null
  listed: number | null
}

export interface PeopleTables {
  erasure: ErasureTable
}
