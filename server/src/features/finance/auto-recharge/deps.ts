import type { AccountId, TopUpId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { Locale, Partition } from '@hongyan/contract/vocabulary/account'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Schema } from '../../../db/schema.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Logger } from '../../../kit/logger.ts'
import type { OfferedCards } from '../../../providers/payments/cards.ts'

/** What names a try, and the top-up that it is. */
export interface RechargeKey {
  readonly account_id: AccountId
  readonly id: TopUpId
}

/** Money that came, as it was told. */
export interface PaidFact {
  /** The same word told twice has the same one. */
  readonly id: string
  readonly amount: Micros
  readonly currency: string
  readonly paymentId: string
}

export interface RechargeDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  readonly log: Logger
  /** Who keeps the cards of each partition's accounts; null where nobody does (ruling 7). */
  readonly cards: Readonly<Record<Partition, OfferedCards | null>>
  /** Brings the money of a top-up in, once however often it is told, by the way of all top-ups. */
  readonly credit: (order: RechargeKey, paid: PaidFact) => Promise<string>
}

/** A top-up that its owner pays in person. */
export interface LinkOrder {
  readonly amount: Micros
  readonly locale: Locale
  /** Milliseconds from now. */
  readonly payableFor: number
}

export interface LinkDeps extends Pick<RechargeDeps, 'db' | 'clock' | 'log'> {
  readonly pool: Pool
  /** Opens a top-up by card and answers the address to pay it at. */
  readonly openLink: (account: AccountId, order: LinkOrder) => Promise<string>
}
