import type { AccountId } from '@hongyan/contract/ids'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { statement, type Tx } from '../db/tx.ts'
import { forgetMessages } from '../webhooks/forget.ts'

/** The messages of one recipient that an account's requests brought until a moment. */
export interface RecipientScope {
  readonly account: AccountId
  readonly last4: string
  readonly toHash: Buffer
  readonly until: Date
}

const OF_RECIPIENT = `m.account_id = $1 and m.to_last4 = $2 and m.to_hash = $3 and m.accepted_at <= $4`

/** A message has ended when it is no longer on its way and its money is settled: nothing needs its number any more. */
const ENDED = `m.status not in (${MessageStatus.Accepted}, ${MessageStatus.Sent})
    and (m.hold_entry is null or m.settle_entry is not null)
    and not exists (select from outbox o where o.account_id = m.account_id and o.id = m.id)
    and not exists (select from deferred d where d.account_id = m.account_id and d.id = m.id)`

const AT_ONCE = 500

const FIND = statement(
  'erase.find',
  `select m.id, m.accepted_at from message m where ${OF_RECIPIENT} and ${ENDED} order by m.id limit ${AT_ONCE} for update`,
)
const DELETE_BODIES = statement(
  'erase.bodies',
  `delete from message_body where account_id = $1 and id = any($2::uuid[])`,
)
const CLEAR = statement(
  'erase.clear',
  `update message set to_hash = $3, to_last4 = '' where account_id = $1 and id = any($2::uuid[])`,
)
const COUNT = statement('erase.count', `select count(*)::integer as count from message m where ${OF_RECIPIENT}`)

/**
 * Erases number and text of the next messages of a recipient that have ended. Status, price and facts stay: the account's
 * books need them. `substitute` takes the place of the number's hash, so that days still count their recipients and
 * no search by the number finds the messages. Returns the moments of their acceptance; none when no message is left.
 */
export async function eraseNext(
  tx: Tx,
  { account, last4, toHash, until }: RecipientScope,
  substitute: Buffer,
): Promise<readonly Date[]> {
  const found = await tx.run<{ readonly id: string; readonly accepted_at: Date }>(FIND, [account, last4, toHash, until])
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  await tx.run(DELETE_BODIES, [account, ids])
  await tx.run(CLEAR, [account, ids, substitute])
  await forgetMessages(tx, account, ids)
  return found.map(({ accepted_at: at }) => at)
}

/** Counts the messages of a recipient that are not erased. */
export async function countOfRecipient(tx: Tx, { account, last4, toHash, until }: RecipientScope): Promise<number> {
  const [row] = await tx.run<{ readonly count: number }>(COUNT, [account, last4, toHash, until])
  return row?.count ?? 0
}
