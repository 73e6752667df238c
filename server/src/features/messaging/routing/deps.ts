import type { UpstreamRef } from '@hongyan/contract/endpoints/messaging/upstreams'
import type { AccountId } from '@hongyan/contract/ids'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { AccountRouting, RoutedMessage, RouteFacts } from '../../../pipeline/route.ts'

export interface RoutingDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  /** The code of the link of the product's own channel. */
  readonly standardLink: string
  /** Throws for an account that has no routing. */
  readonly requireRouting: (account: AccountId) => Promise<void>
  /** Reads what a decision about a message depends on now, beside its rules. */
  readonly routeFacts: (account: AccountId, routing: AccountRouting, message: RoutedMessage) => Promise<RouteFacts>
  /** Reads the milliseconds within which channels answered 95 % of a day's submissions. */
  readonly p95Of: (account: AccountId) => Promise<(upstream: UpstreamRef) => number | null>
}

/** The account that calls, in its language. */
export interface Caller {
  readonly account: AccountId
  readonly locale: Locale
}
