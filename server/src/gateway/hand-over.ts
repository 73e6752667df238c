import { randomUUID } from 'node:crypto'
import { type MessageId, wireId } from '@hongyan/contract/ids'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { Tx } from '../db/tx.ts'
import type { Waiting } from '../pipeline/message.ts'
import type { HandOver, Submitted, Upstream } from '../providers/upstreams/upstream.ts'
import { FIRST_QUESTION_SECONDS } from './asking.ts'
import { type OwnFact, ownFact } from './facts.ts'
import { askLater, markSending, retryLater } from './outbox.ts'
import type { Settle } from './settle.ts'

/** Seconds before the second and the third attempt after certain non-acceptance. */
const RETRY_SECONDS = [1, 5] as const

export interface HandOverDeps {
  readonly db: Tx
  readonly settle: Settle
  readonly upstream: Upstream
  /** This process, as the link's owner. */
  readonly process: string
  /** The batches at work: what they marked is in nobody's doubt. */
  readonly atWork: Set<string>
  /** Told whether the upstream could be reached. */
  readonly reached: (yes: boolean) => void
}

/**
 * Marks a batch, commits, hands it over. What the upstream said is then written in the background; the batch counts as
 * at work until that is done. A batch whose mark failed is simply left to the table.
 */
export async function handOver(
  deps: HandOverDeps,
  batch: readonly Waiting[],
): Promise<{ readonly written: Promise<void> }> {
  const { db, upstream, process, atWork } = deps
  const mark = randomUUID()
  atWork.add(mark)
  try {
    const marked = await markSending(db, batch, { upstream: upstream.code, process, mark })
    const ours = batch.filter(({ id }) => marked.has(id))
    const said = ours.length === 0 ? [] : await submit(deps, ours)
    return { written: finish(deps, ours, said).finally(() => leaveWork(atWork, mark)) }
  } catch (error) {
    atWork.delete(mark)
    throw error
  }
}

/** For a moment longer, because a look for doubtful messages may have begun before the batch was through. */
const LEAVE_AFTER = 5_000

function leaveWork(atWork: Set<string>, mark: string): void {
  setTimeout(() => atWork.delete(mark), LEAVE_AFTER).unref()
}

async function submit({ upstream, reached }: HandOverDeps, batch: readonly Waiting[]): Promise<readonly Submitted[]> {
  try {
    const said = await upstream.submit(batch.map(handedOver))
    reached(true)
    return said
  } catch {
    // Nobody knows how much of it arrived.
    reached(false)
    return batch.map(() => ({ kind: 'unknown' }))
  }
}

const handedOver = ({ id, channel, to, sender, text, parts, scene, attempt }: Waiting): HandOver => ({
  reference: wireId(id),
  channel,
  to,
  sender,
  text,
  parts,
  scene,
  attempt,
})

async function finish(deps: HandOverDeps, batch: readonly Waiting[], said: readonly Submitted[]): Promise<void> {
  const answers = batch.map((message, at) => ({ message, said: said[at] ?? ({ kind: 'unknown' } as const) }))
  const again = answers.flatMap(({ message, said: answer }) => {
    const seconds = answer.kind === 'refused' && answer.again ? RETRY_SECONDS[message.attempt - 1] : undefined
    return seconds === undefined ? [] : [{ account: message.account, id: message.id, seconds }]
  })
  const waitsAgain = new Set<MessageId>(again.map(({ id }) => id))
  await retryLater(deps.db, again)
  const facts = answers
    .filter(({ message }) => !waitsAgain.has(message.id))
    .map(({ message, said: answer }) => factOf(deps.upstream.code, message, answer))
  await deps.settle.add(facts)
  const unknown = facts.filter(({ status }) => status === MessageStatus.Unknown)
  await askLater(
    deps.db,
    unknown.map(({ account, id }) => ({ account, id, seconds: FIRST_QUESTION_SECONDS })),
  )
}

function factOf(upstream: string, message: Waiting, said: Submitted): OwnFact {
  if (said.kind === 'accepted') {
    return { ...ownFact(upstream, message, MessageStatus.Sent), evidence: true, remoteIds: said.remoteIds }
  }
  if (said.kind === 'refused') {
    return { ...ownFact(upstream, message, said.status), error: said.error, upstreamCode: said.upstreamCode }
  }
  return { ...ownFact(upstream, message, MessageStatus.Unknown), error: 'outcome_unknown' }
}
