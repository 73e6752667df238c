import { type KeyObject, createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { ALGORITHM, type SendQuery, isNonce, isTimely, stringToSign } from '@hongyan/contract/public-api/signing'
import type { RuleId } from '@hongyan/contract/rules'

export interface SignedRequest {
  readonly query: SendQuery
  /** The credential's secret. A KeyObject made once (`createSecretKey`) saves copying it for every request. */
  readonly secret: KeyObject | string
  readonly now: Date
}

/** The cause, by the parameter at fault. The sender knows what it sent, so this helps no attacker. */
export interface SignatureFault {
  readonly code: 'invalid_signature' | 'invalid_signature_timestamp'
  readonly field: 'algorithm' | 'timestamp' | 'nonce' | 'signature' | 'bodySha256'
  readonly rule?: RuleId
}

const invalid = (field: SignatureFault['field'], rule?: RuleId): SignatureFault => ({
  code: 'invalid_signature',
  field,
  ...(rule && { rule }),
})

/**
 * Checks the query of a request signed in HMAC mode: algorithm, timestamp, nonce and signature. Does not check that the
 * nonce is new: the admitting transaction claims it.
 */
export function signatureFault({ query, secret, now }: SignedRequest): SignatureFault | null {
  if (query.get('algorithm') !== ALGORITHM) return invalid('algorithm', 'signature_algorithm')
  if (!isNonce(query.get('nonce'))) return invalid('nonce', 'signature_nonce')
  const signature = signatureBytes(query.get('signature'))
  if (!signature) return invalid('signature', 'signature_format')
  if (!isTimely(query.get('timestamp'), now)) return { code: 'invalid_signature_timestamp', field: 'timestamp' }
  const expected = createHmac('sha256', secret).update(stringToSign(query)).digest()
  return timingSafeEqual(signature, expected) ? null : invalid('signature')
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

/** The fault of a signed query that names another hash than that of these bytes, which are the body as received. */
export function bodyFault(query: SendQuery, rawBody: Uint8Array): SignatureFault | null {
  const hash = query.get('bodySha256')
  if (hash === undefined) return null
  const isOfBody =
    HEX.test(hash) && timingSafeEqual(Buffer.from(hash, 'hex'), createHash('sha256').update(rawBody).digest())
  return isOfBody ? null : invalid('bodySha256', 'signature_body')
}
