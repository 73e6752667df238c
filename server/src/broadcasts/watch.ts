import { DAY, MINUTE, SECOND } from '@hongyan/contract/durations'
import { SendJobStatus } from '@hongyan/contract/vocabulary/job'
import type { Pool } from 'pg'
import { alone, inTransaction, statement } from '../db/tx.ts'
import { countSends, foldSends } from '../gateway/broadcast-progress.ts'
import { dueRows } from '../jobs/due.ts'
import type { Loop } from '../jobs/loop.ts'
import type { Clock } from '../kit/clock.ts'
import { FOLDED_AT_ONCE } from './fold.ts'
import { moveBroadcast } from './move.ts'
import { type BroadcastRow, keyOf, lockBroadcast } from './store.ts'
import { isBroken } from './verdict.ts'

export interface WatchDeps {
  readonly pool: Pool
  readonly clock: Clock
}

/** A look that its process does not end is begun again after this time. */
const LEASE = 10 * SECOND
/** The most statements of one look. */
const PAGES = 10
/** The last messages end on their seventh day. */
const WATCHED_FOR = 8 * DAY
/** The waits between looks at an ended broadcast grow with its age. */
const SHARE_OF_AGE = 0.02
const LONGEST = 10 * MINUTE

const due = dueRows<BroadcastRow>({
  table: 'broadcast',
  work: 'watch',
  key: ['account_id', 'id'],
  due: 'watch_at',
  since: 'created_at',
  backOff: { first: LEASE, factor: 0, most: LEASE },
  batch: 10,
})

/** A broadcast that its owner resumed meanwhile is looked at again when this look's lease ends. */
const NOTE = statement(
  'broadcast.note_watch',
  `update broadcast set watch_at = $3, watch_row = $4 where account_id = $1 and id = $2 and status = $5`,
)

/** Brings the recipients of broadcasts to the states of their messages, also after their end. */
export const watchLoop = (deps: WatchDeps): Loop => ({
  name: 'broadcast-watch',
  every: SECOND,
  isDue: due.isDue,
  run: (stopping) => watchDue(deps, stopping),
  backlog: () => due.backlog(alone(deps.pool), deps.clock.now()),
})

async function watchDue(deps: WatchDeps, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const rows = await due.claim(alone(deps.pool), deps.clock.now())
    for (const row of rows) await watch(deps, row)
    if (rows.length < due.batch) return
  }
}

async function watch({ pool, clock }: WatchDeps, row: BroadcastRow): Promise<void> {
  const db = alone(pool)
  const key = keyOf(row)
  const now = clock.now()
  let after = row.watch_row
  let moved = 0
  let seen = 0
  let isEnd = false
  for (let page = 0; page < PAGES && !isEnd; page += 1) {
    const folded = await foldSends(db, key, { after, most: FOLDED_AT_ONCE, now })
    after = folded.last ?? after
    moved += folded.moved
    seen += folded.seen
    isEnd = folded.seen < FOLDED_AT_ONCE
  }
  if (moved > 0) await breakOff(pool, row, now)
  const isEmpty = isEnd && seen === 0 && row.watch_row === 0
  const next = nextLook(row, now, { isEmpty, goesOn: moved > 0 || !isEnd })
  await db.run(NOTE, [row.account_id, row.id, next, isEnd ? 0 : after, row.status])
}

/** The rule "pause if more than x % fail". */
async function breakOff(pool: Pool, row: BroadcastRow, now: Date): Promise<void> {
  const { stop_above: stopAbove } = row.plan
  if (row.status !== SendJobStatus.Pending || stopAbove === null) return
  if (!isBroken(await countSends(alone(pool), keyOf(row)), row, stopAbove)) return
  await inTransaction(pool, async (tx) => {
    const locked = await lockBroadcast(tx, keyOf(row))
    if (locked === null || !isBroken(await countSends(tx, keyOf(row)), locked, stopAbove)) return
    await moveBroadcast(tx, locked, { kind: 'interrupt', reason: 'breaker' }, { byOwner: false, now })
  })
}

interface Look {
  /** No recipient is left whose message may change. */
  readonly isEmpty: boolean
  readonly goesOn: boolean
}

/** The moment of the next look; null where there is none to come. */
function nextLook(
  { status, finished_at: finishedAt, started_at: startedAt, created_at: createdAt }: BroadcastRow,
  now: Date,
  { isEmpty, goesOn }: Look,
): Date | null {
  const inMillis = (wait: number): Date => new Date(now.getTime() + wait)
  if (status === SendJobStatus.Pending) return inMillis(SECOND)
  const age = now.getTime() - (finishedAt ?? startedAt ?? createdAt).getTime()
  if (isEmpty || (finishedAt !== null && age > WATCHED_FOR)) return null
  return inMillis(goesOn ? SECOND : Math.min(LONGEST, Math.max(SECOND, age * SHARE_OF_AGE)))
}
