import type { AccountId, MessageId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import { statement, type Tx } from '../db/tx.ts'
import type { CallKey } from '../limits/answers.ts'

/** The message of a request to one recipient. */
export interface RequestMessage {
  readonly id: MessageId
  readonly price: Micros
  /** The text as it is kept, with masked codes; null once it is deleted. */
  readonly text: string | null
  /** The opening of the sending hours that it waits for; null where it waits for none. */
  readonly waitsUntil: Date | null
}

const FIND = statement(
  'message.of_request',
  `select m.id, m.price_micros as price, b.text, d.opens_at as "waitsUntil" from message m
     left join message_body b on b.account_id = m.account_id and b.id = m.id
     left join deferred d on d.account_id = m.account_id and d.id = m.id
    where m.account_id = $1 and m.id >= $2::uuid and m.request_id = $2::text order by m.id limit 1`,
)

/**
 * The message that an earlier call with the same Idempotency-Key sent before its process ended; null where there is none.
 * A call names its request by the key before it sends.
 */
export async function sentEarlier(
  tx: Tx,
  account: AccountId,
  { earlier }: Pick<CallKey, 'earlier'>,
): Promise<RequestMessage | null> {
  if (earlier === null) return null
  const [message] = await tx.run<RequestMessage>(FIND, [account, earlier])
  return message ?? null
}
