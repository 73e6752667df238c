import type { Partition } from '@hongyan/contract/vocabulary/account'
import type { PaymentDeps } from '../../../payments/deps.ts'
import type { PriceBook } from '../../../pipeline/price-book.ts'
import type { CardFields } from '../../../providers/payments/offered.ts'

export interface TopUpDeps extends PaymentDeps {
  /** The end of the cashback campaign. */
  readonly cashbackUntil: Date
  /** The prices in force now. */
  readonly prices: () => PriceBook
  /** The provider's own card fields of each partition, where cards are typed into them. */
  readonly cardFields: Readonly<Record<Partition, CardFields | null>>
}
