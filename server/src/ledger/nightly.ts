import { DAY, HOUR, MINUTE } from '@hongyan/contract/durations'
import type { Pool } from 'pg'
import { oneAtATime, lockNumbers } from '../db/one-at-a-time.ts'
import { alone, statement, type Tx } from '../db/tx.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import type { Loop } from '../jobs/loop.ts'
import { endOfDay, type NightVerified, verifyNight } from './verify.ts'

/** Gives the first messages after a start precedence. */
const FIRST_AFTER = MINUTE
/** An id is older than its commit, by seconds at most; a day is closed once this much has passed since. */
const CLOSED_AFTER = 15 * MINUTE

const LAST = statement(
  'ledger_verification.last',
  `select day, at, proof1 and proof2 as ok from ledger_verification order by day desc limit 1`,
)

const WRITE = statement(
  'ledger_verification.write',
  `insert into ledger_verification (day, at, entries, proof1, proof2) values ($1, $2, $3, $4, $5)
   on conflict (day) do update set at = excluded.at, entries = excluded.entries,
     proof1 = excluded.proof1, proof2 = excluded.proof2`,
)

/** The last nightly proof, as its process wrote it. */
interface LastRow {
  readonly day: string
  readonly at: Date
  readonly ok: boolean
}

export async function readLastProof(db: Tx): Promise<LastRow | undefined> {
  return (await db.run<LastRow>(LAST, []))[0]
}

/** The result of the last nightly proof, and its age in seconds. */
export interface LastProof {
  readonly ok: boolean
  readonly age: number
}

export interface Nightly {
  /** Proves the entries up to the end of yesterday, unless that is done or another process does it. */
  readonly round: () => Promise<void>
  /** Null before the first proof. */
  readonly last: () => LastProof | null
  readonly loop: Loop
}

export interface NightlyDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
}

/** Verifies the ledger since the last clean night once a day, in one process; each that runs the loop reports the result. */
export function createNightly({ pool, clock, log }: NightlyDeps): Nightly {
  const db = alone(pool)
  let last: LastRow | undefined

  const readLast = async (): Promise<void> => {
    last = await readLastProof(db)
  }

  const round = async (stopping?: AbortSignal): Promise<void> => {
    const yesterday = new Date(clock.now().getTime() - CLOSED_AFTER - DAY)
    const day = yesterday.toISOString().slice(0, 10)
    await readLast()
    if (last !== undefined && last.day >= day) return
    await oneAtATime(pool, lockNumbers.verifier, async () => {
      const verified = await verifyNight(db, endOfDay(yesterday), stopping)
      report(log, day, verified)
      const { entries, proof1, proof2 } = verified
      await db.run(WRITE, [day, clock.now(), entries, proof1, proof2])
    })
    await readLast()
  }

  return {
    round: () => round(),
    last: () => (last === undefined ? null : { ok: last.ok, age: (clock.now().getTime() - last.at.getTime()) / 1000 }),
    loop: { name: 'ledger-proof', every: HOUR, firstAfter: FIRST_AFTER, run: round },
  }
}

function report(log: Logger, day: string, { ok, entries, messages, late, findings }: NightVerified): void {
  if (late.length > 0) log.warn({ day, accounts: late }, 'entries were committed long after their ids were made')
  if (ok) log.info({ day, entries: Number(entries), messages: Number(messages) }, 'the ledger is right')
  else log.error({ day, findings }, 'the ledger is wrong')
}
