import type { NoticeKind } from '@hongyan/contract/vocabulary/notice'
import { paths } from '../../lib/paths.ts'

export interface Target {
  readonly to: string
  readonly search?: { readonly tab: string }
}

const security: Target = { to: paths.settings, search: { tab: 'security' } }
const autoRecharge: Target = { to: paths.topUp, search: { tab: 'auto' } }

/** The page of each kind of notice. */
export const targets: Readonly<Record<NoticeKind, Target>> = {
  signed_in: security,
  sign_in_failed: security,
  password_changed: security,
  phone_changed: security,
  email_changed: security,
  second_factor_changed: security,
  account_suspended: { to: paths.support },
  account_resumed: { to: paths.home },
  payments_blocked: { to: paths.topUp },
  credential_changed: { to: paths.credentials },
  funds_changed: { to: paths.transactions },
  topped_up: { to: paths.transactions },
  recharged: { to: paths.transactions },
  recharge_failed: autoRecharge,
  card_expiring: autoRecharge,
  refund_ended: { to: paths.transactions },
  dispute: { to: paths.transactions },
  balance_low: { to: paths.topUp },
  invoice_issued: { to: paths.invoices },
  invoice_due: { to: paths.invoices },
  invoice_part_paid: { to: paths.invoices },
  invoice_paid: { to: paths.invoices },
  invoice_void: { to: paths.invoices },
}
