import { alone } from '../db/tx.ts'
import type { Loop } from '../jobs/loop.ts'
import { forgetLoop } from './forget.ts'
import { type RunDeps, runTurn } from './run.ts'
import { dueBroadcasts } from './run-store.ts'
import { watchLoop } from './watch.ts'

/** Milliseconds between two looks for broadcasts that are due. */
const EVERY = 250

/** Runs the broadcasts that are due, and follows their messages. */
export const broadcastLoops = (deps: RunDeps): readonly Loop[] => [
  {
    name: 'broadcasts',
    every: EVERY,
    isDue: dueBroadcasts.isDue,
    run: (stopping) => runDue(deps, stopping),
    backlog: () => dueBroadcasts.backlog(alone(deps.pool), deps.clock.now()),
  },
  watchLoop(deps),
  forgetLoop(deps),
]

/** Broadcasts that are due have a turn at once, those that waited longest first. A failure leaves the others theirs. */
async function runDue(deps: RunDeps, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const rows = await dueBroadcasts.claim(alone(deps.pool), deps.clock.now())
    if (rows.length === 0) return
    const turns = await Promise.allSettled(rows.map((row) => runTurn(deps, row, stopping)))
    for (const turn of turns) if (turn.status === 'rejected') throw turn.reason
  }
}
