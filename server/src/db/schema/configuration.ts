import type { AccountId } from '@hongyan/contract/ids'
import type { RetentionDays } from '@hongyan/contract/limits/messaging'
import type { Generated } from 'kysely'

export interface SmsConfigurationTable {
  account_id: AccountId
  signature: string | null
  validity_seconds: number | null
  retention_days: RetentionDays
  sends_unfiled: Generated<boolean>
}

export interface ConfigurationTables {
  sms_configuration: SmsConfigurationTable
}
