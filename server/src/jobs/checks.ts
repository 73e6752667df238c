import type { Pool } from 'pg'
import { alone } from '../db/tx.ts'
import { type Check, elapsed, fine, type Finding, wrong } from '../kit/check.ts'
import type { Clock } from '../kit/clock.ts'
import { doesWork } from '../kit/role.ts'
import { type LoopRun, readRuns } from './loop-runs.ts'

const SERVER = 'server'
/** The failures in a row from which a loop is reported. */
const FAILURES = 3

export interface LoopCheckDeps {
  readonly pool: Pool
  readonly clock: Clock
}

/** The checks of the running servers and of their loops. */
export const loopChecks: readonly Check<LoopCheckDeps>[] = [
  {
    name: SERVER,
    async check({ pool, clock }) {
      const now = clock.now().getTime()
      const runs = await readRuns(alone(pool))
      const live = runs.filter(({ silent }) => !silent)
      if (live.length === 0) return [withoutServer(runs, now)]
      return [serversOf(live), ...live.map((run) => loopOf(run, now))]
    },
  },
]

function serversOf(live: readonly LoopRun[]): Finding {
  const processes = [...new Set(live.map(({ process, role }) => (role === 'all' ? process : `${process} (${role})`)))]
  const text = `running: ${processes.join(', ')}`
  if (live.some(({ role }) => doesWork(role))) return fine(SERVER, text)
  return wrong(
    SERVER,
    `${text}; no worker runs`,
    'Messages wait, and so does all other work. Start one with ROLE=worker.',
  )
}

function withoutServer([last]: readonly LoopRun[], now: number): Finding {
  if (last === undefined) return fine(SERVER, 'not running, so no loop is checked')
  const text = `${last.process} has not reported for ${elapsed(now - last.reportedAt.getTime())}`
  return wrong(SERVER, text, 'It was killed or does not respond. Start it again; its log says why it ended.')
}

function loopOf(run: LoopRun, now: number): Finding {
  const { process, error, errorAt, succeededAt, failuresInARow, backlog, overdue } = run
  const ago = (at: Date): string => `${elapsed(now - at.getTime())} ago`
  const name = `loop ${run.name}`
  const success = succeededAt === null ? 'no run has succeeded yet' : `last run ${ago(succeededAt)}`
  const waiting = backlog === null ? '' : `, ${backlog} waiting`
  const failure = error === null || errorAt === null ? '' : `, last error ${ago(errorAt)}: ${error}`
  const text = success + waiting + failure
  const failing = failuresInARow >= FAILURES
  if (!failing && !overdue) return fine(name, text)
  const problem = failing ? `${failuresInARow} failures in a row` : 'stands still'
  return wrong(name, `${problem} in ${process}: ${text}`, `The server’s log has every failure, with loop ${run.name}.`)
}
