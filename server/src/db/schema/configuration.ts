import type { AccountId } from '@hongyan/contract/ids'
import type { RetentionDays } from '@hongyan/contract/limits/messaging'

export interface SmsConfigurationTable {
  account_id: AccountId
  signature: string | null
  validity_seconds: number | null
  retention_days: RetentionDays
}

export interface ConfigurationTables {
  sms_configuration: SmsConfigurationTable
}
