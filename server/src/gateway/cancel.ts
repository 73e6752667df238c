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
/** The fact is the customer's, and of no upstream. */

/**
 * Ends a message that waits for its hand-over, in one transaction: takes it away from those that wait, writes its
 * timeline and its state, and releases its money. False where it does not wait, or a process may be submitting it.
 */
export const cancelWaiting = (pool: Pool, key: Keyed, now: Date): Promise<boolean> =>
  inLastFlight(
    pool,
    { lockTimeout: LOCK_TIMEOUT },
    async (tx) => {
      const [message] = await lockMessages(tx, [key])
      if (message?.status !== MessageStatus.Accepted) return null
      const backlog = await takeWaiting(tx, key)
      return backlog === null ? null : { message, backlog, known: await knownEvents(tx, [message]) }
    },
    (tx, found) => {
      if (found === null) return { written: Promise.resolve(), result: false }
      const { message, backlog, known } = found
      const status = {
        ...ownFact(NO_UPSTREAM, { ...key, to: '' }, MessageStatus.Rejected),
        error: 'cancelled',
      } as const
      const fact = placeOwn(status)
      const written = [
        writeOutcomes(
          tx,
          new Map([[key.id, [fact]]]),
          new Map([[key.id, outcomeOf(message, [fact], known, now)]]),
          insertEvents,
          now,
        ),
        shrinkBacklog(tx, key.account, backlog),
      ]
      return { written: Promise.all(written), result: true }
    },
  )
