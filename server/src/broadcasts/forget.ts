import { MINUTE } from '@hongyan/contract/durations'
import type { AccountId, AudienceId, BroadcastId } from '@hongyan/contract/ids'
import { SendJobStatus } from '@hongyan/contract/vocabulary/job'
import type { Pool } from 'pg'
import { alone, statement, type Tx } from '../db/tx.ts'
import { deleteSends } from '../gateway/broadcast-progress.ts'
import type { Loop } from '../jobs/loop.ts'
import { numberInText } from '../kit/number-in-text.ts'
import type { BroadcastKey } from './store.ts'

const ERASE_MEMBERS = statement(
  'audience_member.erase',
  `delete from audience_member where account_id = $1 and recipient = $2`,
)

/** Estimates show the texts of some recipients. A deleted one is counted anew. */
const DROP_QUOTES = statement(
  'broadcast_quote.drop',
  `delete from broadcast_quote q where account_id = $1 and exists (
     select from audience_member m where m.account_id = $1 and m.recipient = $2 and m.audience_id = q.audience_id)`,
)

const FIND_REPORTS = statement(
  'audience.find_number',
  `select id, report::text as report from audience
    where account_id = $1 and regexp_replace(report::text, '[^0-9]', '', 'g') like '%' || $2 || '%'`,
)
const ERASE_REPORT = statement(
  'audience.erase_number',
  'update audience set report = $3::jsonb where account_id = $1 and id = $2',
)

/**
 * Takes a person's number out of all lists of an account, masks it among their first values, and deletes their estimates.
 * A broadcast on its way sends it no message any more; what it has of a recipient beside the list names no number.
 */
export async function eraseMembers(tx: Tx, account: AccountId, e164: string): Promise<void> {
  await tx.run(DROP_QUOTES, [account, e164])
  await tx.run(ERASE_MEMBERS, [account, e164])
  const { digits, maskedJson } = numberInText(e164)
  const reports = await tx.run<{ readonly id: AudienceId; readonly report: string }>(FIND_REPORTS, [account, digits])
  for (const { id, report } of reports) await tx.run(ERASE_REPORT, [account, id, maskedJson(report)])
}

const HAS_MEMBER = statement(
  'audience_member.has_number',
  `select exists (select from audience_member where account_id = $1 and recipient = $2) as found`,
)

/** True where a list of the account has the number. */
export async function hasMember(db: Tx, account: AccountId, e164: string): Promise<boolean> {
  return (await db.run<{ found: boolean }>(HAS_MEMBER, [account, e164]))[0]?.found ?? false
}

const OVER = `status = ${SendJobStatus.Finished} or reason = 'stopped' or audience_gone`

const FORGOTTEN = statement(
  'broadcast.forgotten',
  `select b.account_id as account, b.id, b.audience_gone as gone from broadcast b
    where b.audience_gone and exists (
        select from broadcast_send s where s.account_id = b.account_id and s.broadcast_id = b.id)
      or (${OVER}) and exists (
        select from broadcast_postponed p where p.account_id = b.account_id and p.broadcast_id = b.id)
    limit 20`,
)

const DROP_POSTPONED = statement(
  'broadcast_postponed.drop',
  `delete from broadcast_postponed where account_id = $1 and broadcast_id = $2 and (opens_at, row) in (
     select opens_at, row from broadcast_postponed where account_id = $1 and broadcast_id = $2 order by opens_at, row limit $3)
   returning row`,
)

interface Forgotten extends BroadcastKey {
  readonly id: BroadcastId
  /** Its list is deleted, and its recipients follow. */
  readonly gone: boolean
}

/** The rows of one statement. */
const AT_ONCE = 5_000

/** Deletes the recipients of broadcasts whose list is deleted, and those that wait for hours which never come. The counts stay. */
export const forgetLoop = ({ pool }: { readonly pool: Pool }): Loop => ({
  name: 'broadcast-recipients',
  every: 10 * MINUTE,
  run: async (stopping) => {
    const db = alone(pool)
    for (let isLeft = true; isLeft && !stopping.aborted;) {
      const found = await db.run<Forgotten>(FORGOTTEN, [])
      for (const one of found) await forget(db, one)
      isLeft = found.length > 0
    }
  },
})

async function forget(db: Tx, { account, id, gone }: Forgotten): Promise<void> {
  await db.run(DROP_POSTPONED, [account, id, AT_ONCE])
  if (gone) await deleteSends(db, { account, id }, AT_ONCE)
}
