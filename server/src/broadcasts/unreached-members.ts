import { DAY } from '@hongyan/contract/durations'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import type { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { plainArray } from '../db/arrays.ts'
import { statement, type Tx } from '../db/tx.ts'
import { NEWEST_FIRST, ofRecipient } from '../gateway/of-recipient.ts'
import { firstIdAt } from '../kit/ids.ts'
import { hashKeysOf, hashOf } from './audience-members.ts'
import type { Claimed } from './audience-store.ts'
import { isUnreached, tellingStatuses } from './unreached.ts'

/** An account with fewer messages that were not delivered needs no look at its members. A day more, for every zone. */
const MISSED = statement(
  'daily.missed',
  `select coalesce(sum(msg_cnt - succ_msg_cnt), 0)::integer as missed from daily where account_id = $1 and day >= $2`,
)

/** The newest messages of each member of a page that tell whether its number can be reached. */
const ENDS = statement(
  'audience_member.ends',
  `select w.row, r.statuses from (
     select row, right(recipient, 4) as last4, ${hashOf('recipient', '$5', '$6')} as to_hash from audience_member
      where account_id = $1 and audience_id = $2 and row > $3 order by row limit $4
   ) w cross join lateral (
     select array_agg(status order by id desc) as statuses from (
       select m.id, m.status from message m
       where ${ofRecipient({ account: '$1', last4: 'w.last4', hash: 'w.to_hash', first: '$7', last: '$8' })}
         and m.channel = 'sms' and m.status = any($9::smallint[])
       order by ${NEWEST_FIRST} limit ${limits.unreachedAfter}) newest
   ) r order by w.row`,
)

interface Ends {
  readonly row: number
  /** Newest first; null without a message. */
  readonly statuses: readonly MessageStatus[] | null
}

const MARK = statement(
  'audience_member.unreached',
  `with held as (
     update audience set due_at = $4
      where account_id = $1 and id = $2 and claim = $3 and state = 'parsing' returning id
   ), marked as (
     update audience_member m set unreached = true from held
      where m.account_id = $1 and m.audience_id = held.id and m.row = any($5::integer[])
   ) select count(*)::integer as held from held`,
)

/** Members that are looked up at once. */
const PAGE = 2_000

export interface Look {
  readonly now: Date
  /** The end of the claim after each page. */
  readonly dueAt: () => Date
  readonly stopping: AbortSignal
}

/** Marks the members of a list that the account's last messages did not reach. False where the list is another's meanwhile. */
export async function markUnreached(db: Tx, list: Claimed, { now, dueAt, stopping }: Look): Promise<boolean> {
  const { account, id } = list
  const from = new Date(now.getTime() - limits.unreachedWithin)
  const day = new Date(from.getTime() - DAY).toISOString().slice(0, 10)
  const [total] = await db.run<{ readonly missed: number }>(MISSED, [account, day])
  if ((total?.missed ?? 0) < limits.unreachedAfter) return true
  const keys = await hashKeysOf(db, account)
  // An upper bound too, so that the statement looks into no later partition.
  const window = [firstIdAt(from), firstIdAt(new Date(now.getTime() + DAY)), plainArray(tellingStatuses)]
  for (let after = 0; ;) {
    stopping.throwIfAborted()
    const page = await db.run<Ends>(ENDS, [account, id, after, PAGE, ...keys, ...window])
    const rows = page.filter(({ statuses }) => isUnreached(statuses ?? [])).map(({ row }) => row)
    if (!(await mark(db, list, rows, dueAt()))) return false
    after = page.at(-1)?.row ?? after
    if (page.length < PAGE) return true
  }
}

async function mark(db: Tx, { account, id, claim }: Claimed, rows: readonly number[], dueAt: Date): Promise<boolean> {
  const [found] = await db.run<{ readonly held: number }>(MARK, [account, id, claim, dueAt, plainArray(rows)])
  return (found?.held ?? 0) > 0
}
