import { z } from 'zod'
import { refused, unreachable } from '../calls.ts'
import type { PaymentFailure } from '../provider.ts'

/** The fields of the client's error: a status where there was a response, whose body has the code. */
const Thrown = z.object({
  code: z.string().optional().catch(undefined),
  response: z
    .object({ status: z.number(), data: z.object({ code: z.string() }).optional().catch(undefined) })
    .optional(),
})

/** Returns `absent` where the response is a 404 with one of these codes. */
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

/** Refused only with a code of WeChat Pay. Too many requests (429) and unverified responses are unreachable. */
export function failureOf(error: unknown): PaymentFailure {
  const { code, response } = Thrown.safeParse(error).data ?? {}
  const responseCode = response?.data?.code
  if (response === undefined || responseCode === undefined) return unreachable(code)
  const certain = response.status >= 400 && response.status < 500 && response.status !== 429
  return certain ? refused(responseCode) : unreachable(responseCode)
}
