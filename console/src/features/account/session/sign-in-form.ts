import type { SecondFactorChallenge } from '@hongyan/contract/endpoints/account/second-factor'
import type { Draft } from './use-draft.ts'

/** The props shared by the password form and the code form. */
export interface SignInFormProps {
  draft: Draft
  /** True on the first form of the page, which may take the focus. */
  autoFocus: boolean
  /** Receives the challenge of an account with a second factor. */
  onChallenge: (challenge: SecondFactorChallenge) => void
}
