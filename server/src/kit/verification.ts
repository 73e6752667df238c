import type { AccountId } from '@hongyan/contract/ids'
import type { VerificationScene } from '@hongyan/contract/vocabulary/verification'
import type { Identifier } from './identifier.ts'

/**
 * What a verification code or token is valid for: one scene, one phone or email address, and one account where there is
 * one.
 */
export interface Verification {
  readonly scene: VerificationScene
  readonly target: Identifier
  readonly owner: AccountId | null
}
