import type { ErrorCode } from '@hongyan/contract/errors'
import type { AccountId, MessageId } from '@hongyan/contract/ids'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { Pool } from 'pg'
import { inLastFlight } from '../db/tx.ts'
import { insertEvents, knownEvents } from './events.ts'
import { NO_UPSTREAM, ownFact, placeOwn } from './facts.ts'
import { lockMessages } from './messages.ts'
import { type Keyed, shrinkBacklog, takeWaiting } from './outbox.ts'
import { outcomeOf } from './outcome.ts'
import { writeOutcomes } from './settle.ts'

const LOCK_TIMEOUT = 1_000

/** Ends a message that waits, as its account wishes. False where it does not wait, or a process may be submitting it. */
export const cancelWaiting = async (pool: Pool, { account, id }: Keyed, now: Date): Promise<boolean> =>
  (await endWaiting(pool, account, new Map([[id, 'cancelled']]), now)) > 0

/**
 * Ends messages of one account that wait for their hand-over, each with its error, in one transaction: takes them away
 * from those that wait, writes their timelines and states, and releases their money. Returns how many there were: some
 * may wait no longer, and a process may be submitting others.
 */
export const endWaiting = (
  pool: Pool,
  account: AccountId,
  errors: ReadonlyMap<MessageId, ErrorCode>,
  now: Date,
): Promise<number> =>
  inLastFlight(
    pool,
    { lockTimeout: LOCK_TIMEOUT },
    async (tx) => {
      const locked = await lockMessages(
        tx,
        [...errors.keys()].map((id) => ({ account, id })),
      )
      const parts = await takeWaiting(
        tx,
        locked.filter(({ status }) => status === MessageStatus.Accepted),
      )
      const messages = locked.filter(({ id }) => parts.has(id))
      return { messages, parts, known: await knownEvents(tx, messages) }
    },
    (tx, { messages, parts, known }) => {
      // The fact is the account's or its rules', and of no upstream.
      const facts = new Map(
        messages.map(({ id }) => {
          const rejected = ownFact(NO_UPSTREAM, { account, id, to: '' }, MessageStatus.Rejected)
          return [id, [placeOwn({ ...rejected, error: errors.get(id) ?? null })]]
        }),
      )
      const outcomes = new Map(
        messages.map((message) => [message.id, outcomeOf(message, facts.get(message.id) ?? [], known, now)]),
      )
      const backlog = [...parts.values()].reduce((sum, one) => sum + one, 0)
      const written = Promise.all([
        writeOutcomes(tx, facts, outcomes, insertEvents, now),
        shrinkBacklog(tx, account, backlog),
      ])
      return { written, result: messages.length }
    },
  )
