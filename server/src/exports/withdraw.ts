import type { AccountId, ExportId } from '@hongyan/contract/ids'
import { ExportJobStatus } from '@hongyan/contract/vocabulary/job'
import { statement, type Tx } from '../db/tx.ts'
import { dropPieces, exportsLock, fromStart } from './store.ts'

const { Failed, Queued, Pending, Finished } = ExportJobStatus

const HOLD_BACK = statement('export.hold_back', `select pg_advisory_xact_lock(${exportsLock('$1')})`)

/** Lets no export of the account begin until the transaction ends. An erasure starts with it. */
export const holdBackExports = (tx: Tx, account: AccountId): Promise<unknown> => tx.run(HOLD_BACK, [account])

/** Queued ones are locked too: their first claim must not read before this transaction is committed. */
const FIND = statement(
  'export.of_moments',
  `select e.id, e.status from export e join account a on a.id = e.account_id
    where e.account_id = $1 and e.kind in ('messages', 'recipients')
      and (e.status in (${Queued}, ${Pending}) or (e.status = ${Finished} and e.expires_at > $3))
      and exists (select from unnest($2::timestamptz[]) as t (at)
        where (t.at at time zone a.time_zone)::date between (e.choices ->> 'from')::date and (e.choices ->> 'to')::date)
    for update of e`,
)
const WITHDRAW = statement(
  'export.withdraw',
  `update export set status = ${Failed}, reason = 'erased', expires_at = null where account_id = $1 and id = any($2::uuid[])`,
)
const RESTART = statement(
  'export.restart',
  `update export set status = ${Queued}, due_at = $3, ${fromStart} where account_id = $1 and id = any($2::uuid[])`,
)

interface Hit {
  readonly id: ExportId
  readonly status: ExportJobStatus
}

/**
 * Withdraws the exports of messages whose days have one of these moments: their messages were erased. A finished one
 * loses its file, and can be made again; a running one begins again. Returns how many files are withdrawn.
 */
export async function withdrawExports(
  tx: Tx,
  account: AccountId,
  moments: readonly Date[],
  now: Date,
): Promise<number> {
  const hits = await tx.run<Hit>(FIND, [account, moments, now])
  const idsIn = (status: ExportJobStatus) => hits.filter((hit) => hit.status === status).map(({ id }) => id)
  const [finished, running] = [idsIn(Finished), idsIn(Pending)]
  if (finished.length > 0) await tx.run(WITHDRAW, [account, finished])
  if (running.length > 0) await tx.run(RESTART, [account, running, now])
  for (const id of [...finished, ...running]) await dropPieces(tx, { account, id }, now)
  return finished.length
}

const LEFT = statement(
  'export_piece.left',
  `select exists (select from export_piece where account_id = $1 and (nr is null or delete_after <= $2)) as left`,
)

/** True while the storage may still have pieces of files that are withdrawn or over. */
export async function hasPiecesToDelete(tx: Tx, account: AccountId, now: Date): Promise<boolean> {
  const [row] = await tx.run<{ readonly left: boolean }>(LEFT, [account, now])
  return row?.left ?? false
}
