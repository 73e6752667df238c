import { wireId } from '@hongyan/contract/ids'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { Tx } from '../db/tx.ts'
import type { Upstream } from '../providers/upstreams/upstream.ts'
import { type OwnFact, ownFact } from './facts.ts'
import {
  BEFORE_ALL_DOUBTS,
  type DoubtCursor,
  type Doubtful,
  doubtful,
  type MarkRange,
  type NextQuery,
  queryLater,
} from './outbox.ts'
import type { Settle } from './settle.ts'

const LATER_QUERY_SECONDS = [12, 60, 300, 1_800, 7_200, 21_600] as const
/** Messages of one query: an upstream answers so many within seconds. */
const PAGE = 500
/** 13 without evidence is given up this long after its validity (semantics D5). */
const GIVE_UP_AFTER = 72 * 60 * 60 * 1000

export interface QueryDeps {
  readonly db: Tx
  readonly settle: Pick<Settle, 'addAll'>
  readonly upstream: Pick<Upstream, 'code' | 'find'>
  /** The marks of this process, which are in doubt only after an unknown outcome. */
  readonly marks: MarkRange
  readonly now: () => Date
}

/** The result of a query for one message: the ids of its parts, none where the upstream has none, or null without a response. */
type QueryResult = readonly string[] | null

/** The end of a query. `silent`: the upstream gave no response. */
type QueryEnd = 'nothing in doubt' | 'answered' | 'silent'

/**
 * Queries the upstream for all messages that may or may not have been handed over. None of them is ever submitted again:
 * found, it goes on; not found, it is unknown until a second query, after all connections have closed, excludes it.
 * `early` includes messages whose query is not due, as when a link is up again: such a query can find a message, and
 * changes nothing otherwise.
 */
export async function query(deps: QueryDeps, early: boolean): Promise<QueryEnd> {
  let end: QueryEnd = 'nothing in doubt'
  let after: DoubtCursor = BEFORE_ALL_DOUBTS
  for (;;) {
    const page = await doubtful(deps.db, deps.upstream.code, deps.marks, { early, after, limit: PAGE })
    const last = page.at(-1)
    if (last === undefined) return end
    end = await queryPage(deps, page)
    if (end === 'silent' || page.length < PAGE) return end
    after = last
  }
}

async function queryPage({ db, upstream, settle, now }: QueryDeps, page: readonly Doubtful[]): Promise<QueryEnd> {
  const found = await upstream.find(page.map(({ id }) => wireId(id))).catch(() => null)
  const results = page
    .map((row) => ({ row, result: found === null ? null : (found.get(wireId(row.id)) ?? []) }))
    .filter(({ row, result }) => row.due || (result !== null && result.length > 0))
  await settle.addAll(results.flatMap(({ row, result }) => factOf(upstream.code, row, result, now()) ?? []))
  await queryLater(
    db,
    results.flatMap(({ row, result }) => nextQueryOf(row, result) ?? []),
  )
  return found === null ? 'silent' : 'answered'
}

const isNew = ({ status }: Doubtful): boolean => status !== MessageStatus.Unknown
const pauseAfter = (row: Doubtful): number => LATER_QUERY_SECONDS[row.queries] ?? 21_600

/** The next query; null where none is needed. One without a response says nothing about the message and does not count. */
export function nextQueryOf(row: Doubtful, result: QueryResult): NextQuery | null {
  if (result === null) return { ...row, seconds: pauseAfter(row), queried: 0 }
  return result.length === 0 && isNew(row) ? { ...row, seconds: pauseAfter(row), queried: 1 } : null
}

/** The fact that a query brought; null where it brought none. */
export function factOf(upstream: string, row: Doubtful, result: QueryResult, now: Date): OwnFact | null {
  const unknown: OwnFact = { ...ownFact(upstream, row, MessageStatus.Unknown), error: 'outcome_unknown' }
  if (result === null) {
    const givenUp = now.getTime() >= row.validUntil.getTime() + GIVE_UP_AFTER
    return isNew(row) || givenUp ? { ...unknown, givenUp } : null
  }
  if (result.length > 0) {
    const whole = result.length === row.parts && isNew(row)
    return {
      ...unknown,
      status: whole ? MessageStatus.Sent : MessageStatus.Unknown,
      error: null,
      evidence: true,
      remoteIds: result,
    }
  }
  return isNew(row) ? unknown : { ...unknown, status: MessageStatus.Failed, error: 'not_handed_over' }
}
