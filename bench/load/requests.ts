import { createHmac, randomBytes } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { ALGORITHM, stringToSign } from '@hongyan/contract/public-api/signing'
import type { IssuedCredential } from '../../server/test/retrying-clients.ts'

/** About sixty characters, one part. */
const TEXT = 'Hello world this is a test message of about sixty characters'
const LINES_AT_ONCE = 5_000

export interface RequestsChoice {
  /** The senders, in turn. */
  readonly credentials: readonly IssuedCredential[]
  readonly signed: boolean
  /** Recipients of each request. */
  readonly recipients: number
  readonly count: number
}

/** Writes requests to a file before the run: one a line, address and body separated by a tab. */
export function writeRequests(file: string, { credentials, signed, recipients, count }: RequestsChoice): void {
  let nr = 0
  writeLines(file, count, () => {
    const credential = credentials[nr % credentials.length]
    if (credential === undefined) throw new Error('there is no sender')
    nr += 1
    const to = Array.from({ length: recipients }, someNumber)
    const body = JSON.stringify({ to: recipients === 1 ? to[0] : to, text: TEXT })
    return `/?${signed ? signedQuery(credential) : query(credential)}\t${body}\n`
  })
}

/** Writes requests for Kannel: addresses without bodies. Each asks for its receipts at `callback` where there is one. */
export function writePeerRequests(file: string, count: number, callback: string | null): void {
  const wanted = callback === null ? '' : `&dlr-mask=3&dlr-url=${encodeURIComponent(`${callback}/?id=%I&status=%d`)}`
  const text = encodeURIComponent(TEXT)
  writeLines(file, count, () => {
    const to = encodeURIComponent(someNumber())
    return `/cgi-bin/sendsms?username=bench&password=bench&from=12345&to=${to}&text=${text}${wanted}\n`
  })
}

function writeLines(file: string, count: number, line: () => string): void {
  const descriptor = openSync(file, 'w')
  for (let from = 0; from < count; from += LINES_AT_ONCE) {
    const lines = Array.from({ length: Math.min(LINES_AT_ONCE, count - from) }, line)
    writeSync(descriptor, lines.join(''))
  }
  closeSync(descriptor)
}

/** A mobile number on the British mainland: real enough for the number parser, rarely the same twice. */
const someNumber = (): string => `+4479${50_000_000 + Math.floor(Math.random() * 2e7)}`

const query = ({ key }: IssuedCredential): string => `action=sms.message.send&accessKeyId=${key}`

function signedQuery({ key, secret }: IssuedCredential): string {
  const parameters = new Map([
    ['action', 'sms.message.send'],
    ['accessKeyId', key],
    ['algorithm', ALGORITHM],
    ['timestamp', String(Date.now())],
    ['nonce', randomBytes(8).toString('hex')],
  ])
  parameters.set('signature', createHmac('sha256', secret).update(stringToSign(parameters)).digest('hex'))
  return [...parameters].map(([name, value]) => `${name}=${value}`).join('&')
}
