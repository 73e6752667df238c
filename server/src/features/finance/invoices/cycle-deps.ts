import type { AccountId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { Kysely } from 'kysely'
import type { Sellers } from '../../../config/sellers.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Clock } from '../../../kit/clock.ts'

/** The usage of one scene, one country and one price. */
export interface Use {
  readonly scene: MessageScene
  readonly country: string
  readonly unit_price: Micros
  readonly messages: bigint
  readonly parts: bigint
  readonly amount: Micros
}

/** The dependencies of the invoice cycle, from the close of a month to the last reminder. */
export interface CycleDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  readonly sellers: Sellers
  /** The one account that a round looks at; absent: all. */
  readonly only?: AccountId
  /** Reads the account's usage of closed days, the largest amount first. */
  readonly usageOf: (
    account: AccountId,
    days: { readonly from: string; readonly to: string },
  ) => Promise<readonly Use[]>
}
