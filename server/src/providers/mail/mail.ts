import type { MailAddress, MailId } from './headers.ts'

/** An email in both forms, plain text and HTML. */
export interface Mail {
  /** One address without a display name. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The conversation that it belongs to, so that mail clients show its emails as one. */
  readonly thread?: MailThread | null
}

export interface MailThread {
  /** The id of this email, the same at each try. */
  readonly id: MailId
  /** The id that all emails of the conversation refer to. */
  readonly root: MailId
  /** The address that replies go to; null: the sender's own. */
  readonly replyTo: MailAddress | null
}

/**
 * The result of handing an email over. `refused`: the mail server certainly did not take it. `unknown`: it may have;
 * never retried. `reason` is a code of the protocol or the system and never quotes the email.
 */
export type MailResult =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }

/** Sends email. Every adapter passes the shared suite in `suite.ts`. */
export interface Mailer {
  /** Hands one email over. Never throws: every error is part of the result. */
  readonly send: (mail: Mail) => Promise<MailResult>
}

/** The mailer of an installation without SMTP_URL. It refuses every email. */
export const noMailer: Mailer = { send: async () => ({ kind: 'refused', reason: 'SMTP_URL is not set' }) }
