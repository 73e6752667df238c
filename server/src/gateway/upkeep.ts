import { DAY, HOUR, MINUTE, SECOND } from '@hongyan/contract/durations'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { AccountId, MessageId } from '@hongyan/contract/ids'
import { smsConfiguration } from '@hongyan/contract/limits/messaging'
import type { Pool } from 'pg'
import { alone, statement } from '../db/tx.ts'
import type { Loop } from '../jobs/loop.ts'
import type { Clock } from '../kit/clock.ts'
import { firstIdAt } from '../kit/ids.ts'
import type { Logger } from '../kit/logger.ts'
import { forgetAnswers } from '../limits/answers.ts'
import { forgetWindows } from '../limits/limits.ts'
import { forgetUses } from '../limits/recipient-uses.ts'
import { UNKNOWN_FOR } from '../pipeline/next.ts'
import { forgetExpired } from '../limits/requests.ts'
import { ownFact } from './facts.ts'
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
   where h.at > $1 and h.at <= $2 and m.id >= $4 and m.id < $5 and m.status = $3 and ($3 = ${MessageStatus.Sent} or m.settle_entry is null)`,
)
const UNKNOWN_AFTER_HOURS = 72
const GIVEN_UP_AFTER_HOURS = UNKNOWN_FOR / HOUR

/** The hand-overs of a step. Steps grow while they are answered soon, and shrink where they are not. */
const FIRST_STEP = MINUTE
const SOON = 200
const LATE = SECOND
/** A message is handed over within its validity. Clocks of processes may differ. */
const CLOCKS_DIFFER = HOUR
const LONGEST_WAIT = smsConfiguration.validity.max * SECOND + CLOCKS_DIFFER

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
  readonly round: (stopping?: AbortSignal) => Promise<void>
  readonly loop: Loop
}

/**
 * Creates the hourly tasks: they close messages without receipts, and delete expired keys, answers, audit entries and
 * windows.
 */
export function createUpkeep({ pool, clock, log, settle }: UpkeepDeps): Upkeep {
  const db = alone(pool)
  const readTo = new Map<MessageStatus, number>()

  const silentIn = (from: number, to: number, status: MessageStatus) =>
    db.run<SilentRow>(SILENT, [
      new Date(from),
      new Date(to),
      status,
      firstIdAt(new Date(from - LONGEST_WAIT)),
      firstIdAt(new Date(to + CLOCKS_DIFFER)),
    ])

  /**
   * Reads all kept hand-overs the first time, and then those that have reached the age since the last read, with an hour
   * of overlap.
   */
  async function closeSilent(hours: number, status: MessageStatus, stopping?: AbortSignal): Promise<void> {
    const now = clock.now().getTime()
    const last = readTo.get(status)
    const givenUp = status === MessageStatus.Unknown
    let step = FIRST_STEP
    let from = last === undefined ? now - KEPT_DAYS * DAY : last - HOUR
    while (from < now - hours * HOUR && stopping?.aborted !== true) {
      const started = performance.now()
      const to = Math.min(from + step, now - hours * HOUR)
      const rows = await silentIn(from, to, status)
      await settle.addAll(
        rows.map((row) => ({ ...ownFact(row.upstream, row, MessageStatus.Unknown), ...(givenUp && { givenUp }) })),
      )
      readTo.set(status, to)
      from = to
      const took = performance.now() - started
      if (took < SOON) step *= 2
      else if (took > LATE) step = Math.max(SECOND, step / 4)
    }
  }

  const round = async (stopping?: AbortSignal): Promise<void> => {
    const now = clock.now()
    await attempt(() => closeSilent(UNKNOWN_AFTER_HOURS, MessageStatus.Sent, stopping))
    await attempt(() => closeSilent(GIVEN_UP_AFTER_HOURS, MessageStatus.Unknown, stopping))
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
