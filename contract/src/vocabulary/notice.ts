import type { InterruptReason } from './broadcast.ts'
import type { FilingAnswer, MainlandCarrier } from './filing.ts'

/**
 * The kinds of notices, and whether one may appear in the bell alone. Notices that guard the account always go out too.
 */
export const noticeKinds = {
  signed_in: 'guard',
  sign_in_failed: 'guard',
  password_changed: 'guard',
  phone_changed: 'guard',
  email_changed: 'guard',
  second_factor_changed: 'guard',
  account_suspended: 'guard',
  account_resumed: 'guard',
  payments_blocked: 'guard',
  credential_changed: 'choice',
  ip_restriction_changed: 'guard',
  country_enabled: 'guard',
  funds_changed: 'guard',
  topped_up: 'choice',
  recharged: 'choice',
  recharge_failed: 'guard',
  card_expiring: 'choice',
  refund_ended: 'choice',
  dispute: 'guard',
  balance_low: 'choice',
  invoice_issued: 'guard',
  invoice_due: 'guard',
  invoice_part_paid: 'choice',
  invoice_paid: 'choice',
  invoice_void: 'choice',
  verification_approved: 'choice',
  verification_rejected: 'guard',
  verification_expiring: 'guard',
  verification_expired: 'guard',
  signature_approved: 'choice',
  signature_rejected: 'guard',
  signature_filing: 'guard',
  signature_revocation: 'guard',
  signature_expiring: 'guard',
  signature_renewal: 'choice',
  template_approved: 'choice',
  template_rejected: 'guard',
  template_filing: 'guard',
  template_revocation: 'guard',
  export_ended: 'choice',
  broadcast_finished: 'choice',
  broadcast_interrupted: 'guard',
  webhook_changed: 'guard',
  day_cap_passed: 'choice',
  country_cap_passed: 'choice',
  ticket_replied: 'guard',
  ticket_solved: 'choice',
} as const
export type NoticeKind = keyof typeof noticeKinds

