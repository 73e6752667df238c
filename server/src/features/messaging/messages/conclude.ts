import type { Admit } from '../../../gateway/admit.ts'
import type { ActionReply, SingleUse } from '../../../http/public-api.ts'
import { admittedReply } from './admitted-reply.ts'
import { requestClaims } from './request-claims.ts'

/**
 * Ends a request without admission: a quote, or a refusal. Spends its nonce. Returns the stored response of its
 * Idempotency-Key, or null where the request's own end stands. Throws the refusal of a nonce or key that another request
 * used.
 */
export async function conclude(
  { conclude: end }: Pick<Admit, 'conclude'>,
  use: SingleUse,
): Promise<ActionReply | null> {
  const { rules, id } = use.credential
  const admitted = await end({ account: rules.account, credential: id, requestClaims: requestClaims(use) })
  return admitted === null ? null : admittedReply(admitted)
}
