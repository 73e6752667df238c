import { createHmac, randomBytes } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { ALGORITHM, stringToSign } from '@hongyan/contract/public-api/signing'
import type { IssuedCredential } from '../../server/test/retrying-clients.ts'

/** About sixty characters, one part. */
const TEXT = 'Hello world this is a test message of about sixty characters'
const LINES_AT_ONCE = 5_000

export interface RequestsChoice {
  readonly credential: IssuedCredential
  readonly signed: boolean
  /** Recipients of each request. */
  readonly recipients: number
  readonly count: number
}

/** Writes requests down, one a line, address and body parted by a tab, so that making them costs the load nothing. */
export function writeRequests(file: string, { credential, signed, recipients, count }: RequestsChoice): void {
  const descriptor = openSync(file, 'w')
  for (let from = 0; from < count; from += LINES_AT_ONCE) {
    const lines = Array.from({ length: Math.min(LINES_AT_ONCE, count - from) }, () => {
      const to = Array.from({ length: recipients }, someNumber)
      const body = JSON.stringify({ to: recipients === 1 ? to[0] : to, text: TEXT })
      return `/?${signed ? signedQuery(credential) : query(credential)}\t${body}\n`
    })
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
