/** What an owner is told of, and whether it may be told to nobody but the bell: what guards the account always also goes out. */
export const noticeKinds = {
  signed_in: 'guard',
  password_changed: 'guard',
  phone_changed: 'guard',
  email_changed: 'guard',
  second_factor_changed: 'guard',
  account_suspended: 'guard',
  account_resumed: 'guard',
  payments_blocked: 'guard',
  credential_changed: 'choice',
  topped_up: 'choice',
  recharged: 'choice',
  recharge_failed: 'guard',
  card_expiring: 'choice',
  refund_ended: 'choice',
  dispute: 'guard',
  balance_low: 'choice',
  invoice_issued: 'guard',
  invoice_due: 'guard',
  invoice_paid: 'choice',
} as const
export type NoticeKind = keyof typeof noticeKinds

/** Where a notice can go beyond the bell. */
export const noticeChannels = ['email', 'sms'] as const
export type NoticeChannel = (typeof noticeChannels)[number]
