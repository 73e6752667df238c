import { accountState, decimal } from '../../../audit/state.ts'

export const preferencesAudit = accountState(
  'noticePreferences',
  `select kinds, ${decimal('balance_low_micros')} as balance_low
    from notice_preference where account_id = $1`,
)
