import { SECOND } from '@hongyan/contract/durations'
import type { PaymentFailure, PaymentState } from './provider.ts'

const TIME_LIMIT = 10 * SECOND

/** The time limit of a call, in milliseconds. */
export const limitOf = ({ timeLimit = TIME_LIMIT }: { readonly timeLimit?: number }): number => timeLimit

export const unreachable = (reason: unknown): PaymentFailure => ({ kind: 'unreachable', reason: codeOf(reason) })
export const refused = (reason: unknown): PaymentFailure => ({ kind: 'refused', reason: codeOf(reason) })

/** Returns the reason where it is a code: a sentence may quote the request. */
const codeOf = (reason: unknown): string =>
  typeof reason === 'string' && /^[\w.-]{1,64}$/.test(reason) ? reason : 'unexpected_answer'

/** Translates an error of the provider's client into a failure. */
export type FailureOf = (error: unknown) => PaymentFailure

/** Returns the provider's reason where it is a code, otherwise `unexpected_answer`. */
export const reasonOf = (reason: unknown): string => codeOf(reason)

export type Bounded = ReturnType<typeof bounded>

/** Makes a call return within the limit: as unreachable when it is late, and as `failureOf` says when it throws. */
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

/** Closes an order. Where the provider refuses because the order has ended, queries how it ended. */
export async function closeOrQuery({ close, query, failureOf }: Closing): Promise<PaymentState | PaymentFailure> {
  try {
    return await close()
  } catch (error) {
    const failure = failureOf(error)
    if (failure.kind === 'unreachable') return failure
    const state = await query()
    return state.kind === 'pending' ? failure : state
  }
}
