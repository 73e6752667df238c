import { type KeyObject, createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { ALGORITHM, type SendQuery, isNonce, isTimely, stringToSign } from '@hongyan/contract/public-api/signing'

export interface SignedRequest {
  readonly query: SendQuery
  /** The credential's secret. A KeyObject made once (`createSecretKey`) saves copying it for every request. */
  readonly secret: KeyObject | string
  readonly now: Date
}

export type SignatureVerdict = 'ok' | 'invalid_signature' | 'invalid_signature_timestamp'

/**
 * Checks the query of a request signed in HMAC mode: algorithm, timestamp, nonce and signature. Does not check that the
 * nonce is new: the admitting transaction claims it.
 */
export function verifySignature({ query, secret, now }: SignedRequest): SignatureVerdict {
  const signature = signatureBytes(query.get('signature'))
  if (!signature || query.get('algorithm') !== ALGORITHM || !isNonce(query.get('nonce'))) return 'invalid_signature'
  if (!isTimely(query.get('timestamp'), now)) return 'invalid_signature_timestamp'
  const expected = createHmac('sha256', secret).update(stringToSign(query)).digest()
  return timingSafeEqual(signature, expected) ? 'ok' : 'invalid_signature'
}

const HEX = /^[0-9a-f]{64}$/i
const BASE64 = /^[A-Za-z0-9+/]{43}=$/

/** The 32 bytes of a signature, or null. A + that was not percent-encoded arrives as a blank. */
function signatureBytes(signature: string | undefined): Buffer | null {
  if (signature === undefined) return null
  if (HEX.test(signature)) return Buffer.from(signature, 'hex')
  const base64 = signature.replaceAll(' ', '+')
  return BASE64.test(base64) ? Buffer.from(base64, 'base64') : null
}

/** True where the signed query names no hash of a body, or the hash of these bytes, which are the body as received. */
export function bodyMatches(query: SendQuery, rawBody: Uint8Array): boolean {
  const hash = query.get('bodySha256')
  if (hash === undefined) return true
  if (!HEX.test(hash)) return false
  return timingSafeEqual(Buffer.from(hash, 'hex'), createHash('sha256').update(rawBody).digest())
}
