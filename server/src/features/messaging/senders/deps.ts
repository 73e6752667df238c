import type { AccountId } from '@hongyan/contract/ids'
import type { Locale, Partition } from '@hongyan/contract/vocabulary/account'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Clock } from '../../../kit/clock.ts'

/** The carriers' part in filings: the sandbox plays it, or staff record the answers of the real ones. */
export interface Filing {
  /** Milliseconds after which the sandbox's carriers file a version; null where real carriers decide. */
  readonly sandboxAnswersAfter: number | null
  /** The days on which the carriers answer nothing beside weekends, as ISO dates. */
  readonly closedDays: ReadonlySet<string>
}

export interface SenderDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  readonly filing: Filing
}

/** The account that calls, in its language. */
export interface Caller {
  readonly account: AccountId
  readonly locale: Locale
}

/** The account as the rules of senders and templates need it. */
export interface Owner {
  readonly id: AccountId
  readonly partition: Partition
  readonly verified: boolean
  /** The day of the account's zone, as an ISO date. */
  readonly today: string
  readonly dayBegins: Date
  readonly dayEnds: Date
}
