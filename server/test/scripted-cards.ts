import type { CardCharge, CardProvider, ChargeResult } from '../src/providers/payments/cards.ts'
import type { PaymentFailure } from '../src/providers/payments/provider.ts'

/** The result of a charge. After `silently succeeds` the money moves but the response is lost. */
export type ScriptedResult =
  | 'succeeds'
  | 'silently succeeds'
  | 'processes'
  | Exclude<ChargeResult, { readonly paymentId: string }>

/** A card provider whose results the test chooses. It recognises a repeated attempt, as every provider does. */
export interface ScriptedCards {
  readonly provider: CardProvider
  /** All charge calls, retries included. */
  readonly calls: readonly CardCharge[]
  /** The charges whose money moved. */
  readonly moved: () => readonly CardCharge[]
  /** Sets the result of attempts that are new from now on. */
  readonly setResult: (result: ScriptedResult) => void
  /** Completes all processing charges. */
  readonly complete: () => void
}

const never = async (): Promise<PaymentFailure> => ({ kind: 'refused', reason: 'not_here' })

export function newScriptedCards(): ScriptedCards {
  const calls: CardCharge[] = []
  const known = new Map<string, { readonly charge: CardCharge; status: 'succeeded' | 'processing' }>()
  let result: ScriptedResult = 'succeeds'
  const paymentOf = (attempt: string): string => `pi_${attempt.replaceAll('-', '')}`
  const answer = (attempt: string): ChargeResult => {
    const status = known.get(attempt)?.status
    return status === undefined
      ? { kind: 'unreachable', reason: 'unknown' }
      : { kind: status, paymentId: paymentOf(attempt) }
  }
  return {
    calls,
    moved: () => [...known.values()].filter(({ status }) => status === 'succeeded').map(({ charge }) => charge),
    setResult: (next) => {
      result = next
    },
    complete: () => known.forEach((payment) => (payment.status = 'succeeded')),
    provider: {
      channel: 'stripe',
      customer: never,
      save: never,
      querySetup: never,
      forget: async () => null,
      charge: async (charge) => {
        calls.push(charge)
        if (known.has(charge.attempt)) return answer(charge.attempt)
        if (typeof result === 'object') return result
        known.set(charge.attempt, { charge, status: result === 'processes' ? 'processing' : 'succeeded' })
        return result === 'silently succeeds' ? { kind: 'unreachable', reason: 'timeout' } : answer(charge.attempt)
      },
      queryCharge: async (payment) =>
        answer([...known.keys()].find((attempt) => paymentOf(attempt) === payment) ?? 'no such payment'),
      receive: () => ({ kind: 'forged', reason: 'nobody posts here' }),
    },
  }
}
