import { accountState } from '../../audit/state.ts'

export const smsConfigurationAudit = accountState(
  'configuration',
  `select signature, validity_seconds as validity, retention_days as content_retention
    from sms_configuration where account_id = $1`,
)

export const filingAudit = accountState(
  'filing configuration',
  'select sends_unfiled as send_unfiled from sms_configuration where account_id = $1',
)
