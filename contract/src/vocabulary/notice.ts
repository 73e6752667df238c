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

/**
 * What the words of each kind are filled with: amounts as exact decimals with their currency, moments as ISO times, days
 * as ISO dates, contacts as they are shown to others (masked). Never a secret, a code, or anything of a card but its end.
 */
export interface NoticeValues {
  /** From where, and by which browser or program, as it calls itself. */
  signed_in: { readonly address: string; readonly user_agent: string }
  password_changed: Empty
  /** The new one, masked. */
  phone_changed: { readonly phone: string }
  email_changed: { readonly email: string }
  second_factor_changed: {
    readonly change: 'totp_on' | 'totp_off' | 'recovery_codes' | 'recovery_used' | 'passkey_added' | 'passkey_removed'
  }
  account_suspended: Empty
  account_resumed: Empty
  /** `by`: all of them, or the channel that is blocked. */
  payments_blocked: { readonly by: 'all' | 'paypal' | 'card' | 'alipay' | 'wxpay' }
  /** `key` is the AccessKey ID; `mode` is the one it has now, or had. */
  credential_changed: {
    readonly change: 'created' | 'mode' | 'removed'
    readonly key: string
    readonly mode: 'simple' | 'hmac'
  }
  topped_up: Money & { readonly channel: string }
  recharged: Money
  /** `link`: where it can be paid in person, where the bank wants that. */
  recharge_failed: Money & {
    readonly reason: 'again' | 'off' | 'confirm' | 'authenticate' | 'capped' | 'card_gone'
    readonly link?: string
  }
  /** `days`: so many before its end, 0 after it. */
  card_expiring: {
    readonly last4: string
    readonly exp_month: string
    readonly exp_year: string
    readonly days: '30' | '7' | '0'
  }
  refund_ended: Money & { readonly status: 'done' | 'failed'; readonly paid_out: string }
  dispute: Money & { readonly paid_at: string }
  balance_low: { readonly below: string; readonly balance: string; readonly currency: string }
  /** The amount that is outstanding, and the day until which it is to be paid. */
  invoice_issued: Invoiced
  /** `days`: whole days since the due day, below zero before it. */
  invoice_due: Invoiced & { readonly days: string }
  invoice_paid: Money & { readonly number: string }
}

type Empty = Readonly<Record<string, never>>
interface Money {
  readonly amount: string
  readonly currency: string
}
interface Invoiced extends Money {
  readonly number: string
  readonly due_on: string
}
