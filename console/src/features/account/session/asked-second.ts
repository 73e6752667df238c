import type { SecondFactorChallenge } from '@hongyan/contract/endpoints/account/second-factor'
import { ApiError } from '../../../lib/api-error.ts'

/** What the account asks besides a right password or code, where that is why it was refused. */
function askedSecond(error: unknown): SecondFactorChallenge | null {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_required') return null
  return error.details as SecondFactorChallenge // as the contract shapes the details of this refusal
}

/** Hands on what is asked besides, instead of failing with it. Never ends then: another step takes the form's place. */
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
