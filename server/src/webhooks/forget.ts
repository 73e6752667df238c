import type { AccountId } from '@hongyan/contract/ids'
import { WebhookDeliveryState } from '@hongyan/contract/vocabulary/webhook'
import { statement, type Tx } from '../db/tx.ts'

const FORGET = statement(
  'webhook_delivery.forget_messages',
  `update webhook_delivery set body = null, next_at = null,
     state = case when next_at is null then state else ${WebhookDeliveryState.Failed} end
    where account_id = $1 and messages && $2::uuid[] returning id`,
)
const FORGET_TRIES = statement(
  'webhook_try.forget_messages',
  `update webhook_try set request_body = null, response_body = null where account_id = $1 and delivery_id = any($2::uuid[])`,
)

/** Removes the bodies that have a number or other data of these messages, when a person is erased. */
export async function forgetMessages(tx: Tx, account: AccountId, messages: readonly string[]): Promise<void> {
  const rows = await tx.run<{ readonly id: string }>(FORGET, [account, messages])
  if (rows.length > 0) await tx.run(FORGET_TRIES, [account, rows.map(({ id }) => id)])
}
