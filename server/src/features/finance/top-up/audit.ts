import { decimal, subjectState } from '../../../audit/state.ts'

export const topUpAudit = subjectState(
  'topUp',
  `select channel, currency, ${decimal('amount_micros')} as amount, status
    from top_up where account_id = $1 and id::text = $2`,
)