/** The channels of a notice beyond the bell. */
export const noticeChannels = ['email', 'sms'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

/**
 * The values of each kind's text: amounts as exact decimals with their currency, times as ISO 8601, days as ISO dates,
 * contacts masked. Never a secret, a code, or more of a card than its last digits.
 */
export interface NoticeValues {
  /** The IP address, and the User-Agent of the browser or program. */
  signed_in: { readonly address: string; readonly user_agent: string }
  /** The number of wrong passwords in a row, and the IP address of the last one. */
  sign_in_failed: { readonly failures: string; readonly address: string }
  password_changed: Empty
  /** The new one, masked. */
  phone_changed: { readonly phone: string }
  email_changed: { readonly email: string }
  second_factor_changed: {
    readonly change: 'totp_on' | 'totp_off' | 'recovery_codes' | 'recovery_used' | 'passkey_added' | 'passkey_removed'
  }
  account_suspended: Empty
  account_resumed: Empty
  /** `by`: all payments, or the blocked channel. */
  payments_blocked: { readonly by: 'all' | 'paypal' | 'card' | 'alipay' | 'wxpay' }
  /** `key` is the AccessKey ID; `mode` is its current mode, or its last one. */
  credential_changed: {
    readonly change: 'created' | 'mode' | 'removed'
    readonly key: string
    readonly mode: 'simple' | 'hmac'
  }
  /** IP rules began or ended to refuse calls, or a change of them was not kept. */
  ip_restriction_changed: { readonly change: 'on' | 'off' | 'reverted' }
  /** A high-risk country, as ISO 3166 alpha-2. */
  country_enabled: { readonly country: string }
  /** Staff credited, deducted or gave funds, or sent a payment back; `reason` is their own text. */
  funds_changed: Money & { readonly change: 'credit' | 'debit' | 'gift' | 'returned'; readonly reason: string }
  topped_up: Money & { readonly channel: string }
  recharged: Money
  /** `link`: the page to pay on in person, where the bank requires that. `paused`: no such page could be opened. */
  recharge_failed: Money & {
    readonly reason: 'again' | 'off' | 'confirm' | 'authenticate' | 'paused' | 'capped' | 'card_gone'
    readonly link?: string
  }
  /** `days`: days until it expires, 0 once it has. */
  card_expiring: {
    readonly last4: string
    readonly exp_month: string
    readonly exp_year: string
    readonly days: '30' | '7' | '0'
  }
  refund_ended: Money & { readonly status: 'done' | 'failed'; readonly paid_out: string }
  dispute: Money & { readonly paid_at: string }
  balance_low: { readonly below: string; readonly balance: string; readonly currency: string }
  /** The outstanding amount and the due date. */
  invoice_issued: Invoiced
  /** `days`: whole days since the due date, negative before it. */
  invoice_due: Invoiced & { readonly days: string }
  /** A bank transfer, and the amount that is still outstanding. */
  invoice_part_paid: Money & { readonly number: string; readonly outstanding: string }
  invoice_paid: Money & { readonly number: string }
  /** The credited amount, and the number of the credit note. */
  invoice_void: Money & { readonly number: string; readonly credit_note: string }
  /** The end of the approval. */
  verification_approved: { readonly valid_until: string }
  /** `reasons`: the refused fields as `field:code`, separated by commas (`verification/reasons.ts`). */
  verification_rejected: { readonly reasons: string }
  /** `days`: days until the approval ends, 0 once it has; the account stays verified until `grace_until`. */
  verification_expiring: { readonly days: string; readonly valid_until: string; readonly grace_until: string }
  verification_expired: Empty
  signature_approved: { readonly name: string }
  /** `reasons`: the rejected fields as `field:code`, separated by commas (`senders/reasons.ts`). */
  signature_rejected: { readonly name: string; readonly reasons: string }
  /** A carrier's answer to the filing of a sender or template. */
  signature_filing: Filing
  signature_revocation: Revocation
  /** The last day of a third party's authorisation, and the days that are left. */
  signature_expiring: { readonly name: string; readonly days: string; readonly due_on: string }
  /** The decision on a new authorisation, its last day, and `reasons` as of a rejection. */
  signature_renewal: {
    readonly name: string
    readonly state: 'approved' | 'rejected'
    readonly due_on: string
    readonly reasons: string
  }
  template_approved: { readonly name: string }
  template_rejected: { readonly name: string; readonly reasons: string }
  template_filing: Filing
  template_revocation: Revocation
  /** A cap of the owner that only alerts. */
  day_cap_passed: { readonly limit: string }
  country_cap_passed: { readonly country: string; readonly limit: string }
  /** The recipients that got a message, and those that did not. */
  broadcast_finished: { readonly name: string; readonly sent: string; readonly skipped: string }
  /** A rule or a state of the account paused it, not its owner. */
  broadcast_interrupted: { readonly name: string; readonly reason: Exclude<InterruptReason, 'user' | 'stopped'> }
  /** The rows of its file; `empty` where no record matched. */
  export_ended: { readonly name: string; readonly state: 'finished' | 'empty' | 'failed'; readonly rows: string }
  /**
   * `failing`: a delivery was tried for the last time, or failures last a day (`failing_day`) or four (`failing_days`).
   * `gone`: the endpoint answered 410. `failures`: five days of failures disabled it.
   */
  webhook_changed: {
    readonly name: string
    readonly state: 'failing' | 'failing_day' | 'failing_days' | 'gone' | 'failures' | 'recovered'
  }
  /**
   * The whole reply of support. `until`: the moment until which the ticket can be reopened, where the reply solved it,
   * else empty.
   */
  ticket_replied: OfTicket & { readonly text: string; readonly until: string }
  /** `silence`: support waited a week for an answer. */
  ticket_solved: OfTicket & { readonly until: string; readonly silence: 'yes' | 'no' }
}

/**
 * A ticket of support, by its id, its number within the account and its subject. `reply_to`: the address that answers to
 * the email come back by, where there is one.
 */
interface OfTicket {
  readonly id: string
  readonly no: string
  readonly subject: string
  readonly reply_to?: string
}

/** An announced end of an approval, or the announcement that was taken back; `reasons` as of a rejection. */
interface Revocation {
  readonly name: string
  readonly state: 'announced' | 'kept'
  readonly ends_at: string
  readonly reasons: string
}

interface Filing {
  readonly name: string
  readonly carrier: MainlandCarrier
  readonly state: FilingAnswer
  /** The carrier's own words; empty where it gave none. */
  readonly reason: string
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
