import { wireId } from '@hongyan/contract/ids'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { Tx } from '../db/tx.ts'
import type { Upstream } from '../providers/upstreams/upstream.ts'
import { type OwnFact, ownFact } from './facts.ts'
import { askLater, type Doubtful, doubtful } from './outbox.ts'
import type { Settle } from './settle.ts'

/** By then every connection over which a lost batch may still have been on its way is closed. */
export const FIRST_QUESTION_SECONDS = 12
const LATER_QUESTION_SECONDS = [12, 60, 300, 1_800, 7_200, 21_600] as const
const BATCH = 500
/** 13 without evidence is given up this long after its validity (semantics D5). */
const GIVE_UP_AFTER = 72 * 60 * 60 * 1000

export interface AskingDeps {
  readonly db: Tx
  readonly settle: Settle
  readonly upstream: Upstream
  readonly atWork: ReadonlySet<string>
  readonly now: () => Date
}

/** What a question brought for one message: ids of its parts, the certainty that there are none, or no answer. */
type Answer = readonly string[] | 'no answer'

/**
 * Asks the upstream about messages that may or may not have been handed over. None of them is ever sent again: found,
 * it goes on; not found, it is unknown until a second look after the connections are gone says that it never arrived.
 */
export async function ask(deps: AskingDeps): Promise<number> {
  const { db, upstream, settle } = deps
  const marked = await doubtful(db, upstream.code, [...deps.atWork], BATCH)
  // A batch that was marked while we looked is at work by now, and in nobody's doubt.
  const rows = marked.filter(({ mark }) => !deps.atWork.has(mark))
  if (rows.length === 0) return 0
  const found = await upstream.find(rows.map(({ id }) => wireId(id))).catch(() => null)
  const asked = rows.map(
    (row) => ({ row, answer: found === null ? 'no answer' : (found.get(wireId(row.id)) ?? []) }) as const,
  )
  await settle.add(asked.flatMap(({ row, answer }) => learnt(upstream.code, row, answer, deps.now()) ?? []))
  await askLater(
    db,
    asked.filter(({ row, answer }) => staysOpen(row, answer)).map(({ row }) => ({ ...row, seconds: pauseAfter(row) })),
  )
  return rows.length
}

const isNew = ({ status }: Doubtful): boolean => status !== MessageStatus.Unknown
const pauseAfter = (row: Doubtful): number =>
  isNew(row) ? FIRST_QUESTION_SECONDS : (LATER_QUESTION_SECONDS[row.attempt - 1] ?? 21_600)

/** Whether it has to be asked for again. */
const staysOpen = (row: Doubtful, answer: Answer): boolean =>
  answer === 'no answer' || (answer.length === 0 && isNew(row))

/** The fact that an answer is; null when it says nothing new. */
export function learnt(upstream: string, row: Doubtful, answer: Answer, now: Date): OwnFact | null {
  const unknown: OwnFact = { ...ownFact(upstream, row, MessageStatus.Unknown), error: 'outcome_unknown' }
  if (answer === 'no answer') {
    const givenUp = now.getTime() >= row.validUntil.getTime() + GIVE_UP_AFTER
    return isNew(row) || givenUp ? { ...unknown, givenUp } : null
  }
  if (answer.length > 0) {
    const whole = answer.length === row.parts && isNew(row)
    return {
      ...unknown,
      status: whole ? MessageStatus.Sent : MessageStatus.Unknown,
      error: null,
      evidence: true,
      remoteIds: answer,
    }
  }
  return isNew(row) ? unknown : { ...unknown, status: MessageStatus.Failed, error: 'not_handed_over' }
}
