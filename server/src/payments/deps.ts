import type { AccountId } from '@hongyan/contract/ids'
import type { Partition } from '@hongyan/contract/vocabulary/account'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import type { OfferedCards } from '../providers/payments/cards.ts'
import type { OfferedChannels } from '../providers/payments/offered.ts'
import type { Purposes } from './purposes.ts'

/** The effects of payments on the account itself, by its owner. */
export interface AccountEffects {
  /** Raises the trust level of a new account that has paid for the first time (semantics D13); false for any other. */
  readonly raiseLevel: (tx: Transaction<Schema>, account: AccountId) => Promise<boolean>
  /** Blocks payments by card while one is disputed. */
  readonly blockCards: (tx: Transaction<Schema>, account: AccountId, at: Date) => Promise<void>
  /** Lifts the block, unless another open or lost dispute keeps it. */
  readonly unblockCards: (tx: Transaction<Schema>, account: AccountId, at: Date) => Promise<void>
}

export interface PaymentDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  readonly log: Logger
  readonly channels: OfferedChannels
  /** The card provider of each partition's accounts; null without one (ruling 7). */
  readonly cards: Readonly<Record<Partition, OfferedCards | null>>
  readonly purposes: Purposes
  readonly accounts: AccountEffects
}
