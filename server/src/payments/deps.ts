import type { Partition } from '@hongyan/contract/vocabulary/account'
import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import type { OfferedCards } from '../providers/payments/cards.ts'
import type { OfferedChannels } from '../providers/payments/offered.ts'
import type { Purposes } from './purposes.ts'

export interface PaymentDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  readonly log: Logger
  readonly channels: OfferedChannels
  /** The card provider of each partition's accounts; null without one (ruling 7). */
  readonly cards: Readonly<Record<Partition, OfferedCards | null>>
  readonly purposes: Purposes
}
