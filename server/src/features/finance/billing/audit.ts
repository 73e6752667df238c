import { accountState } from '../../../audit/state.ts'

export const billingAudit = accountState(
  'billing',
  `select legal_name, address, country, tax_id, emails, po, language
    from billing_profile where account_id = $1`,
)
