import type { AccountId } from '@hongyan/contract/ids'
import { type Tx, statement } from '../db/tx.ts'
import { spendingKey } from '../pipeline/claims.ts'
import type { AccountRouting, Channel } from '../pipeline/route.ts'

const SPENT = statement(
  'limit_use.spent_by_channels',
  `select key, used from limit_use where account_id = $1 and window_start = $2 and key = any($3::text[])`,
)

/** The spending of an account over its channels with a daily spend cap, on one of its days. */
export interface Spending {
  readonly isOverCap: (channel: Channel, cost: bigint) => boolean
  readonly add: (channel: Channel, cost: bigint) => void
}

/** Reads what messages cost so far, and counts on from there. */
export async function readSpending(
  tx: Tx,
  account: AccountId,
  { channels }: Pick<AccountRouting, 'channels'>,
  day: Date,
): Promise<Spending> {
  const keys = [...channels.values()].flatMap(({ upstream, dailyCap }) =>
    dailyCap === null ? [] : [spendingKey(upstream)],
  )
  const rows = keys.length === 0 ? [] : await tx.run<{ key: string; used: bigint }>(SPENT, [account, day, keys])
  const used = new Map(rows.map((row) => [row.key, row.used]))
  const usedOf = ({ upstream }: Channel): bigint => used.get(spendingKey(upstream)) ?? 0n
  return {
    isOverCap: (channel, cost) => channel.dailyCap !== null && usedOf(channel) + cost > channel.dailyCap,
    add: (channel, cost) => void used.set(spendingKey(channel.upstream), usedOf(channel) + cost),
  }
}
