import type { ListedRecipient } from '@hongyan/contract/endpoints/messaging/recipients'
import { scenesOf } from '../../../pipeline/listed.ts'
import type { ListedRow } from './store.ts'

export const present = ({ to_last4: ending, message_id: message, scenes, ...row }: ListedRow): ListedRecipient => ({
  id: row.id,
  recipient: row.recipient,
  ending,
  country: row.country,
  reason: row.reason,
  scenes: scenesOf(scenes),
  source: row.source,
  note: row.note,
  message,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
