import { accountState, decimal } from '../../../audit/state.ts'

export const accountAudit = accountState(
  'account',
  `select status as acct_status, level, tps, credit_enabled, ${decimal('credit_micros')} as credit_amount,
      sms_wildcard::text, sms_smpp, release_channel, realname_auth, activated, pay_for_delivered
    from account where id = $1`,
)
