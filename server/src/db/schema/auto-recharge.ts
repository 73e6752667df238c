import type { AccountId, PaymentMethodId, TopUpId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { Generated } from 'kysely'

export interface AutoRechargeTable {
  account_id: AccountId
  enabled: boolean
  below_micros: Micros
  topup_micros: Micros
  pm_id: PaymentMethodId
  /** The retries in a row after failed charges. */
  put_off: Generated<number>
  /** Since when charging waits for a payment by the owner in person. */
  paused_at: Date | null
  saved_at: Date
}

interface RechargeDueTable {
  account_id: AccountId
  /** When the account is checked next; null: at once. */
  due_at: Date | null
}

export interface RechargeLinkTable {
  account_id: AccountId
  id: TopUpId
  amount_micros: Micros
  at: Date
  /** The time of the next check; null: at once. */
  try_at: Date | null
}

export interface AutoRechargeTables {
  auto_recharge: AutoRechargeTable
  recharge_due: RechargeDueTable
  recharge_link: RechargeLinkTable
}
