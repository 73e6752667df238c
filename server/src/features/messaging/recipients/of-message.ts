import type { AccountId, MessageId } from '@hongyan/contract/ids'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { bodiesOf } from '../../../gateway/bodies.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { ListNumber } from './number.ts'

interface Row {
  readonly to_hash: Buffer
  readonly to_last4: string
  readonly country: string
}

/**
 * The number that a message was for. Past the retention of its body the hash is left, which is enough to keep messages
 * away. Throws `content_expired` where an erasure deleted the number.
 */
export async function readMessageNumber(
  db: Kysely<Schema>,
  account: AccountId,
  message: MessageId,
): Promise<ListNumber> {
  const { rows } = await sql<Row>`select to_hash, to_last4, country from message
    where account_id = ${account} and id = ${message}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Refusal('not_found')
  if (row.to_last4 === '') throw new Refusal('content_expired')
  const body = (await bodiesOf(db, account, [message])).get(message)
  return {
    recipient: body?.recipient ?? null,
    toHash: row.to_hash,
    ending: row.to_last4,
    country: row.country === '' ? null : row.country,
  }
}
