import { subjectState } from '../../../audit/state.ts'

export const paymentMethodAudit = subjectState(
  'paymentMethods',
  `select brand, last4, exp_month, exp_year, status, is_default as default
    from payment_method where account_id = $1 and id::text = $2 and removed_at is null`,
)
