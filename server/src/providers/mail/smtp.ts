import { createTransport } from 'nodemailer'
import { SECOND } from '@hongyan/contract/durations'
import type { MailResult, MailThread, Mailer } from './mail.ts'

const CONNECT_MILLIS = 10 * SECOND
const SILENCE_MILLIS = 15 * SECOND

/**
 * Errors that nodemailer raises before it sends the email itself: the email was certainly not taken. A connection that
 * closes later may have delivered it.
 */
const BEFORE_DATA = new Set(['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'EENVELOPE'])

export interface SmtpDeps {
  /** As `smtps://name:password@host:port`. */
  readonly url: string
  readonly from: string
}

const transportOf = (url: string) =>
  createTransport({
    url,
    connectionTimeout: CONNECT_MILLIS,
    greetingTimeout: CONNECT_MILLIS,
    socketTimeout: SILENCE_MILLIS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

/** Connects and signs in to the mail server, and sends nothing. Returns the failure's code; null where it succeeds. */
export async function checkSmtp({ url }: SmtpDeps): Promise<string | null> {
  const transport = transportOf(url)
  try {
    await transport.verify()
    return null
  } catch (error) {
    const failure = failed(error)
    return failure.kind === 'accepted' ? null : failure.reason
  } finally {
    transport.close()
  }
}

/** Sends email through a mail server over SMTP. */
export function createSmtp({ url, from }: SmtpDeps): Mailer {
  const transport = transportOf(url)
  return {
    send: ({ to, subject, text, html, thread = null }) =>
      transport
        .sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          textEncoding: 'base64',
          ...(thread !== null && headersOf(thread)),
        })
        .then((): MailResult => ({ kind: 'accepted' }), failed),
  }
}

const headersOf = ({ id, root, replyTo }: MailThread) => ({
  messageId: id,
  inReplyTo: root,
  references: [root],
  ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
})

/** The server's reply text is left out: it may quote the email. */
function failed(error: unknown): MailResult {
  const { code, responseCode, syscall } = error instanceof Error ? (error as Failure) : {} // nodemailer's own fields
  const reason = [code, responseCode].filter((part) => part !== undefined).join(' ')
  const certain = responseCode !== undefined || syscall === 'connect' || BEFORE_DATA.has(code ?? '')
  return { kind: certain ? 'refused' : 'unknown', reason: reason === '' ? 'unknown' : reason }
}

interface Failure extends Error {
  readonly code?: string
  readonly responseCode?: number
  readonly syscall?: string
}
