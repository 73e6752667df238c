import { z } from 'zod'
import { refused, unreachable } from '../calls.ts'
import type { PaymentFailure } from '../provider.ts'

/** What the client throws, as far as it matters: a status where there was an answer, whose body names its code. */
const Thrown = z.object({
  code: z.string().optional().catch(undefined),
  response: z
    .object({ status: z.number(), data: z.object({ code: z.string() }).optional().catch(undefined) })
    .optional(),
})

/** `absent` where the answer is a 404 with one of the codes that say so. */
export async function orAbsent<State>(
  codes: RegExp,
  call: () => Promise<State>,
): Promise<State | { readonly kind: 'absent' }> {
  try {
    return await call()
  } catch (error) {
    const { response } = Thrown.safeParse(error).data ?? {}
    const absent = response?.status === 404 && codes.test(response.data?.code ?? '')
    if (absent) return { kind: 'absent' }
    throw error
  }
}

/** A no carries a code of WeChat Pay; too many requests, or an answer that is not provably theirs, are none. */
export function failureOf(error: unknown): PaymentFailure {
  const { code, response } = Thrown.safeParse(error).data ?? {}
  const said = response?.data?.code
  if (response === undefined || said === undefined) return unreachable(code)
  const certain = response.status >= 400 && response.status < 500 && response.status !== 429
  return certain ? refused(said) : unreachable(said)
}
