import type { SecondFactorChallenge } from '@hongyan/contract/endpoints/account/second-factor'
import { ApiError } from '../../../lib/api-error.ts'

/** Reads the second factor's challenge from the refusal of a sign-in; null for every other error. */
function challengeOf(error: unknown): SecondFactorChallenge | null {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_required') return null
  return error.details as SecondFactorChallenge // the contract defines the details of this refusal
}

/** Passes the challenge of a second factor on instead of failing. Never resolves then: the second step replaces the form. */
export async function orChallenge(
  signIn: Promise<unknown>,
  onChallenge: (challenge: SecondFactorChallenge) => void,
): Promise<void> {
  try {
    await signIn
  } catch (error) {
    const challenge = challengeOf(error)
    if (challenge === null) throw error
    onChallenge(challenge)
    await new Promise<never>(() => undefined)
  }
}
