import { ALGORITHM, stringToSign } from '@hongyan/contract/public-api/signing'
import { currentLocale } from '../../../i18n/text.ts'
import { ApiError } from '../../../lib/api-error.ts'

interface TestMessage {
  readonly key: string
  readonly secret: string
  readonly to: string
}

/** Browsers sign only on pages from https or localhost. */
export const canSign = (): boolean => isSecureContext

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

async function hmac(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign'])
  return hex(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
}

/** The send API's refusal in the current language. The error texts load only when needed. */
async function refusal(status: number, code: unknown): Promise<ApiError> {
  const { errors, errorText } = await import('@hongyan/contract/errors')
  const known = Object.keys(errors).find((each) => each === code)
  const message = errorText((known ?? 'internal') as keyof typeof errors, currentLocale()) // one of its keys
  return new ApiError(status, message, { code })
}

/** Sends the message of the snippets through the send API, signed with the account's own key. */
export async function sendTest({ key, secret, to }: TestMessage): Promise<void> {
  const query = new Map([
    ['action', 'sms.message.send'],
    ['accessKeyId', key],
    ['algorithm', ALGORITHM],
    ['timestamp', String(Date.now())],
    ['nonce', crypto.randomUUID()],
  ])
  const signature = await hmac(secret, stringToSign(query))
  const response = await fetch(`/?${new URLSearchParams([...query, ['signature', signature]])}`, {
    method: 'POST',
    credentials: 'omit',
    body: JSON.stringify({ to, text: 'Hello from Hongyan' }),
  })
  const { code, details } = (await response.json()) as { code: string; details?: { error?: string } } // send API
  if (code !== '0') throw await refusal(response.status, details?.error)
}
