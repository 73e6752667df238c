import type { SecondFactorChallenge } from '@hongyan/contract/endpoints/account/second-factor'
import type { Draft } from './use-draft.ts'

/** What each way to sign in is handed. */
export interface WayFormProps {
  draft: Draft
  /** Whether the form was there from the start, so that the focus may begin in it. */
  autoFocus: boolean
  /** Told what else the account asks. */
  onAsked: (asked: SecondFactorChallenge) => void
}
