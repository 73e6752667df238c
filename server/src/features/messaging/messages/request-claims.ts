import { createHash } from 'node:crypto'
import { sendApi } from '@hongyan/contract/limits/messaging'
import type { SingleUse } from '../../../http/public-api.ts'
import type { RequestClaim } from '../../../pipeline/message.ts'

/** The claims of a request's nonce and Idempotency-Key. A key counts for one action (semantics D6). */
export function requestClaims({ action, rawBody, nonce, idempotencyKey }: SingleUse): RequestClaim[] {
  if (nonce === null && idempotencyKey === null) return []
  const bodyHash = createHash('sha256').update(rawBody).digest()
  const found: RequestClaim[] = []
  if (nonce !== null) found.push({ kind: 'nonce', action: '', key: nonce, bodyHash, keptFor: sendApi.nonceWindow })
  if (idempotencyKey !== null)
    found.push({ kind: 'key', action, key: idempotencyKey, bodyHash, keptFor: sendApi.idempotencyKept })
  return found
}
