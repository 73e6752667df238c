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
  countries: '/account/settings?tab=countries',
  verification: '/verification',
  signatures: '/sms/signatures',
  templates: '/sms/templates',
  exports: '/sms/exports',
  broadcasts: '/broadcast',
  ipRestriction: '/extensions/ip-restriction',
  webhooks: '/extensions/sms-dlr',
  rateLimits: '/extensions/sms-rate-limiting',
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
  ip_restriction_changed: 'ipRestriction',
  country_enabled: 'countries',
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
  signature_approved: 'signatures',
  signature_rejected: 'signatures',
  signature_filing: 'signatures',
  signature_revocation: 'signatures',
  signature_expiring: 'signatures',
  signature_renewal: 'signatures',
  template_approved: 'templates',
  template_rejected: 'templates',
  template_filing: 'templates',
  template_revocation: 'templates',
  export_ended: 'exports',
  broadcast_finished: 'broadcasts',
  broadcast_interrupted: 'broadcasts',
  webhook_changed: 'webhooks',
  day_cap_passed: 'rateLimits',
  country_cap_passed: 'rateLimits',
  ticket_replied: 'support',
  ticket_solved: 'support',
}

/** The pages of the records that notices lead to, with `$id` for the id among their values. */
export const recordOfNotice: Partial<Readonly<Record<NoticeKind, string>>> = {
  ticket_replied: '/support/tickets/$id',
  ticket_solved: '/support/tickets/$id',
}

/** The path that a notice leads to, with its query: the record that it is about, else the page of its kind. */
export const pathOfNotice = (kind: NoticeKind, { id = '' }: Readonly<Record<string, string>>): string =>
  recordOfNotice[kind]?.replace('$id', id) ?? noticePages[pageOfNotice[kind]]
