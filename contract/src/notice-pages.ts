import type { NoticeKind } from './vocabulary/notice.ts'

/** The pages of the console that notices lead to, as paths with their query. */
export const noticePages = {
  home: '/',
  security: '/account/settings?tab=security',
  topUp: '/topup',
  autoRecharge: '/topup?tab=auto',
  transactions: '/transactions',
  invoices: '/invoices',
  credentials: '/credentials',
  verification: '/verification',
  support: '/support',
  notifications: '/account/settings?tab=notifications',
} as const
export type NoticePage = keyof typeof noticePages

/** The page of each kind of notice. */
export const pageOfNotice: Readonly<Record<NoticeKind, NoticePage>> = {
  signed_in: 'security',
  sign_in_failed: 'security',
  password_changed: 'security',
  phone_changed: 'security',
  email_changed: 'security',
  second_factor_changed: 'security',
  account_suspended: 'support',
  account_resumed: 'home',
  payments_blocked: 'topUp',
  credential_changed: 'credentials',
  funds_changed: 'transactions',
  topped_up: 'transactions',
  recharged: 'transactions',
  recharge_failed: 'autoRecharge',
  card_expiring: 'autoRecharge',
  refund_ended: 'transactions',
  dispute: 'transactions',
  balance_low: 'topUp',
  invoice_issued: 'invoices',
  invoice_due: 'invoices',
  invoice_part_paid: 'invoices',
  invoice_paid: 'invoices',
  invoice_void: 'invoices',
  verification_approved: 'verification',
  verification_rejected: 'verification',
  verification_expiring: 'verification',
  verification_expired: 'verification',
}
