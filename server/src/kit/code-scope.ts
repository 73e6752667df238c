import type { AccountId } from '@hongyan/contract/ids'
import type { CodeScene } from '@hongyan/contract/vocabulary/codes'
import type { Identifier } from './identifier.ts'

/**
 * The scope of a code or its token: one scene, one phone or email address, and one account where there is one.
 */
export interface CodeScope {
  readonly scene: CodeScene
  readonly target: Identifier
  readonly owner: AccountId | null
}
