import type { Partition } from '@hongyan/contract/vocabulary/account'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Logger } from '../../../kit/logger.ts'
import type { OfferedCards } from '../../../providers/payments/cards.ts'

export interface PaymentMethodDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  readonly log: Logger
  /** The card provider of each partition's accounts; null without one (ruling 7). */
  readonly cards: Readonly<Record<Partition, OfferedCards | null>>
  /** The origin that browsers reach us at, without a trailing slash. */
  readonly publicUrl: () => string
}
