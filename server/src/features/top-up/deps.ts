import type { Partition } from '@hongyan/contract/vocabulary/account'
import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Logger } from '../../kit/logger.ts'
import type { PriceBook } from '../../pipeline/price-book.ts'
import type { OfferedChannels } from './channels.ts'

export interface TopUpDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  readonly log: Logger
  readonly channels: OfferedChannels
  /** When the cashback campaign ends. */
  readonly cashbackUntil: Date
}

/** What the provider's own fields for a new card are mounted with. */
export interface CardFields {
  readonly publishable_key: string
}

export interface ChoiceDeps extends TopUpDeps {
  /** The prices that hold now. */
  readonly prices: () => PriceBook
  /** Of each partition whose cards are typed into the provider's fields. */
  readonly cardFields: Readonly<Record<Partition, CardFields | null>>
}
