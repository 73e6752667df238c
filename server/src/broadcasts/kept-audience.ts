import type { AccountId, AudienceId } from '@hongyan/contract/ids'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import type { RecipientSource } from '@hongyan/contract/vocabulary/job'
import { statement, type Tx } from '../db/tx.ts'

interface AudienceKey {
  readonly account: AccountId
  readonly id: AudienceId
}

/** A list as a broadcast names it. */
export interface SourceOfBroadcast {
  readonly source: RecipientSource
  /** The name of the file or phonebook; null for pasted text. */
  readonly name: string | null
  readonly members: number
}

const LOCK = statement(
  'audience.lock_ready',
  `select source, name, members from audience
    where account_id = $1 and id = $2 and state = 'ready' and removed_at is null and delete_after > $3 for update`,
)

/** Locks a list that is read, so that it is not deleted meanwhile; null where there is none any more. */
export async function lockAudience(tx: Tx, { account, id }: AudienceKey, now: Date): Promise<SourceOfBroadcast | null> {
  const [row] = await tx.run<SourceOfBroadcast>(LOCK, [account, id, now])
  return row ?? null
}

const KEEP = statement(
  'audience.keep',
  `update audience set delete_after = greatest(delete_after, $3) where account_id = $1 and id = $2`,
)

/** Keeps a list from its deletion until the loop of lists sees the broadcast that uses it. */
export const keepAudience = (tx: Tx, { account, id }: AudienceKey, now: Date): Promise<unknown> =>
  tx.run(KEEP, [account, id, new Date(now.getTime() + limits.unusedFor)])
