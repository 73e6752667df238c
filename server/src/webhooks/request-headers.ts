import type { SecretBox } from '../kit/secret-box.ts'
import type { Target } from './claim.ts'
import { openHeaders, openSecret } from './sealed.ts'
import { signatureHeaders } from './signature.ts'

export type Headers = readonly (readonly [name: string, value: string])[]

interface Signed {
  readonly webhookId: string
  readonly contentType: string
  readonly body: string
  readonly at: Date
}

type Signer = Pick<Target, 'id' | 'signed' | 'sealedSecret' | 'sealedOldSecret' | 'oldSecretUntil' | 'sealedHeaders'>

/** The headers of a request: content, signature and the endpoint's own. After a rotation both secrets sign. */
export const requestHeaders = (
  secrets: Pick<SecretBox, 'open'>,
  target: Signer,
  { webhookId, contentType, body, at }: Signed,
): Headers => [
  ['content-type', contentType],
  ['user-agent', 'Hongyan-Webhooks/1.0'],
  ...signatureHeaders({ id: webhookId, at, body, secrets: secretsOf(secrets, target, at) }),
  ...openHeaders(secrets, target),
]

function secretsOf(
  secrets: Pick<SecretBox, 'open'>,
  { id, signed, sealedSecret, sealedOldSecret, oldSecretUntil }: Signer,
  at: Date,
): readonly string[] {
  if (!signed) return []
  const isOldValid = sealedOldSecret !== null && oldSecretUntil !== null && oldSecretUntil > at
  return [sealedSecret, ...(isOldValid ? [sealedOldSecret] : [])].map((sealed) => openSecret(secrets, id, sealed))
}
