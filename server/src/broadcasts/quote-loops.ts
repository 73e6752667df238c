import { HOUR, MINUTE, SECOND } from '@hongyan/contract/durations'
import { alone } from '../db/tx.ts'
import type { Loop } from '../jobs/loop.ts'
import { countClaimed, type QuoteDeps } from './quotes.ts'
import { forgetQuotes, giveUpQuote, waitingQuotes } from './quotes-store.ts'

/** A count that fails so often is given up. */
const TRIES = 5
/** An expired estimate is still shown as such for this time. */
const KEPT_FOR = HOUR

/** Counts estimates of long lists, and deletes those that expired. */
export const quoteLoops = (deps: QuoteDeps): readonly Loop[] => {
  const { pool, clock } = deps
  const db = alone(pool)
  return [
    {
      name: 'quotes',
      every: SECOND,
      isDue: waitingQuotes.isDue,
      run: (stopping) => countDue(deps, stopping),
      backlog: () => waitingQuotes.backlog(db, clock.now()),
    },
    {
      name: 'old-quotes',
      every: 10 * MINUTE,
      run: () => forgetQuotes(db, new Date(clock.now().getTime() - KEPT_FOR)),
    },
  ]
}

/** One estimate after the other, the one that waited longest first. A failure leaves the others their turn. */
async function countDue(deps: QuoteDeps, stopping: AbortSignal): Promise<void> {
  const db = alone(deps.pool)
  const failures: unknown[] = []
  while (!stopping.aborted) {
    const [row] = await waitingQuotes.claim(db, deps.clock.now())
    if (row === undefined) break
    const key = { account: row.account_id, id: row.id, claim: row.claim }
    if (row.tries > TRIES) await giveUpQuote(db, key, 'internal')
    else await countClaimed(deps, row, stopping).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}
