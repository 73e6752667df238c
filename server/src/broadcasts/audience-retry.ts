import { createHash } from 'node:crypto'
import type { AccountId, BroadcastId } from '@hongyan/contract/ids'
import { ParseResult } from '@hongyan/contract/vocabulary/job'
import { textArray } from '../db/arrays.ts'
import { alone, statement, type Tx } from '../db/tx.ts'
import { FAILED } from '../recipient-files/parse.ts'
import type { RecipientSummary } from '../recipient-files/read.ts'
import { type AudienceReport, type Member, type MemberPage, NO_REPORT } from './audience-report.ts'
import type { Audiences } from './audiences.ts'
import { retryableErrors } from './retryable.ts'

const FAILED_ONES = `from broadcast b
     join broadcast_send s on s.account_id = b.account_id and s.broadcast_id = b.id
     join audience_member m on m.account_id = b.account_id and m.audience_id = b.audience_id and m.row = s.row
    where b.account_id = $1 and b.id = $2 and s.state = 'failed' and s.error_code = any($3::text[])`

const PAGE = statement(
  'audience_member.retryable',
  `select s.row, m.recipient as "to", m.country, m.zone, m.cells ${FAILED_ONES} and s.row > $4 order by s.row limit $5`,
)
const COUNT = statement('audience_member.count_retryable', `select count(*)::integer as members ${FAILED_ONES}`)
const EARLIER = statement(
  'audience.of_broadcast',
  `select a.report from broadcast b join audience a on a.account_id = b.account_id and a.id = b.audience_id
    where b.account_id = $1 and b.id = $2`,
)

const RETRYABLE = textArray(retryableErrors)
const PAGE_ROWS = 2_000

/** Counts the members of a broadcast's list that failed by an error that may go by itself. */
export async function countRetryable(tx: Tx, account: AccountId, broadcast: BroadcastId): Promise<number> {
  const [row] = await tx.run<{ readonly members: number }>(COUNT, [account, broadcast, RETRYABLE])
  return row?.members ?? 0
}

/** Reads those members, with the columns of their list. They keep their rows. */
export async function readRetryable(
  { pool }: Pick<Audiences, 'pool'>,
  { account_id: account, retry_of: broadcast }: { readonly account_id: AccountId; readonly retry_of: BroadcastId },
  stopping: AbortSignal,
  take: (page: MemberPage) => Promise<void>,
): Promise<RecipientSummary> {
  const db = alone(pool)
  const [earlier] = await db.run<{ readonly report: Partial<AudienceReport> }>(EARLIER, [account, broadcast])
  if (earlier === undefined) return FAILED
  const { columns, phoneColumn, sheets, sheet } = { ...NO_REPORT, ...earlier.report }
  const phone = columns.findIndex(({ name }) => name === phoneColumn)
  const all = await countRetryable(db, account, broadcast)
  const hash = createHash('sha256')
  let rows = 0
  for (let after = 0; ;) {
    stopping.throwIfAborted()
    const members = await db.run<Member>(PAGE, [account, broadcast, RETRYABLE, after, PAGE_ROWS])
    for (const { to } of members) hash.update(`${to}\n`)
    rows += members.length
    await take({ members, phone, progress: Math.floor((rows / Math.max(rows, all)) * 100) })
    after = members.at(-1)?.row ?? after
    if (members.length < PAGE_ROWS) break
  }
  const counts = { ...NO_REPORT.counts, rows, valid: rows }
  const result = rows === 0 ? ParseResult.EmptyFile : ParseResult.Ok
  return { ...FAILED, result, counts, columns, phoneColumn, sheets, sheet, sha256: hash.digest() }
}
