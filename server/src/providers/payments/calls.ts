import type { PaymentFailure, PaymentState } from './provider.ts'

const TIME_LIMIT = 10_000

/** Milliseconds that a call takes at most. */
export const limitOf = ({ timeLimit = TIME_LIMIT }: { readonly timeLimit?: number }): number => timeLimit

export const unreachable = (reason: unknown): PaymentFailure => ({ kind: 'unreachable', reason: codeOf(reason) })
export const refused = (reason: unknown): PaymentFailure => ({ kind: 'refused', reason: codeOf(reason) })

/** Only what looks like a code is passed on: a sentence may quote what was sent. */
const codeOf = (reason: unknown): string =>
  typeof reason === 'string' && /^[\w.-]{1,64}$/.test(reason) ? reason : 'unexpected_answer'

/** How an adapter tells what went wrong from what its client threw. */
export type FailureOf = (error: unknown) => PaymentFailure

/** Only what looks like a code is kept of what a provider calls a reason. */
export const reasonOf = (reason: unknown): string => codeOf(reason)

export type Bounded = ReturnType<typeof bounded>

/** Turns a call into one that is answered within the limit, whatever its client throws or keeps waiting for. */
export function bounded(limit: number, failureOf: FailureOf) {
  return async <T>(call: () => Promise<T>): Promise<T | PaymentFailure> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<PaymentFailure>((resolve) => {
      timer = setTimeout(() => resolve(unreachable('timeout')), limit)
    })
    try {
      return await Promise.race([call(), late])
    } catch (error) {
      return failureOf(error)
    } finally {
      clearTimeout(timer)
    }
  }
}

interface Closing {
  readonly close: () => Promise<PaymentState>
  readonly query: () => Promise<PaymentState | PaymentFailure>
  readonly failureOf: FailureOf
}

/** Closes an order. One that is over cannot be closed, and only asking tells how it ended. */
export async function closeOrAsk({ close, query, failureOf }: Closing): Promise<PaymentState | PaymentFailure> {
  try {
    return await close()
  } catch (error) {
    const failure = failureOf(error)
    if (failure.kind === 'unreachable') return failure
    const state = await query()
    return state.kind === 'pending' ? failure : state
  }
}
