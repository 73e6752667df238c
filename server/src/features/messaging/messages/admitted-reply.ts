import type { Admitted } from '../../../gateway/admission.ts'
import type { ActionReply } from '../../../http/public-api.ts'
import { Refusal } from '../../../kit/refusal.ts'

/** The response to a request that admission decided. Throws its refusal. */
export function admittedReply(admitted: Admitted): ActionReply {
  if (admitted.kind === 'accepted') return { answer: admitted.answer, replayed: admitted.replayed }
  throw admittedRefusal(admitted)
}

/** The refusal of admission. A limit of the owner says which one it is, and when its window ends (screens S10). */
export function admittedRefusal({ code, retryAfter, hit }: Extract<Admitted, { readonly kind: 'refused' }>): Refusal {
  return new Refusal(code, {
    ...(retryAfter !== undefined && { retryAfter }),
    // After a signature that matches, only a spent nonce makes a request invalid.
    ...(code === 'invalid_signature' && { field: 'nonce', rule: 'signature_nonce_used' }),
    ...(hit !== undefined && {
      field: 'to',
      details: { scope: hit.scope, limit: hit.limit, window: hit.window, resetAt: hit.resetAt.toISOString() },
    }),
  })
}
