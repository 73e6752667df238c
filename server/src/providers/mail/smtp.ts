import { createTransport } from 'nodemailer'
import type { Mailed, Mailer } from './mail.ts'

const CONNECT_MILLIS = 10_000
const SILENCE_MILLIS = 15_000

/** Failures before the letter itself was handed over. A connection that ends may have ended after it. */
const BEFORE_THE_LETTER = new Set(['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'EENVELOPE'])

export interface SmtpDeps {
  /** As `smtps://name:password@host:port`. */
  readonly url: string
  readonly from: string
}

/** Hands letters over to a mail server. */
export function createSmtp({ url, from }: SmtpDeps): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_MILLIS,
    greetingTimeout: CONNECT_MILLIS,
    socketTimeout: SILENCE_MILLIS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: ({ to, subject, text }) =>
      transport
        .sendMail({ from, to: { name: '', address: to }, subject, text, textEncoding: 'base64' })
        .then((): Mailed => ({ kind: 'accepted' }), failed),
  }
}

/** The server's own words stay out: they may quote the letter. */
function failed(error: unknown): Mailed {
  const { code, responseCode, syscall } = error instanceof Error ? (error as Failure) : {} // nodemailer's own fields
  const reason = [code, responseCode].filter((part) => part !== undefined).join(' ')
  const certain = responseCode !== undefined || syscall === 'connect' || BEFORE_THE_LETTER.has(code ?? '')
  return { kind: certain ? 'refused' : 'unknown', reason: reason === '' ? 'unknown' : reason }
}

interface Failure extends Error {
  readonly code?: string
  readonly responseCode?: number
  readonly syscall?: string
}
