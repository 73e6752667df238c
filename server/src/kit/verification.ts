import type { AccountId } from '@hongyan/contract/ids'
import type { VerificationScene } from '@hongyan/contract/vocabulary/verification'
import type { Identifier } from './identifier.ts'

/**
 * The scope of a verification code or token: one scene, one phone or email address, and one account where there is one.
 */
export interface Verification {
  readonly scene: VerificationScene
  readonly target: Identifier
  readonly owner: AccountId | null
}
