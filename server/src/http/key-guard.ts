import { AuthMode, CredentialType } from '@hongyan/contract/vocabulary/credential'
import { isSigned, type SendQuery } from '@hongyan/contract/public-api/signing'
import type { KnownCredential } from '../gateway/rules.ts'
import { Refusal } from '../kit/refusal.ts'
import { verifySignature } from './signature.ts'

export interface KeyedRequest {
  readonly query: SendQuery
  readonly rawBody: Buffer
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
 * checks a signature where there is one (send API, "Request"). An SMPP credential works for SMPP only.
 */
export function authenticate(credential: KnownCredential, { query, rawBody, now }: KeyedRequest): void {
  if (credential.type === CredentialType.Smpp) throw new Refusal('unauthorized')
  if (isSigned(query)) {
    const verdict = verifySignature({ query, rawBody, secret: credential.secret, now })
    if (verdict !== 'ok') throw new Refusal(verdict)
  } else if (credential.mode === AuthMode.Hmac) throw new Refusal('invalid_signature', { field: 'signature' })
}
