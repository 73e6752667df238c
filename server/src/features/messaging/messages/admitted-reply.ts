import type { Admitted } from '../../../gateway/admission.ts'
import type { ActionReply } from '../../../http/public-api.ts'
import { Refusal } from '../../../kit/refusal.ts'

/** The response to a request that admission decided. Throws its refusal. */
export function admittedReply(admitted: Admitted): ActionReply {
  if (admitted.kind === 'accepted') return { answer: admitted.answer, replayed: admitted.replayed }
  const { code, retryAfter } = admitted
  throw new Refusal(code, retryAfter === undefined ? {} : { retryAfter })
}
