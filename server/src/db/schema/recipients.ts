import type { AccountId, ListedRecipientId, MessageId } from '@hongyan/contract/ids'
import type { ListReason, ListSource } from '@hongyan/contract/vocabulary/recipient-list'

export interface ListedRecipientTable {
  account_id: AccountId
  id: ListedRecipientId
  /** E.164; null where the number is not kept. */
  recipient: string | null
  to_hash: Buffer
  to_last4: string
  /** ISO 3166 alpha-2. */
  country: string | null
  reason: ListReason
  /** A set of bits (`pipeline/listed.ts`). */
  scenes: number
  source: ListSource
  note: string
  message_id: MessageId | null
  created_at: Date
  updated_at: Date
}

export interface RecipientsTables {
  listed_recipient: ListedRecipientTable
}
