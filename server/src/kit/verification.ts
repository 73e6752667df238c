import type { AccountId } from '@hongyan/contract/ids'
import type { VerificationScene } from '@hongyan/contract/vocabulary/verification'
import type { Identifier } from './identifier.ts'

/** What somebody proves: in which scene, with which phone or e-mail, and as which account, where there is one. */
export interface Verification {
  readonly scene: VerificationScene
  readonly target: Identifier
  readonly owner: AccountId | null
}
