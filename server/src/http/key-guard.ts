import { AuthMode, CredentialType } from '@hongyan/contract/vocabulary/credential'
import { isSigned, type SendQuery } from '@hongyan/contract/public-api/signing'
import type { KnownCredential } from '../gateway/rules.ts'
import { Refusal } from '../kit/refusal.ts'
import { bodyFault, signatureFault } from './signature.ts'

export interface KeyedRequest {
  readonly query: SendQuery
  readonly now: Date
}

const KEY = /^[A-Za-z0-9]{1,64}$/

/** Finds the credential that a request names. */
export async function credentialOf(
  query: SendQuery,
  find: (key: string) => Promise<KnownCredential | null>,
): Promise<KnownCredential> {
  const key = query.get('accessKeyId')
  if (key === undefined || key === '') throw new Refusal('missing_access_key', { field: 'accessKeyId' })
  const credential = KEY.test(key) ? await find(key) : null
  if (credential === null) throw new Refusal('invalid_access_key', { field: 'accessKeyId' })
  return credential
}

/**
 * Throws unless the request may use its credential: HMAC mode refuses an unsigned request, simple mode accepts one and
 * checks a signature where there is one (send API, "Request"). An SMPP credential works for SMPP only. Needs no body, so
 * that a stranger's is never kept.
 */
export function authenticate(credential: KnownCredential, { query, now }: KeyedRequest): void {
  if (credential.type === CredentialType.Smpp) throw new Refusal('unauthorized')
  if (isSigned(query)) {
    const fault = signatureFault({ query, secret: credential.secret, now })
    if (fault) throw new Refusal(fault.code, fault)
  } else if (credential.mode === AuthMode.Hmac) throw new Refusal('unsigned_request', { field: 'signature' })
}

/** Throws where a signed request names another body than the one received. */
export function authenticateBody(query: SendQuery, rawBody: Buffer): void {
  const fault = isSigned(query) ? bodyFault(query, rawBody) : null
  if (fault) throw new Refusal(fault.code, fault)
}
