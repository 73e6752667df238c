import type { NewCards } from '@hongyan/contract/endpoints/finance/top-up'
import type { Partition } from '@hongyan/contract/vocabulary/account'
import type { PaymentDeps } from '../../../payments/deps.ts'
import type { PriceBook } from '../../../pipeline/price-book.ts'

export interface TopUpDeps extends PaymentDeps {
  /** The end of the cashback campaign. */
  readonly cashbackUntil: Date
  /** The prices in force now. */
  readonly prices: () => PriceBook
  /** The fields that take the new cards of each partition's accounts; null where none can be added. */
  readonly newCards: Readonly<Record<Partition, NewCards | null>>
}
