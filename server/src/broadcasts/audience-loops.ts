import { MINUTE, SECOND } from '@hongyan/contract/durations'
import type { AccountId, AudienceId } from '@hongyan/contract/ids'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import { ParseResult } from '@hongyan/contract/vocabulary/job'
import { alone, inTransaction } from '../db/tx.ts'
import { dueRows } from '../jobs/due.ts'
import type { Loop } from '../jobs/loop.ts'
import { releaseUploads } from '../uploads/claims.ts'
import { deleteMembers } from './audience-members.ts'
import { type ClaimedRow, LEASE, readAudience, subjectOf } from './audience-read.ts'
import { deleteAudience, postponeUsed, releaseAudience } from './audience-store.ts'
import type { Audiences } from './audiences.ts'

const waiting = dueRows<ClaimedRow>({
  table: 'audience',
  key: ['account_id', 'id'],
  due: 'due_at',
  since: 'created_at',
  tries: 'tries',
  open: `state = 'parsing'`,
  set: 'claim = gen_random_uuid()',
  backOff: { first: LEASE, factor: 0, most: LEASE },
  batch: 1,
})

interface OldAudience {
  readonly account_id: AccountId
  readonly id: AudienceId
  readonly left_out_key: string | null
}

/** The claim hides a list, so that no estimate begins on one that is half deleted. */
const old = dueRows<OldAudience>({
  table: 'audience',
  work: 'deletion',
  key: ['account_id', 'id'],
  due: 'delete_after',
  since: 'created_at',
  set: `removed_at = coalesce(t.removed_at, $1::timestamptz), state = 'failed', claim = null, due_at = null,
    result = coalesce(t.result, ${ParseResult.ParseFileFailed})`,
  backOff: { first: MINUTE, factor: 0, most: MINUTE },
  batch: 10,
})

/** Reads lists of recipients, one after the other, and deletes those whose time is over. */
export const audienceLoops = (deps: Audiences): readonly Loop[] => {
  const db = alone(deps.pool)
  return [
    {
      name: 'audiences',
      every: SECOND,
      isDue: waiting.isDue,
      run: (stopping) => readDue(deps, stopping),
      backlog: () => waiting.backlog(db, deps.clock.now()),
    },
    {
      name: 'audience-deletions',
      every: MINUTE,
      run: (stopping) => deleteOld(deps, stopping),
      backlog: () => old.backlog(db, deps.clock.now()),
    },
  ]
}

/** A failure leaves the others their turn. */
async function readDue(deps: Audiences, stopping: AbortSignal): Promise<void> {
  const { pool, clock } = deps
  const failures: unknown[] = []
  while (!stopping.aborted) {
    const [row] = await waiting.claim(alone(pool), clock.now())
    if (row === undefined) break
    await readAudience(deps, row, stopping).catch(async (error: unknown) => {
      // A list that this process stops reading is read anew by the next one.
      const claimed = { account: row.account_id, id: row.id, claim: row.claim }
      if (stopping.aborted) await releaseAudience(alone(pool), claimed, clock.now())
      else failures.push(error)
    })
  }
  if (failures.length > 0) throw failures[0]
}

/** A list that comes due this soon is looked at for broadcasts that use it. */
const LOOKED_AHEAD = 5 * MINUTE

async function deleteOld(deps: Audiences, stopping: AbortSignal): Promise<void> {
  const db = alone(deps.pool)
  for (;;) {
    const now = deps.clock.now()
    await postponeUsed(db, now, new Date(now.getTime() + LOOKED_AHEAD), limits.keptFor)
    const due = await old.claim(db, now)
    for (const row of due) await remove(deps, row, stopping)
    if (due.length < old.batch) return
  }
}

/** Deletes the members, then the stored file, then the row: what breaks off is done anew by the next claim. */
async function remove(
  { pool, clock, uploads }: Audiences,
  { account_id: account, id, left_out_key: key }: OldAudience,
  stopping: AbortSignal,
): Promise<void> {
  await deleteMembers(alone(pool), { account, id }, stopping)
  if (key !== null) await uploads.storage.remove(key)
  await inTransaction(pool, async (tx) => {
    await releaseUploads(tx, account, subjectOf(id), clock.now())
    await deleteAudience(tx, { account, id })
  })
}
