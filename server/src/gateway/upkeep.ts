import { HOUR } from '@hongyan/contract/durations'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { AccountId, MessageId } from '@hongyan/contract/ids'
import type { Pool } from 'pg'
import { alone, statement } from '../db/tx.ts'
import type { Loop } from '../jobs/loop.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import { forgetAnswers } from '../limits/answers.ts'
import { forgetWindows } from '../limits/limits.ts'
import { forgetUses } from '../limits/recipient-uses.ts'
import { UNKNOWN_FOR } from '../pipeline/next.ts'
import { forgetExpired } from '../limits/requests.ts'
import { type OwnFact, ownFact } from './facts.ts'
import { forgetActs } from '../audit/log.ts'
import { forgetSenderDays } from './sender-days.ts'
import type { Settle } from './settle.ts'

/** The table of hand-overs keeps its rows for so many days. */
const KEPT_DAYS = 10
/** Milliseconds before the first round, so that it does not delay the first messages after a start. */
const FIRST_AFTER = 60_000

/**
 * Finds messages that were handed over in a period and have no receipt: a sent one becomes unknown after 72 hours; an
 * unknown one whose money is still held is given up on the seventh day (semantics D1, D5).
 */
const SILENT = statement(
  'handover.silent',
  `select distinct h.upstream, m.account_id as account, m.id, m.to_last4 as to
   from handover h join message m on m.account_id = h.account_id and m.id = h.message_id
   where h.at > $1 and h.at <= $2 and m.status = $3 and ($3 = ${MessageStatus.Sent} or m.settle_entry is null)`,
)
const UNKNOWN_AFTER_HOURS = 72
const GIVEN_UP_AFTER_HOURS = UNKNOWN_FOR / HOUR

interface SilentRow {
  upstream: string
  account: AccountId
  id: MessageId
  to: string
}

export interface UpkeepDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
  readonly settle: Settle
}

export interface Upkeep {
  /** Does everything once. */
  readonly round: () => Promise<void>
  readonly loop: Loop
}

/**
 * Creates the hourly tasks: they close messages without receipts, and delete expired keys, answers, audit entries and
 * windows.
 */
export function createUpkeep({ pool, clock, log, settle }: UpkeepDeps): Upkeep {
  const db = alone(pool)
  let checkedAt: number | null = null

  /**
   * Reads all kept hand-overs the first time, and then those that have reached the age since the last successful read,
   * with an hour of overlap.
   */
  const silentFor = (hours: number, status: MessageStatus, now: number) => {
    const from = checkedAt === null ? now - KEPT_DAYS * 24 * HOUR : checkedAt - (hours + 1) * HOUR
    return db.run<SilentRow>(SILENT, [new Date(from), new Date(now - hours * HOUR), status])
  }

  const closeSilent = async (): Promise<void> => {
    const now = clock.now().getTime()
    const silent = await silentFor(UNKNOWN_AFTER_HOURS, MessageStatus.Sent, now)
    const over = await silentFor(GIVEN_UP_AFTER_HOURS, MessageStatus.Unknown, now)
    const fact = (row: SilentRow): OwnFact => ownFact(row.upstream, row, MessageStatus.Unknown)
    await settle.addAll([...silent.map(fact), ...over.map((row) => ({ ...fact(row), givenUp: true }))])
    checkedAt = now
  }

  const round = async (): Promise<void> => {
    const now = clock.now()
    await attempt(closeSilent)
    await attempt(() => forgetExpired(db, now))
    await attempt(() => forgetAnswers(db))
    await attempt(() => forgetActs(db, now))
    await attempt(() => forgetWindows(db, now))
    await attempt(() => forgetUses(db, now))
    await attempt(() => forgetSenderDays(db, now))
  }

  /** Runs a task and logs its failure, so that the next tasks still run. */
  const attempt = (task: () => Promise<void>): Promise<void> =>
    task().catch((error: unknown) => log.warn({ err: error }, 'an hourly task failed and will be tried again'))

  return { round, loop: { name: 'gateway-upkeep', every: HOUR, firstAfter: FIRST_AFTER, run: round } }
}
