import type { Message } from '@hongyan/contract/endpoints/messaging/messages'
import type { AccountId, MessageId } from '@hongyan/contract/ids'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Gateway } from '../../../gateway/gateway.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { find } from './find.ts'
import { type Presentation, presentMessage } from './present.ts'

export interface CancelDeps {
  readonly db: Kysely<Schema>
  readonly cancel: Gateway['cancel']
}

/** Cancels a message that waits. One that its owner cancelled before stays as it is. */
export async function cancelMessage(
  deps: CancelDeps,
  account: AccountId,
  id: MessageId,
  as: Presentation,
): Promise<Message> {
  await find(deps.db, account, id)
  await deps.cancel({ account, id })
  const row = await find(deps.db, account, id)
  const current = presentMessage(row, as)
  if (row.error_code !== 'cancelled') throw new Refusal('state_conflict', { details: { current } })
  return current
}
