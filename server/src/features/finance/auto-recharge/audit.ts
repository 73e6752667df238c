import { accountState, decimal } from '../../../audit/state.ts'

export const autoRechargeAudit = accountState(
  'autoRecharge',
  `select enabled as enable, ${decimal('below_micros')} as below, ${decimal('topup_micros')} as topup, pm_id
    from auto_recharge where account_id = $1`,
)
