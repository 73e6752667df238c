import type { SecondFactorChallenge } from '@hongyan/contract/endpoints/account/second-factor'
import { ApiError } from '../../../lib/api-error.ts'

/** Reads the second factor's challenge from the refusal of a sign-in; null for every other error. */
function askedSecond(error: unknown): SecondFactorChallenge | null {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_required') return null
  return error.details as SecondFactorChallenge // the contract defines the details of this refusal
}

/**
 * Passes the challenge of a second factor on instead of failing. Never resolves then: the second step replaces the
 * form.
 */
export async function orAsked(
  signIn: Promise<unknown>,
  onAsked: (asked: SecondFactorChallenge) => void,
): Promise<void> {
  try {
    await signIn
  } catch (error) {
    const asked = askedSecond(error)
    if (asked === null) throw error
    onAsked(asked)
    await new Promise<never>(() => undefined)
  }
}
